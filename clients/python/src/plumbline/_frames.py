from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .models import TelemetryFrame

FrameLike = TelemetryFrame | Mapping[str, Any]
"""A frame as a model or as a dictionary with the contract's names."""
