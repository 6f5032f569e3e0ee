"""How far a sensor has drifted, in degrees or metres, and how surely beyond a limit (section 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..baseline.recent_blocks import RecentMeans, recent_means
from ..change.variance_curve import variance_of_difference, variance_of_mean
from ..model.sensors import LimitedSensor
from ..model.settings import LimitPair, ScoringSettings
from ..model.standing import Drift, PhysicalDrift, VarianceCurve
from ..model.state import SensorTrack
from ..numeric.distributions import normal_cdf
from ..numeric.profile import exp

MIN_BLOCKS = 3
"""Fewer have no middle that an outlier could not move."""


def estimate_drift(
    sensor: LimitedSensor,
    track: SensorTrack,
    since_seq: int | None,
    curves: Sequence[VarianceCurve],
    means: RecentMeans | None = None,
) -> Drift | None:
    """Of the newest blocks from the reference mean, since a change or else of the last twenty."""
    calibration = track.calibration
    if calibration is None:
        return None
    newest = recent_means(track, since_seq or 0) if means is None else means
    blocks = 0 if since_seq is None and newest.blocks < MIN_BLOCKS else newest.blocks
    reference = max(1.0, track.centre_weight)
    shifts: list[float] = []
    sds: list[float] = []
    for axis, centre in enumerate(track.centre):
        curve = curves[axis]
        if blocks == 0:
            shifts.append(0.0)
            between = variance_of_mean(curve, reference)
        else:
            shifts.append(newest.values[axis] - centre)
            between = variance_of_difference(curve, blocks, reference)
        sds.append(calibration.scale[axis] * math.sqrt(between))
    return Drift(*in_limit_units(sensor, track.centre, shifts, sds), blocks)


def correlation_inflation(correlation: float) -> float:
    """Variance of a mean of correlated blocks over that of independent ones."""
    return (1 + correlation) / (1 - correlation)


def in_limit_units(
    sensor: LimitedSensor, place: Sequence[float], shifts: Sequence[float], sds: Sequence[float]
) -> PhysicalDrift:
    """Shifts from a place, in the track's unit, as a drift in degrees or metres."""
    if sensor == "camera":
        return _vector_drift(shifts, sds)
    if sensor == "radar":
        return PhysicalDrift(shifts[0], sds[0], shifts, sds)
    now = exp(place[0] + shifts[0])
    amount = now - exp(place[0])
    sd = now * sds[0]
    return PhysicalDrift(amount, sd, [amount], [sd])


def exceedance(sensor: LimitedSensor, drift: PhysicalDrift | Drift, limit: float) -> float:
    """Probability that the true drift is beyond a limit on the side it is estimated on. The lidar can only get worse."""
    amount = abs(drift.amount) if sensor == "radar" else drift.amount
    return normal_cdf((amount - limit) / drift.sd)


def limits_of(sensor: LimitedSensor, settings: ScoringSettings) -> LimitPair:
    limits = settings.limits
    return {"camera": limits.camera_deg, "radar": limits.radar_m, "lidar": limits.lidar_m}[sensor]


def severity(sensor: LimitedSensor, drift: Drift, settings: ScoringSettings) -> float:
    """As a share of the critical limit, without the part that noise alone explains."""
    critical = limits_of(sensor, settings).critical
    if sensor == "camera":
        return drift.amount / critical
    amount = max(0.0, drift.amount) if sensor == "lidar" else drift.amount
    return math.sqrt(max(0.0, amount * amount - drift.sd * drift.sd)) / critical


def _vector_drift(shifts: Sequence[float], sds: Sequence[float]) -> PhysicalDrift:
    square = noise = along = 0.0
    for shift, sd in zip(shifts, sds, strict=True):
        square += shift * shift
        noise += sd * sd
        along += shift * shift * sd * sd
    amount = math.sqrt(max(0.0, square - noise))
    sd = math.sqrt(along / square if square > 0 else noise / 3)
    return PhysicalDrift(amount, sd, shifts, sds)


def is_within_zone(sensor: LimitedSensor, drift: Drift, settings: ScoringSettings) -> bool:
    """Whether it lies within the indifference zone and two standard deviations, value by value."""
    harmless = settings.evidence.indifference_share * limits_of(sensor, settings).caution
    return all(
        (part if sensor == "lidar" else abs(part)) <= harmless + 2 * sd
        for part, sd in zip(drift.parts, drift.part_sds, strict=True)
    )
