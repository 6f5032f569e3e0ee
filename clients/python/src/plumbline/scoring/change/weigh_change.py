"""The sequential statistic W: the logarithm of the sum, over every possible start of a change, of L - 1 (5.2 to 5.6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..model.score import ChannelInWindow, DecidingWindow
from ..model.sensors import CHANNELS
from ..model.standing import CurveMemo, KnownCurves, MeanScatter, VarianceCurve
from ..model.state import Bucket, ChangeSums
from ..numeric.profile import binary32, exp, ln
from .change_model import ChangeModel, WeighedChange
from .histogram import with_buckets
from .mean_scatter import block_variance, share_scatter
from .silent_windows import are_silent_within_zones, leaves_zones
from .variance_curve import degrees_of_difference, variance_beyond_zone, variance_curve

# Bayes factors beyond this much of one channel decide nothing more; five channels of e^120 are still finite.
_MAX_NATS = 120.0
# Buckets of as many blocks are old enough to hold no young change, if they hold so many together.
_SETTLED_SIZE = 8
_FEWEST_SETTLED = 16

_sqrt = math.sqrt


class ComparedChannel(NamedTuple):
    n: float
    m: float
    sum: float
    reference_sum: float
    shift: float
    """Mean of the window minus mean of the reference, times both weights."""
    variance: float
    mean_variance: float
    degrees: float
    factors: Sequence[float]
    """Bayes factor for each prior shift variance."""


class ComparedWindow(NamedTuple):
    channels: Sequence[ComparedChannel | None]
    likelihood: float | None
    """"Some of these sensors have moved" against "none has"; None when none can be compared."""
    shares: Sequence[float]
    """By sensor: the part of that ratio in which it takes part."""
    term: float
    """What W adds for this start: size·sensors heard·(likelihood - 1), never below 0."""


def weigh_change(sums: ChangeSums, model: ChangeModel) -> WeighedChange:
    walk = _Walk(sums, model)
    total = most = 0.0
    taken = [0.0] * len(model.sensors)
    likeliest: ComparedWindow | None = None
    change_row = -1
    for row in range(len(sums.buckets) - 1, -1, -1):
        compared = walk.compare(row)
        if compared is None or compared.likelihood is None or not compared.likelihood > 1:
            continue
        share = compared.term / compared.likelihood
        for sensor, part in enumerate(compared.shares):
            taken[sensor] += share * part
        total += compared.term
        if compared.term > most:
            most, likeliest, change_row = compared.term, compared, row
    posterior = [min(1.0, share / total) if total > 0 else 0.0 for share in taken]
    if likeliest is None:
        return WeighedChange(ln(total), posterior, -1, 0, 0, "upper")
    channel = _loudest(likeliest.channels, len(model.shift_variances))
    compared_channel = likeliest.channels[channel]
    is_lower = compared_channel is not None and compared_channel.shift < 0
    change_seq = sums.buckets[change_row].seq
    return WeighedChange(
        ln(total), posterior, change_row, change_seq, channel, "lower" if is_lower else "upper"
    )


class _Walk:
    """Over the buckets, newest first. The curves are asked for by the first window that leaves its zones."""

    def __init__(self, sums: ChangeSums, model: ChangeModel) -> None:
        self._sums, self._model = sums, model
        self._everything = sums.past if model.reference_frozen else with_buckets(sums.past, sums.buckets)
        self._window = [0.0] * (3 * sums.channels)
        self._silent_within = are_silent_within_zones(sums.scatter, model)
        self._curves: Sequence[VarianceCurve] | None = None

    def compare(self, row: int) -> ComparedWindow | None:
        bucket = self._sums.buckets[row]
        window = self._window = [one + other for one, other in zip(self._window, bucket.sums, strict=False)]
        if self._silent_within and not leaves_zones(window, self._everything, self._model):
            return None
        if self._curves is None:
            self._curves = curves_of(self._sums, self._everything, self._model)
        return _compare(window, self._everything, bucket.size, self._model, self._curves)


def compare_window(sums: ChangeSums, model: ChangeModel, row: int) -> ComparedWindow:
    """The window that starts with a bucket."""
    window = with_buckets([0.0] * len(sums.past), sums.buckets[row:][::-1])
    everything = sums.past if model.reference_frozen else with_buckets(sums.past, sums.buckets)
    curves = curves_of(sums, everything, model)
    return _compare(window, everything, sums.buckets[row].size, model, curves)


def _compare(
    window: Sequence[float],
    everything: Sequence[float],
    size: int,
    model: ChangeModel,
    curves: Sequence[VarianceCurve],
) -> ComparedWindow:
    channels = [_compare_channel(window, everything, at, model, curve) for at, curve in enumerate(curves)]
    shifts = len(model.shift_variances)
    factors = [None if channel is None else channel.factors for channel in channels]
    sensors = [sensor_factors(factors[first:end], shifts) for first, end in model.sensors]
    likelihood, shares = _mix_sensors(sensors, model)
    heard = sum(1 for of in sensors if of is not None)
    term = size * heard * (likelihood - 1) if likelihood is not None and likelihood > 1 else 0.0
    return ComparedWindow(channels, likelihood, shares, term)


def _compare_channel(
    window: Sequence[float],
    everything: Sequence[float],
    channel: int,
    model: ChangeModel,
    curve: VarianceCurve,
) -> ComparedChannel | None:
    at = 3 * channel
    out = 0 if model.reference_frozen else 1
    n, s = window[at], window[at + 1]
    m = everything[at] - out * n
    if m < model.minimum_reference or n < 1:
        return None
    before = everything[at + 1] - out * s
    squares_before = everything[at + 2] - out * window[at + 2]
    mean = before / m
    shift = s * m - before * n
    direction = model.directions[channel]
    size = (abs(shift) if direction == 0 else direction * shift) / (n * m)
    beyond = max(0.0, size - model.zones[channel])
    own_degrees = m - 1 + model.prior_degrees
    prior = model.prior_variances[channel]
    squares = max(0.0, squares_before - m * mean * mean)
    variance = max(model.variance_floor * prior, (model.prior_degrees * prior + squares) / own_degrees)
    mean_variance = variance_beyond_zone(curve, model.zones[channel] / _sqrt(prior), n, m)
    degrees = 1 / (1 / own_degrees + 1 / degrees_of_difference(curve, n, m))
    factors = student_factors(mean_variance, beyond, variance, degrees, model.shift_variances)
    return ComparedChannel(n, m, s, before, shift, variance, mean_variance, degrees, factors)


def student_factors(
    mean_variance: float, beyond: float, variance: float, degrees: float, shift_variances: Sequence[float]
) -> list[float]:
    """B of one channel for each prior shift variance: its mean has moved by so much beyond the zone."""
    information = 1 / mean_variance
    if beyond == 0:
        return [1 / _sqrt(1 + information * g) for g in shift_variances]
    z = (information * beyond * beyond) / (variance * degrees)
    half = 0.5 * (degrees + 1)
    factors: list[float] = []
    for g in shift_variances:
        spread = 1 + information * g
        exponent = half * ln((1 + z) / (1 + z / spread))
        factors.append((1 / _sqrt(spread)) * exp(min(_MAX_NATS, exponent)))
    return factors


def sensor_factors(channels: Sequence[Sequence[float] | None], shifts: int) -> Sequence[float] | None:
    """B of a sensor: half for one of its channels alone, half for all of them together; None where none was heard."""
    if len(channels) == 1:
        return channels[0]
    if all(factors is None for factors in channels):
        return None
    mixed: list[float] = []
    for g in range(shifts):
        total, product = 0.0, 1.0
        for factors in channels:
            factor = 1.0 if factors is None else factors[g]
            total += factor
            product *= factor
        mixed.append((0.5 / len(channels)) * total + 0.5 * product)
    return mixed


def _mix_sensors(
    sensors: Sequence[Sequence[float] | None], model: ChangeModel
) -> tuple[float | None, Sequence[float]]:
    """Over the prior shift variances, and over which of the sensors that can be compared take part."""
    p = model.participation
    q = 1 - p
    heard = [(sensor, factors) for sensor, factors in enumerate(sensors) if factors is not None]
    shares = [0.0] * len(sensors)
    if not heard:
        return None, shares
    none = 1.0
    for _ in heard:
        none *= q
    likelihood = 0.0
    for g, shift_weight in enumerate(model.shift_weights):
        weight = shift_weight / (1 - none)
        takes = [(sensor, p * factors[g]) for sensor, factors in heard]
        every = 1.0
        for _, part in takes:
            every *= q + part
        likelihood += weight * (every - none)
        for sensor, part in takes:
            others = 1.0
            for other, other_part in takes:
                if other != sensor:
                    others *= q + other_part
            shares[sensor] += weight * part * others
    return likelihood, shares


def _loudest(channels: Sequence[ComparedChannel | None], shifts: int) -> int:
    """The channel with the largest factor of all, the first prior variance and channel among equals."""
    loudest, found = -1.0, 0
    for g in range(shifts):
        for channel, compared in enumerate(channels):
            if compared is not None and compared.factors[g] > loudest:
                loudest, found = compared.factors[g], channel
    return found


def curves_of(sums: ChangeSums, everything: Sequence[float], model: ChangeModel) -> Sequence[VarianceCurve]:
    """Of each channel, in units of the variance of all but the newest blocks where these are enough."""
    settled = sums.past if model.reference_frozen else _settled_sums(sums.past, sums.buckets)
    variances: list[float] = []
    for channel in range(len(model.prior_curves)):
        reference = settled if settled[3 * channel] >= _FEWEST_SETTLED else everything
        variances.append(block_variance(reference, channel, model.prior_variances, model.prior_degrees))
    memo = CurveMemo() if model.known is None else model.known
    last = memo.last
    if last is None or not _is_of(last, sums.scatter, variances, model):
        told = share_scatter(sums.scatter, variances, model.block_levels)
        curves = [variance_curve(told, channel, prior) for channel, prior in enumerate(model.prior_curves)]
        last = KnownCurves(sums.scatter, variances, model.prior_curves, model.block_levels, curves)
        memo.last = last
    return last.curves


def _is_of(known: KnownCurves, scatter: MeanScatter, variances: Sequence[float], model: ChangeModel) -> bool:
    return (
        known.scatter is scatter
        and known.variances == variances
        and known.block_levels == model.block_levels
        and known.prior_curves == model.prior_curves
    )


def _settled_sums(past: Sequence[float], buckets: Sequence[Bucket]) -> Sequence[float]:
    # The oldest come first.
    count = 0
    while count < len(buckets) and buckets[count].size >= _SETTLED_SIZE:
        count += 1
    return with_buckets(past, buckets[:count]) if count > 0 else past


def deciding_window(sums: ChangeSums, model: ChangeModel, found: WeighedChange) -> DecidingWindow | None:
    """The window that adds most to W, written out so that a person can compute what it adds."""
    if found.change_row < 0:
        return None
    bucket = sums.buckets[found.change_row]
    window = compare_window(sums, model, found.change_row)
    if window.likelihood is None:
        raise ValueError("the likeliest window compares nothing")
    return DecidingWindow(
        bucket.seq,
        bucket.size,
        window.likelihood,
        ln(window.term),
        tuple(
            _describe(compared, channel, model)
            for channel, compared in enumerate(window.channels)
            if compared is not None
        ),
    )


def _describe(compared: ComparedChannel, channel: int, model: ChangeModel) -> ChannelInWindow:
    direction = model.directions[channel]
    return ChannelInWindow(
        channel=CHANNELS[channel],
        blocks_since=binary32(compared.n),
        blocks_before=binary32(compared.m),
        mean_since=binary32(compared.sum / compared.n),
        mean_before=binary32(compared.reference_sum / compared.m),
        sigma=binary32(_sqrt(compared.variance)),
        mean_variance=binary32(compared.mean_variance),
        degrees=binary32(compared.degrees),
        zone=binary32(model.zones[channel]),
        side="both" if direction == 0 else "upper" if direction > 0 else "lower",
    )
