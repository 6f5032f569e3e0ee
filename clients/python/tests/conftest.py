from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .scripted_service import ScriptedService, node


def pytest_configure() -> None:
    """What is written from the contract and from `_async` follows them before anything is imported."""
    subprocess.run([sys.executable, Path(__file__).parent.parent / "tools/write_generated.py"], check=True)


@pytest.fixture(scope="session")
def scripted_service() -> Iterator[ScriptedService]:
    if not node().exists():
        pytest.skip(f"{node()} is not here: npm ci brings it")
    service = ScriptedService()
    yield service
    service.stop()


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of whoever runs the tests are none of theirs."""
    for name in ("NADIR_API_KEY", "NADIR_BASE_URL", "NADIR_LOG"):
        monkeypatch.delenv(name, raising=False)
