"""The README's sample of offline verification runs as it stands there."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "evidence"
README = Path(__file__).parents[2] / "README.md"


def test_the_samples_of_the_readme_say_what_they_promise(tmp_path: Path) -> None:
    place_evidence(tmp_path)
    sample = next(text for text in fenced("python") if "verify_bundle" in text)
    said = run(tmp_path, "-c", sample)
    assert said.startswith("valid None\nV0 Form pass \nV1 Schema pass \n")
    command = next(text for text in fenced("sh") if "plumbline verify" in text).split()
    assert command[0] == "python"
    assert "UNCHANGED, ISSUER NOT CONFIRMED: " in run(tmp_path, *command[1:])
    fingerprint = hashlib.sha256((tmp_path / "trust.json").read_bytes()).hexdigest()
    confirmed = run(tmp_path, *command[1:], "--trust-sha256", fingerprint)
    assert "\nVALID: signed by the issuer" in confirmed


def place_evidence(folder: Path) -> None:
    """Evidence from after a change of keys, with a trust file that pins the keyring as a service's own does."""
    cases = json.loads((VECTORS / "keyring-cases.json").read_bytes())
    case = next(one for one in cases["cases"] if one["name"] == "rotated: from after")
    files = {"bundle.json": case["bundle"], "trust.json": case["trust"], "keyring.json": case["keyring"]}
    for name, key in {**files, "frames.ndjson": "frames"}.items():
        (folder / name).write_bytes(base64.b64decode(cases["files"][key]))


def fenced(language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
