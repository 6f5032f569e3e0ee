"""docs/notebooks/calibration-engineer.ipynb runs from its first cell to its last, on the recorded drive."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..scripted_service import REPOSITORY
from .real_service import RealService

NOTEBOOK = REPOSITORY / "docs/notebooks/calibration-engineer.ipynb"
SEGMENT = REPOSITORY.parent / "shared/data/comma2k19/b0c9d2329ad1606b_2018-08-02--08-34-47/40"


def read() -> Any:
    nbformat = pytest.importorskip(
        "nbformat", reason="nbformat is not installed: clients/python/install.sh brings it"
    )
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    return notebook


@pytest.mark.filterwarnings("default")
def test_the_notebook_is_committed_without_outputs() -> None:
    cells = [cell for cell in read().cells if cell.cell_type == "code"]
    assert len(cells) > 5
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


def test_ruff_finds_nothing_in_the_notebook() -> None:
    ruff = Path(sys.executable).parent / "ruff"
    config = ["--config", str(REPOSITORY / "clients/python/pyproject.toml")]
    # A notebook prints, and its last lines are what it shows.
    for words in (["check", "--ignore", "T20,B018"], ["format", "--check"]):
        done = subprocess.run([ruff, *words, *config, NOTEBOOK], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.system
@pytest.mark.filterwarnings("default")
def test_the_notebook_runs_on_the_recorded_drive(
    service: RealService, monkeypatch: pytest.MonkeyPatch
) -> None:
    nbclient = pytest.importorskip(
        "nbclient", reason="nbclient is not installed: clients/python/install.sh brings it"
    )
    if not SEGMENT.exists():
        pytest.skip(f"the recorded drive is not here: {SEGMENT}")
    monkeypatch.setenv("NADIR_BASE_URL", service.url)
    monkeypatch.setenv("NADIR_API_KEY", service.key)
    monkeypatch.setenv("PLUMBLINE_TRUST", str(service.trust_file))
    monkeypatch.setenv("COMMA2K19_SEGMENT", str(SEGMENT))
    notebook = read()
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    said = [text_of(output) for output in outputs]
    assert "accepted 1200 frames taken, 0 known already\n" in said
    assert any(text.startswith(("CAUTION - ", "CRITICAL - ")) and " - camera\n" in text for text in said)
    assert any(text.split()[0] in ("VALID", "INCOMPLETE") for text in said if text)
    assert said[-1] == "INVALID E_DIGEST\n"
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 1


def text_of(output: Any) -> str:
    return str(output.get("text") or output.get("data", {}).get("text/plain", ""))
