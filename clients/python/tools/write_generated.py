"""Writes what the package holds and git does not: models.py, _operations.py, _vocabulary.py and problem_codes.py from the
contract, _sync from _async, the schema of evidence, and the engine of the scoring. Nothing happens where all of it is there
and was written from today's sources.

Called by every build in a checkout (hatch_build.py; install.sh installs for editing, which is a build, too) and before the
tests (conftest.py).
"""

import hashlib
import shutil
import tempfile
from pathlib import Path

import write_models
import write_sync

CLIENT = Path(__file__).parent.parent
PACKAGE = CLIENT / "src/plumbline"
STAMP = CLIENT / ".generated-from"
SCHEMA = CLIENT.parent / "conformance/evidence/bundle.schema.json"
ENGINE = CLIENT.parent.parent / "core/heart/heart.wasm"
COPIES = {"evidence_verification/schemas/bundle.schema.json": SCHEMA, "scoring/heart.wasm": ENGINE}


def main() -> None:
    digest = digest_of_sources()
    if STAMP.exists() and STAMP.read_text("utf-8") == digest and all(file.exists() for file in expected()):
        return
    with tempfile.TemporaryDirectory(dir=CLIENT, prefix=".generated-") as scratch:
        folder = Path(scratch)
        write_models.main(folder)
        write_sync.main(folder)
        for name, source in COPIES.items():
            (folder / name).parent.mkdir(parents=True)
            shutil.copy(source, folder / name)
        # Whole files, whoever reads them or writes the same meanwhile.
        for file in [one for one in folder.rglob("*") if one.is_file()]:
            target = PACKAGE / file.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            file.replace(target)
    for file in (PACKAGE / "_sync").rglob("*.py"):
        if file not in expected() and file.name != "io.py":
            file.unlink()
    STAMP.write_text(digest, "utf-8")


def expected() -> list[Path]:
    names = [*write_models.WRITTEN, *COPIES]
    blocking = [PACKAGE / "_sync" / file.relative_to(write_sync.SOURCE) for file in write_sync.sources()]
    return [*(PACKAGE / name for name in names), *blocking]


def digest_of_sources() -> str:
    files = [write_models.DOCUMENT, write_models.CODES, *COPIES.values()]
    files += [CLIENT / "pyproject.toml", CLIENT / "requirements.txt", *(CLIENT / "tools").glob("write_*.py")]
    digest = hashlib.sha256()
    for file in [*sorted(files), *write_sync.sources()]:
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()


if __name__ == "__main__":
    main()
