"""The README's sample of offline verification runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

VECTORS = Path(__file__).parents[3] / "conformance" / "evidence"
README = Path(__file__).parents[2] / "README.md"


def test_the_samples_of_the_readme_say_what_they_promise(tmp_path: Path) -> None:
    for name in ("bundle.json", "frames.ndjson"):
        (tmp_path / name).write_bytes((VECTORS / f"precommitted.{name}").read_bytes())
    (tmp_path / "trust.json").write_bytes((VECTORS / "trust.json").read_bytes())
    sample = next(text for text in fenced("python") if "verify_bundle" in text)
    said = run(tmp_path, "-c", sample)
    assert said.startswith("incomplete None\nV0 Form pass \nV1 Schema pass \n")
    command = next(text for text in fenced("sh") if "plumbline verify" in text).split()
    assert command[0] == "python"
    assert "INCOMPLETE" in run(tmp_path, *command[1:], exit_code=1)


def fenced(language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def run(folder: Path, *words: str, exit_code: int = 0) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == exit_code, done.stderr
    return done.stdout
