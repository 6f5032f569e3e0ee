"""How far the channels scatter, and how many frames are outliers (7.5 and 7.6)."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.settings import NoiseRule
from ..model.state import NO_CHANNEL_NOISE, ChannelNoise, OutlierHabit
from ..numeric.profile import LN2_HIGH, LN2_LOW, binary32, ln

_LN_FOUR = 2 * (LN2_HIGH + LN2_LOW)
# What a known reference gives a block: nothing at 1.848 times the variance.
_NATS_OF_EXCESS = 0.375
_ORDINARY_SQUARE = (0.5 * _LN_FOUR) / _NATS_OF_EXCESS
# A block counts for at most so many times the reference's variance.
_MAX_SQUARE = 9.0
# A sensor that never varied is not taken to be quieter than a third of what its baseline assumed.
_LEAST_VARIANCE = 1 / 9
LOOKS_BACK = 5
"""So many blocks before it a block is held against."""


def follow_channel(
    before: ChannelNoise, square: float, weight: float, learns: bool, seq: int, at_us: float, rule: NoiseRule
) -> ChannelNoise:
    """One channel's noise after one more block; ``learns`` not while the baseline is frozen by command."""
    if before.blocks == 0:
        return before
    is_first = before.since_blocks == 0
    since_blocks = before.since_blocks + weight
    since_squares = before.since_squares + weight * min(_MAX_SQUARE, square / before.variance)
    excess = since_squares - _ORDINARY_SQUARE * since_blocks
    nats = _growth_nats(before.blocks, since_blocks, since_squares, rule.dispersion) if excess > 0 else 0.0
    limit = (rule.limit_nats * rule.dispersion) / _NATS_OF_EXCESS
    if nats <= 0 or (before.grown and excess < 0.5 * limit):
        return _take_in(before, since_blocks, since_squares) if learns else _forget(before)
    # Held below one and a half limits, so that a sensor that calms down is trusted again.
    held = min(1.0, (1.5 * limit) / excess)
    excess *= held
    return ChannelNoise(
        before.blocks,
        before.variance,
        binary32(since_blocks * held),
        binary32(since_squares * held),
        seq if is_first else before.since_seq,
        at_us if is_first else before.since_us,
        before.grown or (excess >= limit and nats >= rule.reference_nats),
    )


def _forget(before: ChannelNoise) -> ChannelNoise:
    return NO_CHANNEL_NOISE._replace(blocks=before.blocks, variance=before.variance)


def _take_in(before: ChannelNoise, since_blocks: float, since_squares: float) -> ChannelNoise:
    """The blocks since looked ordinary: they join the reference."""
    # What was found to have grown is no reference, not even once it has come back.
    if before.grown:
        return _forget(before)
    blocks, variance = before.blocks, before.variance
    return NO_CHANNEL_NOISE._replace(
        blocks=binary32(blocks + since_blocks),
        variance=_at_least((variance * (blocks + since_squares)) / (blocks + since_blocks)),
    )


def _growth_nats(blocks: float, since_blocks: float, since_squares: float, dispersion: float) -> float:
    """How much likelier the blocks since are with four times the variance of a reference known from its blocks."""
    a, b, s = blocks / dispersion, since_blocks / dispersion, since_squares / dispersion
    return 0.5 * ((a + b) * ln((a + s) / (a + 0.25 * s)) - b * _LN_FOUR)


def start_channel(values: Sequence[float], weights: Sequence[float]) -> ChannelNoise:
    """A channel's reference from a baseline's own blocks: their values in sigma, oldest first, and their weights."""
    squares: list[float] = []
    for at, value in enumerate(values):
        away = beside_median(values[max(0, at - LOOKS_BACK) : at], value)
        squares.append(away * away)
    blocks = 0.0
    for weight in weights:
        blocks += weight
    return NO_CHANNEL_NOISE._replace(blocks=binary32(blocks), variance=_mean_square(squares))


def _mean_square(squares: Sequence[float]) -> float:
    """The mean of squares none of which counts for more than nine times that mean."""
    mean = 1.0
    # Each pass takes what is left of an outlier to a fifth.
    for _ in range(8):
        total = 0.0
        for square in squares:
            total += min(square, _MAX_SQUARE * mean)
        mean = _at_least(total / len(squares))
    return mean


def _at_least(variance: float) -> float:
    return binary32(max(_LEAST_VARIANCE, variance))


def beside_median(before: Sequence[float], value: float) -> float:
    """How far a value lies from the median of the five before it; from the baseline, 0, while there are fewer."""
    return value if len(before) < LOOKS_BACK else value - sorted(before)[2]


# --- Outliers ---

# Half of a window of the same variance.
_MEMORY = 50
# One in ten million, and that of frames that share all but one with their neighbours.
_LN_RAREST = 16
_LN_UNUSUAL = 4


def count_frame(before: OutlierHabit, is_outlier: bool, learns: bool, max_per_hundred: float) -> OutlierHabit:
    """The counts with one more frame that was tested. Only more outliers than are a vehicle's habit are news."""
    one = 1 if is_outlier else 0
    share = before.share + (one - before.share) / _MEMORY
    nats = _MEMORY * _divergence(share, (before.found + 1) / (before.frames + 20))
    is_above_limit = 100 * share > max_per_hundred
    many = is_above_limit and nats > (0.5 * _LN_RAREST if before.many else _LN_RAREST)
    # What is unusual already is no habit yet.
    if many or not learns or nats > _LN_UNUSUAL:
        return before._replace(share=share, many=many)
    return OutlierHabit(share, before.frames + 1, before.found + one, many)


def _divergence(share: float, probability: float) -> float:
    """Kullback-Leibler divergence of a share from a smaller probability; 0 when it is no larger."""
    if share <= probability:
        return 0.0
    rest = 1 - share
    return share * ln(share / probability) + (rest * ln(rest / (1 - probability)) if rest > 0 else 0.0)
