"""Writes _sync from src/plumbline/_async: the same code without `async` and `await`. `io.py` is written by hand in both,
since there the two differ in what they do."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import unasync

CLIENT = Path(__file__).parent.parent
SOURCE = CLIENT / "src/plumbline/_async"
HEADER = "# Written by tools/write_sync.py from _async/{name}. Do not edit.\n"


def sources() -> list[Path]:
    return [file for file in sorted(SOURCE.rglob("*.py")) if file != SOURCE / "io.py"]


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "_async"
        files = [copy / file.relative_to(SOURCE) for file in sources()]
        for source, file in zip(sources(), files, strict=True):
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, file)
        rule = unasync.Rule("/_async/", "/_sync/", names_in(files))
        unasync.unasync_files([str(file) for file in files], [rule])
        for file in files:
            name = file.relative_to(copy)
            written = folder / "_sync" / name
            written.parent.mkdir(parents=True, exist_ok=True)
            text = (Path(scratch) / "_sync" / name).read_text("utf-8")
            written.write_text(HEADER.format(name=name) + text if text else "", "utf-8")
    tidy(folder / "_sync")


def names_in(files: list[Path]) -> dict[str, str]:
    """AsyncPlumbline is Plumbline, httpx2.AsyncClient is httpx2.Client."""
    names = {name for file in files for name in re.findall(r"\bAsync[A-Z]\w*", file.read_text("utf-8"))}
    return {**{name: name.removeprefix("Async") for name in names}, "aclose": "close", "aread": "read"}


def tidy(folder: Path) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--quiet", "--config", CLIENT / "pyproject.toml", folder]
    # Each loop has to stand as it is in the other half.
    subprocess.run([*ruff, "check", "--fix", "--ignore", "UP028", *config], check=True)
    subprocess.run([*ruff, "format", *config], check=True)
