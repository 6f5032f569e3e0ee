"""How much neighbouring means of 2^k blocks differ, sampled as the histogram merges its buckets (5.3, 1 to 3 and 14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..model.settings import CurvePrior
from ..model.standing import MeanScatter
from ..model.state import SCALES, Bucket
from ..numeric.profile import binary32
from .variance_curve import ratio_so_far

# A mean is part of two samples: each counts for less.
_SHARE_OF_SAMPLE = 2 / 3
# A difference of neighbours counts as at most so many times what the bend of all five says, or the scale before.
_MOST_OF_BEND = 6
# Samples of a scale that are remembered: roads and loads change, and their noise with them.
_LONGEST_MEMORY = 200
# What another channel shows counts as so much of what the channel itself does.
_SHARE_OF_OTHERS = 0.5
_SQUARE_ROOT_OF_2 = 1.4142135623730951
LEAST_SHARE = 1e-3
"""A channel that never varies still has a variance."""


class SampleHold(NamedTuple):
    """A sample further out counts as that; held samples say less than whole ones, on average ``held_share``."""

    most_squares: float
    held_share: float


# One outlying block is in up to three samples of single blocks, and is to speak of the noise in none.
_HOLD_OF_SINGLES = SampleHold(6, 0.94)
_HOLD_OF_LONGER = SampleHold(9, 0.96)


class ScatterModel(NamedTuple):
    """What samples of a channel's scatter are judged by."""

    prior_curves: Sequence[CurvePrior]
    prior_variances: Sequence[float]
    prior_degrees: float


def clear_scatter(scatter: MeanScatter, first: int, width: int) -> MeanScatter:
    """Without what it holds of some channels."""
    nothing = [0.0] * (SCALES * width)
    squares, counts = list(scatter.squares), list(scatter.counts)
    squares[SCALES * first : SCALES * (first + width)] = nothing
    counts[SCALES * first : SCALES * (first + width)] = nothing
    return MeanScatter(squares, counts)


def add_curve(scatter: MeanScatter, channel: int, curve: CurvePrior, variance: float) -> MeanScatter:
    """With a curve's samples, as many as its degrees, of a channel whose blocks have this variance."""
    squares, counts = list(scatter.squares), list(scatter.counts)
    for scale in range(SCALES):
        at = SCALES * channel + scale
        samples = curve.degrees[scale]
        squares[at] = binary32(squares[at] + samples * curve.ratios[scale] * variance)
        counts[at] = binary32(counts[at] + samples)
    return MeanScatter(squares, counts)


class _Channel:
    """A channel whose samples are being added to."""

    def __init__(
        self, squares: list[float], counts: list[float], channel: int, variance: float, prior: CurvePrior
    ) -> None:
        self._squares, self._counts = squares, counts
        self._scatter = MeanScatter(squares, counts)
        self._channel, self._variance, self._prior = channel, variance, prior

    def add(self, scale: int, sample: float, bend: float | None, hold: SampleHold) -> None:
        """Held to what the channel's own samples say and to the bend beside it; a pair of single blocks has none."""
        usual = self._so_far(max(0, scale - 1))
        most = hold.most_squares * max(usual, self._so_far(scale))
        if bend is not None:
            most = min(_MOST_OF_BEND * max(bend, usual), most)
        held = (1 / hold.held_share) * min(sample, most)
        at = SCALES * self._channel + scale
        count = self._counts[at] + _SHARE_OF_SAMPLE
        kept = min(1.0, _LONGEST_MEMORY / count)
        self._squares[at] = binary32(kept * (self._squares[at] + _SHARE_OF_SAMPLE * held))
        self._counts[at] = binary32(kept * count)

    def _so_far(self, scale: int) -> float:
        return ratio_so_far(self._scatter, self._channel, self._variance, self._prior, scale) * self._variance


def sample_level(
    scatter: MeanScatter, buckets: Sequence[Bucket], first: int, past: Sequence[float], model: ScatterModel
) -> MeanScatter:
    """Samples taken when a level of the histogram is one bucket too full, before its two oldest become one."""
    five = buckets[first : first + 5]
    if len(five) < 5:
        return scatter
    squares, counts = list(scatter.squares), list(scatter.counts)
    is_singles = five[0].size == 1
    for channel in range(len(past) // 3):
        weights = [bucket.sums[3 * channel] for bucket in five]
        least = min(weights)
        # Of unequal weight they belong to no scale, and of less than a block one tells nothing.
        if least < 1 or max(weights) > 2 * least:
            continue
        total = 0.0
        for weight in weights:
            total += weight
        means = [bucket.sums[3 * channel + 1] / weight for bucket, weight in zip(five, weights, strict=True)]
        variance = block_variance(past, channel, model.prior_variances, model.prior_degrees)
        known = _Channel(squares, counts, channel, variance, model.prior_curves[channel])
        _sample_neighbours(known, means, [1 / weight for weight in weights], total / 5, is_singles)
    return MeanScatter(squares, counts)


def _sample_neighbours(
    known: _Channel, means: Sequence[float], inverses: Sequence[float], weight: float, is_singles: bool
) -> None:
    """Neighbours apart: single buckets, and two and two of four; their first four or their last."""
    m0, m1, m2, m3, m4 = means
    i0, i1, i2, i3, i4 = inverses
    hold = _HOLD_OF_SINGLES if is_singles else _HOLD_OF_LONGER
    if is_singles:
        single = _nearest_scale(weight)
        known.add(single, _square_of(m0 - m1, i0 + i1), None, hold)
        known.add(single, _square_of(m1 - m2, i1 + i2), None, hold)
    # The orthogonal polynomial of second degree (Fisher & Yates 1938, table XXIII): a steady drift does not bend.
    bend = _square_of(2 * m0 - m1 - 2 * m2 - m3 + 2 * m4, 4 * i0 + i1 + 4 * i2 + i3 + 4 * i4)
    scale = _nearest_scale(2 * weight)
    known.add(scale, _square_of(m0 + m1 - m2 - m3, i0 + i1 + i2 + i3), bend, hold)
    known.add(scale, _square_of(m1 + m2 - m3 - m4, i1 + i2 + i3 + i4), bend, hold)


def _square_of(contrast: float, spread: float) -> float:
    """The square of a contrast of means, over what it is for independent blocks of variance 1."""
    return (contrast * contrast) / spread


def _nearest_scale(blocks: float) -> int:
    """Nearest power of two of a mean's blocks, in the logarithm."""
    scale = 0
    power = 1
    while blocks > _SQUARE_ROOT_OF_2 * power and scale < SCALES - 1:
        scale += 1
        power *= 2
    return scale


def block_variance(
    reference: Sequence[float], channel: int, prior_variances: Sequence[float], prior_degrees: float
) -> float:
    """Variance of one block of a channel: that of the reference, with the prior counted in."""
    n = reference[3 * channel]
    prior = prior_variances[channel]
    if n <= 1:
        return prior
    total = reference[3 * channel + 1]
    squares = max(0.0, reference[3 * channel + 2] - (total * total) / n)
    return max(LEAST_SHARE * prior, (prior_degrees * prior + squares) / (n - 1 + prior_degrees))


def add_baseline_scatter(
    scatter: MeanScatter, first_channel: int, blocks: Sequence[Sequence[float]]
) -> MeanScatter:
    """All overlapping neighbours of every length that three of them fit in (IEEE 1139-2008, annex C)."""
    squares, counts = list(scatter.squares), list(scatter.counts)
    count = len(blocks)
    width = len(blocks[0]) if count > 0 else 0
    for axis in range(width):
        sums = [0.0]
        for values in blocks:
            sums.append(sums[-1] + values[axis])
        n = 1
        for scale in range(SCALES):
            if 3 * n > count:
                break
            degrees = (1.5 * count) / n - (2 * (count - 1)) / (count + 1)
            degrees *= (4 * n * n) / (4 * n * n + 5)
            at = SCALES * (first_channel + axis) + scale
            squares[at] = binary32(squares[at] + degrees * _mean_sample(sums, n))
            counts[at] = binary32(counts[at] + degrees)
            n *= 2
    return MeanScatter(squares, counts)


def _mean_sample(sums: Sequence[float], n: int) -> float:
    """Mean of n/2·(Ā - B̄)² over all neighbours of n blocks each."""
    total = 0.0
    pairs = len(sums) - 2 * n
    for at in range(pairs):
        difference = (sums[at + 2 * n] - 2 * sums[at + n] + sums[at]) / n
        total += 0.5 * n * difference * difference
    return total / pairs


def share_scatter(
    scatter: MeanScatter, variances: Sequence[float], block_levels: Sequence[int]
) -> MeanScatter:
    """In units of each channel's own variance, with a part of what the others of the vehicle show."""
    channels = range(len(variances))
    counts = scatter.counts
    own = [scatter.squares[SCALES * c + k] / variances[c] for c in channels for k in range(SCALES)]
    shared_squares, shared_counts = list(own), list(counts)
    for channel in channels:
        for other in channels:
            # Means of as many blocks are means of as many frames only where blocks are of one length.
            if other == channel or block_levels[other] != block_levels[channel]:
                continue
            first, from_other = SCALES * channel, SCALES * other
            for scale in range(SCALES):
                shared_squares[first + scale] += _SHARE_OF_OTHERS * own[from_other + scale]
                shared_counts[first + scale] += _SHARE_OF_OTHERS * counts[from_other + scale]
    return MeanScatter(shared_squares, shared_counts)
