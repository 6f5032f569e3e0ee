"""How scores state their numbers (docs/scoring-details.md, "Numbers as they are stated")."""

from __future__ import annotations

import math

_DECADES = [float(f"1e{power}") for power in range(-15, 22)]
_LEAST, _BEYOND = _DECADES[0], _DECADES[-1]


def six_digits(value: float) -> float:
    """The nearest number with six significant decimal digits. Under 1e-15, and from 1e21 on, the number itself."""
    size = abs(value)
    if not _LEAST <= size < _BEYOND:
        return value or 0.0
    decade = max(power for power, least in enumerate(_DECADES, -15) if size >= least)
    unit = float(f"1e{abs(5 - decade)}")
    stated = math.floor(size / unit + 0.5) * unit if decade > 5 else math.floor(size * unit + 0.5) / unit
    return -stated if value < 0 else stated
