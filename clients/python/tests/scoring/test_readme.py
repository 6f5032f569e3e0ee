"""The README's sample of recomputation runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

VECTORS = Path(__file__).parents[3] / "conformance" / "written" / "evidence"
README = Path(__file__).parents[2] / "README.md"


def test_the_sample_of_the_readme_says_what_it_promises(tmp_path: Path) -> None:
    for name in ("bundle.json", "frames.ndjson"):
        (tmp_path / name).write_bytes((VECTORS / f"scored.{name}").read_bytes())
    samples = re.findall(
        r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    sample = next(text for text in samples if "rescore_bundle" in text)
    said = subprocess.run(
        [sys.executable, "-c", sample], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout == "same \n"
