"""Sums over reference frames of their standardised values, for Hotelling's T²."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..model.state import FrameMoments

StandardisedFrame = Sequence[float | None]
"""One frame's values in units of their noise; None for absent channels."""

_MAX_SIGMA = 4.0


def add_frame(moments: FrameMoments, frame: StandardisedFrame, weight: float) -> FrameMoments:
    """Adds a frame to the reference, held to within 4 sigma of the mean so far."""
    first = list(moments.first)
    second = list(moments.second)
    channels = len(frame)
    held = [None if value is None else _held_near(moments, at, value) for at, value in enumerate(frame)]
    pair = 0
    for j, u in enumerate(held):
        if u is None:
            pair += 3 * (channels - j)
            continue
        first[2 * j] += weight
        first[2 * j + 1] += weight * u
        for v in held[j:]:
            if v is not None:
                second[pair] += weight
                second[pair + 1] += weight * u * v
                second[pair + 2] += weight * u * v * u * v
            pair += 3
    return FrameMoments(first, second)


def _held_near(moments: FrameMoments, channel: int, value: float) -> float:
    mean = mean_of(moments, channel)
    return max(mean - _MAX_SIGMA, min(mean + _MAX_SIGMA, value))


def clear_moments(moments: FrameMoments, first_channel: int, width: int) -> FrameMoments:
    """Forgets everything about some channels."""
    first = list(moments.first)
    second = list(moments.second)
    channels = len(first) // 2
    cleared = range(first_channel, first_channel + width)
    for j in range(channels):
        if j in cleared:
            first[2 * j : 2 * j + 2] = [0.0, 0.0]
        for k in range(j, channels):
            if j in cleared or k in cleared:
                pair = pair_at(j, k, channels)
                second[pair : pair + 3] = [0.0, 0.0, 0.0]
    return FrameMoments(first, second)


def largest_cross_correlation(moments: FrameMoments, fewest: float) -> float:
    """Between channels of different sensors, from at least ``fewest`` common frames."""
    channels = len(moments.first) // 2
    means = [mean_of(moments, j) for j in range(channels)]
    variances = [_variance(moments, pair_at(j, j, channels), mean) for j, mean in enumerate(means)]
    largest = 0.0
    for j in range(channels):
        for k in range(max(j + 1, 3), channels):
            pair = pair_at(j, k, channels)
            if moments.second[pair] < fewest:
                continue
            scale = math.sqrt(variances[j] * variances[k])
            both = covariance(moments, pair, means[j] * means[k])
            if scale > 0 and both is not None:
                largest = max(largest, abs(both) / scale)
    return largest


def _variance(moments: FrameMoments, pair: int, mean: float) -> float:
    variance = covariance(moments, pair, mean * mean)
    return 1.0 if variance is None else variance


def covariance(moments: FrameMoments, pair: int, product_of_means: float) -> float | None:
    """None where the pair was seen in fewer than two frames."""
    count = moments.second[pair]
    if count < 2:
        return None
    return ((moments.second[pair + 1] / count - product_of_means) * count) / (count - 1)


def mean_of(moments: FrameMoments, channel: int) -> float:
    weight = moments.first[2 * channel]
    return moments.first[2 * channel + 1] / weight if weight > 0 else 0.0


def pair_at(j: int, k: int, channels: int) -> int:
    """Where the sums of the pair j <= k start, in the order (0,0), (0,1) … (1,1) …"""
    return 3 * (j * channels - (j * (j - 1)) // 2 + (k - j))
