from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..scripted_service import node
from .real_service import RealService, temporary_folder


@pytest.fixture
def service() -> Iterator[RealService]:
    if not node().exists():
        pytest.skip(f"{node()} is not here: npm ci brings it")
    with temporary_folder() as folder:
        service = RealService(Path(folder) / "data")
        service.start()
        yield service
        service.kill()
