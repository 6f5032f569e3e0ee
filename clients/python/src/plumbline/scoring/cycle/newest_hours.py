"""What speaks loudest of a change: all that was heard, or its newest hours among themselves (4.4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from ..baseline.advance_tracks import Advance
from ..change.change_model import ChangeModel
from ..change.gather import Weighed
from ..change.silent_windows import are_silent_within_zones, stays_within_zones
from ..change.weigh_change import weigh_change
from ..frame.time_marks import time_of
from ..model.sensors import FIRST_CHANNEL, LIMITED_SENSORS
from ..model.settings import ScoringSettings
from ..model.standing import CurveMemo, MeanScatter
from ..model.state import SCALES, Bucket, ChangeSums, SensorCalibration, TimeMark, Tracks, VehicleState
from ..numeric.profile import exp, ln, soft_clip, unclipped
from .scatter_without_wave import scatter_below_wave
from .time_of_day import HOUR_US
from .track_cycle import wave_noise

# Two halves of so long a time differ, in a wave of twice the zone, by no more than the zone.
_STEADY_HOURS = 3.75
_FEWEST_DEGREES = 10
# Before a rise the error was smaller still than in the middle of it.
_WANDER_LAG = 1.5


def loudest_change(
    state: VehicleState, weighed: Weighed | None, advance: Advance, settings: ScoringSettings
) -> Weighed | None:
    """As long as a wander of the day is not known, a step among the newest hours is none; then the usual zones hold."""
    if weighed is None or weighed.model.reference_frozen or not _is_wider(advance.tracks, weighed.model):
        return weighed
    sums, model, found = weighed
    newest = sums._replace(past=[0.0] * len(sums.past), buckets=_newest_buckets(state, sums, advance))
    # Of another scatter: what is known of the curves stays that of all that was heard.
    usual = model._replace(zones=_zones_at(newest, advance.tracks, settings), known=CurveMemo())
    # The scatter of short times is nowhere larger: what is silent by all of it is silent by theirs.
    if are_silent_within_zones(sums.scatter, usual) and stays_within_zones(newest, usual):
        return weighed
    recent = newest._replace(scatter=_short_scatter(newest, advance.tracks, settings))
    among = weigh_change(recent, usual)
    return Weighed(recent, usual, among) if among.nats > found.nats else weighed


def _newest_buckets(state: VehicleState, sums: ChangeSums, advance: Advance) -> list[Bucket]:
    time_us = 0.0 if state.newest_us is None else state.newest_us
    for block in advance.scored.values():
        time_us = max(time_us, block.at_us)
    newest = TimeMark(state.entries, time_us)
    return [
        bucket
        for bucket in sums.buckets
        if time_us - time_of(state.marks, bucket.seq, newest) <= _STEADY_HOURS * HOUR_US
    ]


def _short_scatter(sums: ChangeSums, tracks: Tracks, settings: ScoringSettings) -> MeanScatter:
    """What the wander itself adds at longer scales is allowed for by the zone; the clip leaves less further out."""
    scatter = sums.scatter
    for sensor in LIMITED_SENSORS:
        track = tracks.of(sensor)
        calibration = track.calibration
        if calibration is None:
            continue
        most = wave_noise(sensor, calibration, track.centre, settings).most
        for axis, scale in enumerate(calibration.scale):
            amplitude = most / (scale * calibration.clip_unit[axis])
            channel = FIRST_CHANNEL[sensor] + axis
            below = scatter_below_wave(scatter, channel, amplitude, calibration.period_us)
            scatter = _as_wide_as(sums.buckets, below, channel)
    return scatter


def _as_wide_as(buckets: Sequence[Bucket], scatter: MeanScatter, channel: int) -> MeanScatter:
    """Where neighbours differ by no more than what blocks do now about the means of their buckets."""
    first = SCALES * channel
    now = _variance_within(buckets, channel)
    if now is None or scatter.counts[first] == 0:
        return scatter
    neighbours = scatter.squares[first] / scatter.counts[first]
    if not now < neighbours:
        return scatter
    squares = list(scatter.squares)
    for at in range(first, first + SCALES):
        squares[at] *= now / neighbours
    return MeanScatter(squares, scatter.counts)


def _variance_within(buckets: Sequence[Bucket], channel: int) -> float | None:
    """None from too few blocks."""
    degrees = squared = 0.0
    for _, _, sums in buckets:
        n, total, squares = sums[3 * channel : 3 * channel + 3]
        if not n > 1:
            continue
        degrees += n - 1
        squared += max(0.0, squares - (total / n) * total)
    return squared / degrees if degrees >= _FEWEST_DEGREES else None


def _is_wider(tracks: Tracks, model: ChangeModel) -> bool:
    for sensor in LIMITED_SENSORS:
        calibration = tracks.of(sensor).calibration
        if calibration is None:
            continue
        for axis, zone in enumerate(calibration.zones):
            if model.zones[FIRST_CHANNEL[sensor] + axis] > zone:
                return True
    return False


def _zones_at(sums: ChangeSums, tracks: Tracks, settings: ScoringSettings) -> list[float]:
    """The usual zones, as far as the clip leaves them where the sensors stand now."""
    zones = [0.0] * sums.channels
    degrees = settings.evidence.clip_degrees
    for sensor in LIMITED_SENSORS:
        calibration = tracks.of(sensor).calibration
        if calibration is None:
            continue
        for axis, zone in enumerate(calibration.zones):
            channel = FIRST_CHANNEL[sensor] + axis
            level = unclipped(_mean_of(sums.buckets, channel), degrees)
            size = unclipped(zone, degrees)
            if sensor == "lidar":
                size = max(size, _rise_at(level, calibration, settings))
            zones[channel] = _zone_at(level, size, degrees)
    return zones


def _rise_at(level: float, calibration: SensorCalibration, settings: ScoringSettings) -> float:
    """Where a lidar's error is small, the same rise is more of its logarithm."""
    unit = calibration.scale[0] * calibration.clip_unit[0]
    rise_m = _WANDER_LAG * settings.evidence.indifference_share * settings.limits.lidar_m.caution
    return ln(1 + rise_m / exp(calibration.location[0] + unit * level)) / unit


def _mean_of(buckets: Sequence[Bucket], channel: int) -> float:
    weight = total = 0.0
    for _, _, sums in buckets:
        weight += sums[3 * channel]
        total += sums[3 * channel + 1]
    return total / weight if weight > 0 else 0.0


def _zone_at(level: float, size: float, degrees: float) -> float:
    """Further out the clip leaves less of a shift; of the two ways, the one back to the middle leaves more."""
    outer = max(abs(level), size)
    return soft_clip(outer, degrees) - soft_clip(outer - size, degrees)
