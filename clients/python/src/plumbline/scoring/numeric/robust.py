"""Estimates that one outlying value does not move by much."""

from __future__ import annotations

from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """Middle value, or the mean of the two middle ones; 0 of nothing."""
    size = len(values)
    if size == 0:
        return 0.0
    ordered = sorted(values)
    upper = ordered[size >> 1]
    return upper if size % 2 == 1 else 0.5 * (ordered[(size >> 1) - 1] + upper)


def robust_spread(values: Sequence[float], centre: float) -> float:
    """Median absolute deviation, scaled to the standard deviation of a normal distribution."""
    return 1.4826 * median([abs(value - centre) for value in values])


def huber_mean(values: Sequence[float], sigma: float) -> float:
    """Values further than 2.5 sigma from the centre pull no harder than at 2.5; four rounds from the median."""
    reach = 2.5 * sigma
    centre = median(values)
    size = len(values)
    if size == 0 or not reach > 0:
        return centre
    for _ in range(4):
        total = 0.0
        for value in values:
            distance = value - centre
            if distance > reach:
                total += reach
            elif distance < -reach:
                total -= reach
            else:
                total += distance
        centre += total / size
    return centre
