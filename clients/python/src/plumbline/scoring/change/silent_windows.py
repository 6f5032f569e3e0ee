"""Whether a window in which no channel has left its zone certainly adds nothing to W: most windows are such.

There each channel's factor is below 1 for whatever variance its means have, so nobody need ask for the curves. What is
left out changes no bit: the bounds are those under which rounding cannot bring a likelihood ratio up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..model.standing import MeanScatter
from ..model.state import SCALES, ChangeSums
from .change_model import ChangeModel
from .histogram import with_buckets
from .mean_scatter import LEAST_SHARE
from .variance_curve import FAMILY_DEGREES

_MOST_INFLATION = 1e6
_LEAST_PROBABILITY = 0.01
_LEAST_SHIFT_VARIANCE = 0.01
_WEIGHTS_SLACK = 1e-12


def are_silent_within_zones(scatter: MeanScatter, model: ChangeModel) -> bool:
    return _is_ordinary(model) and _is_bounded(scatter.squares, model)


def _is_ordinary(model: ChangeModel) -> bool:
    weights = 0.0
    for variance, weight in zip(model.shift_variances, model.shift_weights, strict=True):
        if not (variance >= _LEAST_SHIFT_VARIANCE and weight >= 0):
            return False
        weights += weight
    is_sure = _LEAST_PROBABILITY <= model.participation <= 1 - _LEAST_PROBABILITY
    return weights <= 1 + _WEIGHTS_SLACK and is_sure and model.minimum_reference >= 1


def _is_bounded(squares: Sequence[float], model: ChangeModel) -> bool:
    channels = len(model.prior_curves)
    least = math.inf
    for variance in model.prior_variances:
        least = min(least, LEAST_SHARE * variance)
    for scale in range(SCALES):
        # What other channels show counts for less than what a channel itself does.
        heard = told = 0.0
        for channel in range(channels):
            heard += squares[SCALES * channel + scale]
            told = max(told, model.prior_curves[channel].ratios[scale])
        if not heard / (FAMILY_DEGREES * least) + told < _MOST_INFLATION:
            return False
    return True


def leaves_zones(window: Sequence[float], everything: Sequence[float], model: ChangeModel) -> bool:
    """Whether any channel that is heard both in a window and outside of it has left its zone."""
    out = 0 if model.reference_frozen else 1
    minimum = model.minimum_reference
    at = 0
    for zone, direction in zip(model.zones, model.directions, strict=True):
        n = window[at]
        m = everything[at] - out * n
        if m >= minimum and n >= 1:
            s = window[at + 1]
            shift = s * m - (everything[at + 1] - out * s) * n
            size = abs(shift) if direction == 0 else direction * shift
            if size > zone * (n * m):
                return True
        at += 3
    return False


def stays_within_zones(sums: ChangeSums, model: ChangeModel) -> bool:
    """Whether every window of these sums is within its zones."""
    everything = sums.past if model.reference_frozen else with_buckets(sums.past, sums.buckets)
    window = [0.0] * len(sums.past)
    for bucket in reversed(sums.buckets):
        window = [one + other for one, other in zip(window, bucket.sums, strict=False)]
        if leaves_zones(window, everything, model):
            return False
    return True
