"""The time of day (UTC), in turns of the sun."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..numeric.profile import cos_sin_of_turns

DAY_US = 86_400_000_000.0
HOUR_US = 3_600_000_000.0

# A radius is told in so many parts: to 1.6 %.
_PARTS = 32


def turns_of_day(at_us: float) -> float:
    """The share of its day that has passed at a time, from 0 to below 1."""
    days = math.floor(at_us / DAY_US)
    return (at_us - days * DAY_US) / DAY_US


def with_hour_of(hours: int, at_us: float) -> int:
    """The hours that were heard, one bit each: bit 0 is the hour after midnight."""
    return hours | (1 << (math.floor(24 * turns_of_day(at_us)) % 24))


def count_hours(hours: int) -> int:
    return sum((hours >> hour) & 1 for hour in range(24))


def day_marks(at_us: float) -> tuple[float, float]:
    """What a bucket remembers of the time of day of its blocks: whole numbers, which cost few bytes and add up."""
    cos, sin = cos_sin_of_turns(turns_of_day(at_us))
    return float(math.floor(_PARTS * (1 + cos) + 0.5)), float(math.floor(_PARTS * (1 + sin) + 0.5))


def mean_of_marks(marks: Sequence[float], blocks: float) -> tuple[float, float] | None:
    """Mean cosine and sine of the time of day of so many blocks; None where a bucket has no marks."""
    if len(marks) < 2:
        return None
    return marks[0] / (_PARTS * blocks) - 1, marks[1] / (_PARTS * blocks) - 1
