"""What noise may be before it is heard: independent blocks, or such with a share that wanders (5.3, 4 to 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..model.state import SCALES
from ..numeric.profile import exp, ln

_INDEPENDENT_PROBABILITY = 0.5
_WANDERING_SHARES = (0.07, 0.15, 0.3, 1.0)
_WANDERING_CORRELATIONS = (0.3, 0.6, 0.9, 0.97)
# Blocks are made long enough that whole ones are correlated by less.
_MOST_RESEMBLANCE = 0.6
# A kind is the rarer, the more its means of 2^6 blocks wander.
_RARITY_SCALE = 6
_NEGLIGIBLE_NATS = 20.7


class Kind(NamedTuple):
    ratios: tuple[float, ...]
    """n·AVAR(n) over the variance of a block, scale by scale."""
    ln_ratios: tuple[float, ...]
    ln_probability: float


def _inflation_of(share: float, correlation: float) -> list[float]:
    """n·Var(mean of n) over the variance of a block, n = 2^k, k = 0 to 10 (Priestley 1981, 5.3.2)."""
    apart = 1 - correlation
    limit = (1 + correlation) / apart
    short = (2 * correlation) / (apart * apart)
    inflation: list[float] = []
    faded = correlation
    n = 1
    for _ in range(SCALES + 1):
        inflation.append(1 - share + share * (limit - (short * (1 - faded)) / n))
        faded *= faded
        n *= 2
    return inflation


def _ratios_of(inflation: Sequence[float]) -> tuple[float, ...]:
    return tuple(2 * mean - longer for mean, longer in pairwise(inflation))


def ratios_of_correlated(correlation: float) -> tuple[float, ...]:
    """Of blocks that are correlated by correlation^lag."""
    return _ratios_of(_inflation_of(1.0, correlation))


def _all_kinds() -> tuple[Kind, ...]:
    wandering = [
        _inflation_of(share, correlation)
        for share in _WANDERING_SHARES
        for correlation in _WANDERING_CORRELATIONS
        if share * correlation <= _MOST_RESEMBLANCE
    ]
    weights = [1 / math.sqrt(inflation[_RARITY_SCALE]) for inflation in wandering]
    total = 0.0
    for weight in weights:
        total += weight
    probabilities = [_INDEPENDENT_PROBABILITY]
    probabilities += [((1 - _INDEPENDENT_PROBABILITY) * weight) / total for weight in weights]
    kinds: list[Kind] = []
    for inflation, probability in zip([_inflation_of(0.0, 0.0), *wandering], probabilities, strict=True):
        ratios = _ratios_of(inflation)
        kinds.append(Kind(ratios, tuple(ln(ratio) for ratio in ratios), ln(probability)))
    return tuple(kinds)


KINDS = _all_kinds()


def likely_kinds(sums: Sequence[float], counts: Sequence[float]) -> tuple[int, list[tuple[int, float]]]:
    """Bayes over the kinds, by sums of so many samples of each scale in units of the variance of a block.

    How many scales were heard, and each kind that is left with its probability.
    """
    # What was not heard adds nothing.
    heard = SCALES
    while heard > 0 and counts[heard - 1] == 0:
        heard -= 1
    places = range(heard)
    logs: list[float] = []
    for ratios, ln_ratios, ln_probability in KINDS:
        total = 0.0
        for scale in places:
            total += sums[scale] / ratios[scale] + counts[scale] * ln_ratios[scale]
        logs.append(ln_probability - 0.5 * total)
    most = max(logs)
    likely = [(kind, exp(log - most)) for kind, log in enumerate(logs) if not log - most < -_NEGLIGIBLE_NATS]
    total = 0.0
    for _, probability in likely:
        total += probability
    return heard, [(kind, probability / total) for kind, probability in likely]
