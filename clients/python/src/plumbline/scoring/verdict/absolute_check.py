"""Radar bias and lidar error are errors by definition: their means are also held against zero (7.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..baseline.learner import Learner, effective_noise
from ..baseline.recent_blocks import RecentMeans
from ..change.variance_curve import variance_of_mean
from ..model.sensors import LIMITED_SENSORS, TRACK_WIDTHS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.standing import AbsoluteLevel, AbsoluteStanding, PhysicalDrift, SensorCurves, VarianceCurve
from ..model.state import SensorTrack, Tracks, calibration_of
from ..numeric.profile import exp, ln, soft_clip
from ..numeric.robust import huber_mean, median, robust_spread
from ..numeric.rotation import Quaternion, between, exp_deg, log_deg, multiply
from .drift import MIN_BLOCKS, correlation_inflation, exceedance, in_limit_units, limits_of

# Robbins' weight: nearly as tight after one block as it ever gets.
_MIXTURE_WEIGHT = 0.5
# Blocks a median absolute deviation makes of one: its efficiency under normal noise.
_MEDIAN_EFFICIENCY = 0.37

_RANK: dict[AbsoluteLevel, int] = {"within": 0, "caution": 1, "critical": 2}

MeansOf = Callable[[LimitedSensor], RecentMeans]
"""Means of a sensor's newest blocks, all of them."""


class _MeanOffset(NamedTuple):
    """Mean since the last calibration as an offset from what is right, and what its standard deviation rests on."""

    drift: PhysicalDrift
    worth: float
    """Blocks the mean is worth."""
    degrees: float


class _RunningMean(NamedTuple):
    values: Sequence[float]
    sds: Sequence[float]
    blocks: float
    worth: float
    degrees: float
    pose: Quaternion | None


def check_against_zero(
    tracks: Tracks,
    curves: SensorCurves,
    reference: Quaternion | None,
    means: MeansOf,
    settings: ScoringSettings,
) -> AbsoluteStanding:
    """A baseline cannot absorb a fault that was there before. The camera is held against registered extrinsics."""
    standing = AbsoluteStanding("within", (), 0.0, 0.0, 0.0)
    tiers = settings.tiers
    for sensor in LIMITED_SENSORS:
        if sensor == "camera" and reference is None:
            continue
        offset = _mean_offset(sensor, tracks.of(sensor), curves.of(sensor), reference, means, settings)
        if offset is None:
            continue
        caution, critical = limits_of(sensor, settings)
        rate = tiers.absolute_error_rate
        level: AbsoluteLevel = "within"
        if _is_surely_beyond(sensor, offset, critical, rate):
            level = "critical"
        elif _is_surely_beyond(sensor, offset, caution, rate):
            level = "caution"
        drift = offset.drift
        share = 0.0 if level == "within" else abs(drift.amount) / critical
        standing = AbsoluteStanding(
            level if _RANK[level] > _RANK[standing.level] else standing.level,
            standing.beyond if level == "within" else (*standing.beyond, sensor),
            max(standing.severity, share),
            max(standing.beyond_release_caution, exceedance(sensor, drift, tiers.release_share * caution)),
            max(standing.beyond_release_critical, exceedance(sensor, drift, tiers.release_share * critical)),
        )
    return standing


def _is_surely_beyond(sensor: LimitedSensor, offset: _MeanOffset, limit: float, error_rate: float) -> bool:
    """At an error rate for the whole life of a vehicle: Robbins' normal mixture boundary (1970)."""
    amount = offset.drift.amount
    beyond = (abs(amount) if sensor == "radar" else amount) - limit
    # Nearly always so, and it saves the logarithms.
    if not beyond > 0:
        return False
    score = soft_clip(beyond / offset.drift.sd, offset.degrees)
    growth = (offset.worth + _MIXTURE_WEIGHT) / _MIXTURE_WEIGHT
    boundary = (1 + _MIXTURE_WEIGHT / offset.worth) * (ln(growth) - 2 * ln(error_rate))
    return score * score >= boundary


def _mean_offset(
    sensor: LimitedSensor,
    track: SensorTrack,
    curves: Sequence[VarianceCurve],
    reference: Quaternion | None,
    means: MeansOf,
    settings: ScoringSettings,
) -> _MeanOffset | None:
    """None before the third block."""
    if track.calibration is None:
        mean = _learning_mean(sensor, track, settings)
    else:
        mean = _running_mean(sensor, track, curves, means, settings)
    if mean is None or mean.blocks < settings.tiers.minimum_blocks:
        return None
    return _MeanOffset(_offset_of(sensor, mean, reference, settings), mean.worth, mean.degrees)


def _offset_of(
    sensor: LimitedSensor, mean: _RunningMean, reference: Quaternion | None, settings: ScoringSettings
) -> PhysicalDrift:
    if sensor == "radar":
        return in_limit_units("radar", [0.0], mean.values, mean.sds)
    if sensor == "lidar":
        error = exp(mean.values[0])
        sd = error * mean.sds[0]
        amount = error - settings.lidar.offset_m
        return PhysicalDrift(amount, sd, [amount], [sd])
    if mean.pose is None or reference is None:
        raise ValueError("a camera without a pose was held against its reference")
    turned = multiply(mean.pose, exp_deg(mean.values))
    return in_limit_units("camera", [0.0, 0.0, 0.0], log_deg(between(reference, turned)), mean.sds)


def _learning_mean(
    sensor: LimitedSensor, track: SensorTrack, settings: ScoringSettings
) -> _RunningMean | None:
    blocks = track.learnt
    if len(blocks) == 0:
        return None
    noise = effective_noise(Learner(sensor, track, settings))
    degrees = noise.degrees
    # Too few blocks to know how much they resemble each other.
    inflation = correlation_inflation(settings.prior.unknown_correlation)
    values: list[float] = []
    sds: list[float] = []
    for axis in range(TRACK_WIDTHS[sensor]):
        column = [block.values[axis] for block in blocks]
        spread = robust_spread(column, median(column))
        before = degrees * noise.prior[axis] * noise.prior[axis]
        variance = (before + len(column) * spread * spread) / (degrees + len(column))
        values.append(huber_mean(column, math.sqrt(variance)))
        sds.append(math.sqrt((variance * inflation) / len(column)))
    count = len(blocks)
    return _RunningMean(
        values, sds, count, count / inflation, degrees + _MEDIAN_EFFICIENCY * (count - 1), track.anchor
    )


def _running_mean(
    sensor: LimitedSensor,
    track: SensorTrack,
    curves: Sequence[VarianceCurve],
    means: MeansOf,
    settings: ScoringSettings,
) -> _RunningMean:
    """Reference mean and newest blocks together."""
    calibration = calibration_of(track)
    newest = means(sensor)
    recent = 0 if newest.blocks < MIN_BLOCKS else newest.blocks
    weight = track.centre_weight + recent
    values: list[float] = []
    sds: list[float] = []
    inflation = 1.0
    for axis, centre in enumerate(track.centre):
        if recent == 0:
            values.append(centre)
        else:
            values.append((track.centre_weight * centre + recent * newest.values[axis]) / weight)
        variance = variance_of_mean(curves[axis], weight)
        sds.append(calibration.scale[axis] * math.sqrt(variance))
        inflation = max(inflation, variance * max(1.0, weight))
    degrees = settings.prior.degrees + _MEDIAN_EFFICIENCY * (calibration.blocks - 1)
    return _RunningMean(values, sds, weight, max(1.0, weight) / inflation, degrees, calibration.pose)
