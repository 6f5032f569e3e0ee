from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .scripted_service import CONFORMANCE, ScriptedService, node


def pytest_configure() -> None:
    """
    What is written from the contract and from `_async` follows them before anything is imported; evidence and journals of
    the scoring at work are written before the cases that read them are collected.
    """
    if not node().exists():
        pytest.exit(f"{node()} writes the vectors, and is not here: npm ci brings it", returncode=1)
    subprocess.run([sys.executable, Path(__file__).parent.parent / "tools/write_generated.py"], check=True)
    subprocess.run([node(), CONFORMANCE / "write-vectors.ts", "--written"], check=True)


@pytest.fixture(scope="session")
def scripted_service() -> Iterator[ScriptedService]:
    service = ScriptedService()
    yield service
    service.stop()


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of whoever runs the tests are none of theirs."""
    for name in ("NADIR_API_KEY", "NADIR_BASE_URL", "NADIR_LOG"):
        monkeypatch.delenv(name, raising=False)
