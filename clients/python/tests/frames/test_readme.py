"""The README's sample of frames runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_sample_of_the_readme_makes_its_frames() -> None:
    samples = re.findall(
        r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    sample = next(text for text in samples if "frames_from_dataframe" in text)
    done = subprocess.run([sys.executable, "-c", sample], capture_output=True, text=True, check=True)
    assert done.stdout == "2026-11-23T12:00:01.000Z ['camera_rotation_matrix']\n"
