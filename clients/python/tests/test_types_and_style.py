import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("words", [["check"], ["format", "--check"]], ids=" ".join)
def test_ruff_finds_nothing(words: list[str]) -> None:
    run("ruff", *words)


@pytest.mark.system
def test_the_types_hold() -> None:
    """By pyright, too: test_installed_package.py, before a release."""
    run("mypy")


def run(tool: str, *words: str) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / tool, *words], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
