"""Hotelling's T² of one frame against the reference, with the reference's finite size counted (6.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..model.state import FrameMoments
from ..numeric.distributions import Fisher, fisher_distribution, fisher_tail
from ..numeric.matrix import cholesky, forward_solve
from .moments import StandardisedFrame, covariance, mean_of, pair_at

# Beyond 2,000 degrees of freedom the limits differ by less than half a per cent.
_MAX_DEGREES = 2000


class FrameTest(NamedTuple):
    t2: float
    degrees: int
    p_value: float
    limit: float
    """T² that is exceeded with probability ``limit_rate``."""
    shares: Sequence[float | None]
    """Part of T² each present channel adds to those before it; None for absent ones."""


def hotelling(
    moments: FrameMoments,
    frame: StandardisedFrame,
    *,
    prior_degrees: float,
    limit_rate: float,
    minimum_reference: float,
) -> FrameTest | None:
    """None when no present channel has a reference yet."""
    first = moments.first
    present = [
        at for at, value in enumerate(frame) if value is not None and first[2 * at] >= minimum_reference
    ]
    d = len(present)
    if d == 0:
        return None
    residuals = [_present(frame[at]) - mean_of(moments, at) for at in present]
    m = min(first[2 * at] for at in present)
    parts = _independent(moments, present, residuals, prior_degrees)
    t2 = 0.0
    for at, part in enumerate(parts):
        parts[at] = (part * part * m) / (m + 1)
        t2 += parts[at]
    # Whole degrees of freedom, rounded down: limits are then shared between vehicles, and never too tight.
    nu = max(d, min(_MAX_DEGREES, math.floor(prior_degrees + m - 1)))
    shares: list[float | None] = [None] * len(frame)
    for at, channel in enumerate(present):
        shares[channel] = parts[at] / t2 if t2 > 0 else 1 / d
    limit, distribution = _limit_of(limit_rate, d, nu)
    p_value = fisher_tail((t2 * (nu - d + 1)) / (nu * d), distribution)
    return FrameTest(t2, d, p_value, limit, shares)


def _present(value: float | None) -> float:
    if value is None:
        raise ValueError("an absent channel was asked for its value")
    return value


def _independent(
    moments: FrameMoments, present: Sequence[int], residuals: list[float], prior_degrees: float
) -> list[float]:
    """Residuals of unit variance, by the Cholesky factor of the shrunk covariance (Ledoit & Wolf 2004)."""
    d = len(present)
    channels = len(moments.first) // 2
    entries, keep = _measure_covariances(moments, present)
    for row in range(d):
        for column in range(row + 1):
            count = moments.second[pair_at(present[column], present[row], channels)]
            entry = entries[row * d + column]
            if row == column:
                entries[row * d + column] = (count * entry + prior_degrees) / (count + prior_degrees)
            else:
                entries[row * d + column] = (count * keep * entry) / (count + prior_degrees)
    factor = cholesky(entries, d)
    if factor is not None:
        return forward_solve(factor, residuals)
    # Pairs seen in different frames need not fit together; then the channels are taken as independent.
    return [residual / math.sqrt(max(entries[at * (d + 1)], 1e-6)) for at, residual in enumerate(residuals)]


def _measure_covariances(moments: FrameMoments, present: Sequence[int]) -> tuple[list[float], float]:
    """As they were measured, and the share of those between channels that shrinking keeps."""
    d = len(present)
    channels = len(moments.first) // 2
    second = moments.second
    means = [mean_of(moments, at) for at in present]
    entries = [0.0] * (d * d)
    spread = size = 0.0
    for column in range(d):
        for row in range(column, d):
            pair = pair_at(present[column], present[row], channels)
            entry = covariance(moments, pair, means[column] * means[row])
            entries[row * d + column] = (1.0 if row == column else 0.0) if entry is None else entry
            if row == column or entry is None:
                continue
            count = second[pair]
            product = second[pair + 1] / count
            spread += max(0.0, second[pair + 2] / count - product * product) / count
            size += entry * entry
    return entries, 1 - (min(1.0, spread / size) if size > 0 else 1.0)


@lru_cache(maxsize=50_000)
def _limit_of(rate: float, d: int, nu: int) -> tuple[float, Fisher]:
    """Of a phase II frame with d channels and nu degrees of freedom, without the factor (m + 1)/m."""
    distribution = fisher_distribution(d, nu - d + 1)
    return (_fisher_quantile(rate, distribution) * (nu * d)) / (nu - d + 1), distribution


def _fisher_quantile(rate: float, distribution: Fisher) -> float:
    """By bisection to the last bits."""
    low = 0.0
    high = 1.0
    while fisher_tail(high, distribution) > rate and high < 1e12:
        high *= 2
    for _ in range(60):
        middle = 0.5 * (low + high)
        if fisher_tail(middle, distribution) > rate:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
