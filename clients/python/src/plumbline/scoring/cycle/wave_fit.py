"""The wave of the day by the days heard so far: v = a_day + b·cos + c·sin + noise (4.4, 2 and 3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..model.state import DailyCycle
from ..numeric.profile import binary32, exp, ln

# Fewer blocks tell nothing of a day.
_FEWEST_BLOCKS = 8
# About the last four weeks count.
_KEPT_SHARE = 27 / 28
# Of the largest amplitude; a fifth of the zone.
_MATERIAL_SHARE = 0.1
# The noise of single blocks stands for the days', with this weight.
_OWN_DEGREES = 2
_ERROR_RATE = 0.01
_LEAST_RIDGE = 1e-3


class WaveNoise(NamedTuple):
    """What a sensor's cycle is measured by, value by value, in the track's unit."""

    sigma: Sequence[float]
    most: float
    """The largest amplitude that is ever taken out; 0: none is."""
    usual: float
    """The usual zone: a smaller shift is no drift anyhow."""
    shift_of: Callable[[float], float]
    """The largest shift by so many amplitudes, which are not the same everywhere where the values are logarithms."""


class WaveEstimate(NamedTuple):
    cos: float
    sin: float
    holds: bool
    """Whether the days agree on it by more than their noise."""
    variance: float
    """Of one block at the scale of a day."""


class WaveDesign(NamedTuple):
    """Σx·xᵀ of the regressors, and what is added to its diagonal."""

    cc: float
    cs: float
    ss: float
    ridge: float


def no_days(width: int) -> Sequence[float]:
    return [0.0] * (5 + 3 * width)


def add_day(before: Sequence[float], today: Sequence[float], noise: WaveNoise) -> Sequence[float]:
    """One day more; what is older fades, because the seasons change."""
    n = today[0]
    if not n >= _FEWEST_BLOCKS or noise.most == 0:
        return before
    days = [_KEPT_SHARE * total for total in before]
    cos, sin = today[1] / n, today[2] / n
    cc = today[3] - cos * today[1]
    cs = today[4] - cos * today[2]
    ss = n - today[3] - sin * today[2]
    design = WaveDesign(cc, cs, ss, _ridge_of(noise))
    days[0] += 1
    days[1] += _rank_of(design)
    days[2] += cc
    days[3] += cs
    days[4] += ss
    for axis in range(len(noise.sigma)):
        at = 5 + 3 * axis
        yc = today[at + 1] - cos * today[at]
        ys = today[at + 2] - sin * today[at]
        days[at] += yc
        days[at + 1] += ys
        days[at + 2] += _explained_by(design, yc, ys)
    return [binary32(total) for total in days]


def fit_wave(cycle: DailyCycle, noise: WaveNoise) -> Sequence[float]:
    """The wave to be taken out from now on; as it was while the days' own differs by little."""
    wave, heard = cycle.wave, cycle.heard
    if not has_two_days(cycle) or noise.most == 0:
        return wave
    estimates = [_estimate(cycle, axis, noise) for axis in range(len(noise.sigma))]
    share = _share_taken(estimates, noise)
    fitted = [heard[1], heard[2]]
    largest = 0.0
    for axis, estimate in enumerate(estimates):
        b, c = (share * estimate.cos, share * estimate.sin) if estimate.holds else (0.0, 0.0)
        fitted += [b, c]
        db, dc = b - wave[2 + 2 * axis], c - wave[3 + 2 * axis]
        largest = max(largest, db * db + dc * dc)
    material = _MATERIAL_SHARE * noise.most
    return [binary32(value) for value in fitted] if largest > material * material else wave


def _share_taken(estimates: Sequence[WaveEstimate], noise: WaveNoise) -> float:
    """Of a larger wave only the part that is no fault is taken out: the rest is left for W to see."""
    square = 0.0
    for estimate in estimates:
        if estimate.holds:
            square += estimate.cos * estimate.cos + estimate.sin * estimate.sin
    return noise.most / math.sqrt(square) if square > noise.most * noise.most else 1.0


def has_two_days(cycle: DailyCycle) -> bool:
    """Days fade: two are a little less than 2."""
    return cycle.days[0] > 1.9


def estimate_wave(cycle: DailyCycle, axis: int, noise: WaveNoise) -> WaveEstimate | None:
    """One value's wave by ridge regression, held against how much its days differ. None before two days."""
    return _estimate(cycle, axis, noise) if has_two_days(cycle) else None


def _estimate(cycle: DailyCycle, axis: int, noise: WaveNoise) -> WaveEstimate:
    days = cycle.days
    yc, ys, by_days = days[5 + 3 * axis], days[6 + 3 * axis], days[7 + 3 * axis]
    sigma = noise.sigma[axis]
    shared = WaveDesign(days[2], days[3], days[4], _ridge_of(noise))
    explained = _explained_by(shared, yc, ys)
    degrees = _OWN_DEGREES + max(0.0, days[1] - _rank_of(shared))
    variance = (_OWN_DEGREES * sigma * sigma + max(0.0, by_days - explained)) / degrees
    ratio = explained / (2 * variance)
    cos, sin = solve(shared._replace(ridge=variance / (noise.most * noise.most)), yc, ys)
    return WaveEstimate(cos, sin, ratio > _fisher_limit(degrees), variance)


def _fisher_limit(degrees: float) -> float:
    """f that F with 2 and d degrees exceeds at the error rate, which has a closed form: (1 + 2f/d)^(-d/2)."""
    return 0.5 * degrees * (exp((-2 / degrees) * ln(_ERROR_RATE)) - 1)


def _ridge_of(noise: WaveNoise) -> float:
    """Noise over prior, the same for all values of a sensor."""
    total = 0.0
    for sigma in noise.sigma:
        total += sigma * sigma
    return max(_LEAST_RIDGE, total / (len(noise.sigma) * noise.most * noise.most))


def solve(design: WaveDesign, yc: float, ys: float) -> tuple[float, float]:
    cs = design.cs
    cc = design.cc + design.ridge
    ss = design.ss + design.ridge
    determinant = cc * ss - cs * cs
    return (ss * yc - cs * ys) / determinant, (cc * ys - cs * yc) / determinant


def _explained_by(design: WaveDesign, yc: float, ys: float) -> float:
    b, c = solve(design, yc, ys)
    return b * yc + c * ys


def _rank_of(design: WaveDesign) -> float:
    """How many of the two regressors the data say something about: the trace of the hat matrix."""
    return solve(design, design.cc, design.cs)[0] + solve(design, design.cs, design.ss)[1]
