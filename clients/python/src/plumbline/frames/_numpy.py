"""NumPy is an extra: who has not installed it is told how."""

from __future__ import annotations

import importlib.util


def require_numpy() -> None:
    if not _is_there():
        raise ModuleNotFoundError(
            'plumbline.frames needs NumPy; install it with: pip install "plumbline-client[numpy]"',
            name="numpy",
        )


def _is_there() -> bool:
    try:
        return importlib.util.find_spec("numpy") is not None
    except ModuleNotFoundError:
        return False
