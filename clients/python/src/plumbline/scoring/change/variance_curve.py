"""How much the mean of n blocks varies: noise that wanders varies more than independent noise (5.3, 8 to 12)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..model.settings import CurvePrior
from ..model.standing import MeanScatter, VarianceCurve
from ..model.state import SCALES
from .noise_kinds import KINDS, likely_kinds, ratios_of_correlated

# Degrees of freedom of what nothing is unsure of.
_CERTAIN = 1e12
KNOWN = 1000.0
"""Samples of what is taken for known."""
FAMILY_DEGREES = 30
"""The kinds of noise count as so many samples of each scale."""
# Beside as many samples of independent blocks as keep the first of a channel's own from counting for much.
_FEW_SAMPLES = 4
# What neighbours have in common counts for more, as the rule that no single block decides protects less then.
_WANDER_ALLOWANCE = 1.25
# Standard deviations at which a false breach is as rare as it is to be.
_OUTERMOST = 4
# Fewer would keep a large shift soon after the baseline from being sure.
_LEAST_DEGREES = 40.0
_LAST_POWER = 512


def _with_longer(ratios: Sequence[float]) -> list[float]:
    """The variance of a mean is what all longer scales leave of it: a(2^k) = ½·(ratio + a(2^(k+1)))."""
    # The last scale stands for all that are longer.
    longer = ratios[-1]
    means: list[float] = []
    for ratio in reversed(ratios):
        longer = 0.5 * (ratio + longer)
        means.append(longer)
    return means[::-1]


# What the kinds say of means that nothing was heard of yet.
_UNHEARD = tuple(
    _with_longer([(FAMILY_DEGREES * ratio) / FAMILY_DEGREES for ratio in kind.ratios]) for kind in KINDS
)


def variance_curve(scatter: MeanScatter, channel: int, prior: CurvePrior) -> VarianceCurve:
    """By what was heard, in units of the variance of a block, and what was told beforehand."""
    first = SCALES * channel
    told = prior.degrees
    squares, heard_counts = scatter.squares, scatter.counts
    sums = [squares[first + k] + told[k] * prior.ratios[k] for k in range(SCALES)]
    counts = [heard_counts[first + k] + told[k] for k in range(SCALES)]
    heard, likely = likely_kinds(sums, counts)
    inflation = [0.0] * SCALES
    kinds: list[tuple[float, Sequence[float]]] = []
    for kind, probability in likely:
        means = _means_of(kind, heard, sums, counts)
        kinds.append((probability, means))
        for scale, mean in enumerate(means):
            inflation[scale] += probability * mean
    degrees = _degrees_of(inflation, kinds, sums, counts)
    return VarianceCurve([max(1.0, mean) for mean in inflation], degrees)


def _means_of(kind: int, heard: int, sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    """What a kind foretells of means of every length, with the samples of that length."""
    unheard = _UNHEARD[kind]
    ratios = KINDS[kind].ratios
    means = list(unheard)
    last = SCALES - 1
    if heard < SCALES:
        longer = unheard[heard]
    else:
        longer = (FAMILY_DEGREES * ratios[last] + sums[last]) / (FAMILY_DEGREES + counts[last])
    for scale in range(heard - 1, -1, -1):
        ratio = (FAMILY_DEGREES * ratios[scale] + sums[scale]) / (FAMILY_DEGREES + counts[scale])
        longer = 0.5 * (ratio + longer)
        means[scale] = longer
    return means


def _degrees_of(
    inflation: Sequence[float],
    kinds: Sequence[tuple[float, Sequence[float]]],
    sums: Sequence[float],
    counts: Sequence[float],
) -> list[float]:
    """How surely the mean over the kinds is known, scale by scale: by how the kinds differ, and by the samples."""
    degrees = [0.0] * SCALES
    sampled = 0.0
    for scale in range(SCALES - 1, -1, -1):
        total, samples, mean = sums[scale], counts[scale], inflation[scale]
        every = FAMILY_DEGREES + samples
        own = (2 * total * total) / (samples * every * every) if samples > 0 else 0.0
        sampled = own if scale == SCALES - 1 else 0.25 * (own + sampled)
        spread = sampled
        for probability, means in kinds:
            apart = means[scale] - mean
            spread += probability * apart * apart
        twice = 2 * mean * mean
        degrees[scale] = twice / spread if twice < _CERTAIN * spread else _CERTAIN
    return degrees


def correlated_curve(correlation: float) -> VarianceCurve:
    """Of noise whose blocks are correlated by correlation^lag, taken for known."""
    inflation = _with_longer(ratios_of_correlated(correlation))
    return VarianceCurve([max(1.0, mean) for mean in inflation], [KNOWN] * SCALES)


def ratio_so_far(scatter: MeanScatter, channel: int, variance: float, prior: CurvePrior, scale: int) -> float:
    """What a channel's own samples of one scale say so far."""
    at = SCALES * channel + scale
    told = prior.degrees[scale]
    total = _FEW_SAMPLES + scatter.squares[at] / variance + told * prior.ratios[scale]
    return total / (_FEW_SAMPLES + scatter.counts[at] + told)


def _between(by_scale: Sequence[float], blocks: float) -> float:
    """Linear between the scales, constant beyond the last; of at least one block."""
    if blocks >= _LAST_POWER:
        return by_scale[SCALES - 1]
    scale = int(blocks).bit_length() - 1
    start = by_scale[scale]
    power = 1 << scale
    return start + ((by_scale[scale + 1] - start) * (blocks - power)) / power


def variance_of_mean(curve: VarianceCurve, blocks: float) -> float:
    """Of so many blocks, over that of one."""
    counted = max(1.0, blocks)
    return _between(curve.inflation, counted) / counted


def variance_of_difference(curve: VarianceCurve, one: float, other: float) -> float:
    """Of the means of two neighbouring stretches of blocks, over the variance of a block."""
    n, m = (one, other) if one < other else (other, one)
    every = n + m
    independent = every / (n * m)
    part = every / m
    # Less than a block varies no more than one.
    short = n if n > 1 else 1.0
    whole = every if every > 1 else 1.0
    measured = part * part * (_between(curve.inflation, short) / n - _between(curve.inflation, whole) / every)
    return independent + ((2 * m) / every) * max(0.0, measured - independent)


def variance_beyond_zone(curve: VarianceCurve, zone: float, n: float, m: float) -> float:
    """The same as far as it matters to shifts beyond a zone, which is given in standard deviations of a block."""
    variance = variance_of_difference(curve, n, m)
    independent = (n + m) / (n * m)
    wander = _WANDER_ALLOWANCE * (variance - independent)
    if wander == 0:
        return independent
    share = max(0.0, 1 - zone / (_OUTERMOST * math.sqrt(wander)))
    return independent + wander * share * share


def degrees_of_difference(curve: VarianceCurve, n: float, m: float) -> float:
    """As surely as the shorter side's variance is known."""
    return max(_LEAST_DEGREES, _between(curve.degrees, max(1.0, min(n, m))))
