from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from ._requests import QueryValue
from ._vocabulary import VehicleOrder as VehicleOrder

Query = Mapping[str, QueryValue]
Names = str | Sequence[str] | None
"""One, several, or all."""
Time = str | datetime | None
"""A text as the contract has it, or an aware datetime."""
GroupBy = Literal["fleet", "region"]
AnalyticsStep = Literal["hour", "day"]
AgeUnit = Literal["kilometres", "days"]
