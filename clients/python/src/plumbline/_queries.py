from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from ._requests import QueryValue

Query = Mapping[str, QueryValue]
Names = str | Sequence[str] | None
"""One, several, or all."""
Time = str | datetime | None
"""A text as the contract has it, or an aware datetime."""
GroupBy = Literal["fleet", "region"]
AnalyticsStep = Literal["hour", "day"]
AgeUnit = Literal["kilometres", "days"]
VehicleOrder = Literal[
    "urgency",
    "vehicle_id",
    "last_frame_at",
    "health_score",
    "tier_since",
    "camera_drift_deg",
    "radar_drift_mm",
    "lidar_drift_m",
]
