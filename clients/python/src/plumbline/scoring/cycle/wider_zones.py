"""The zones it takes to open a breach while a wander of the day is not known (4.4.6)."""

from __future__ import annotations

import math

from ..baseline.recent_blocks import recent_values
from ..change.change_model import ChangeModel
from ..model.sensors import FIRST_CHANNEL, LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import SensorTrack, Tracks, calibration_of
from ..numeric.profile import soft_clip
from ..numeric.robust import huber_mean
from ..verdict.drift import limits_of
from .wave_fit import has_two_days

_FEWEST_BLOCKS = 10


def with_wider_zones(model: ChangeModel, tracks: Tracks, settings: ScoringSettings) -> ChangeModel:
    """As wide as what such a wander may move a mean by, where that is more than the usual zone."""
    zones = list(model.zones)
    is_wider = False
    for sensor in LIMITED_SENSORS:
        track = tracks.of(sensor)
        if track.calibration is None or track.cycle is None:
            continue
        for axis, unsure in enumerate(track.cycle.unsure):
            if unsure == 0 or _stands_beyond(track, axis, _reach_of(sensor, unsure, settings)):
                continue
            channel = FIRST_CHANNEL[sensor] + axis
            # Of all shifts of that size the clip leaves most of the one across its middle.
            half = unsure / (2 * track.calibration.scale[axis] * track.calibration.clip_unit[axis])
            wider = 2 * soft_clip(half, settings.evidence.clip_degrees)
            is_wider = is_wider or wider > zones[channel]
            zones[channel] = max(zones[channel], wider)
    return model._replace(zones=zones) if is_wider else model


def _reach_of(sensor: LimitedSensor, unsure: float, settings: ScoringSettings) -> float:
    """From end to end the wander is twice as far as from its middle, and no further than the CAUTION limit."""
    return 2 * unsure if sensor == "lidar" else min(2 * unsure, limits_of(sensor, settings).caution)


def _stands_beyond(track: SensorTrack, axis: int, reach: float) -> bool:
    """Whether the newest blocks surely lie further from where the baseline was learnt: no wander leads there."""
    values = recent_values(track, axis, 0)
    if len(values) < _FEWEST_BLOCKS:
        return False
    calibration = calibration_of(track)
    scale = calibration.scale[axis]
    away = abs(huber_mean(values, scale) - calibration.location[axis])
    return away - (3 * scale) / math.sqrt(len(values)) > reach


def needs_marks(tracks: Tracks) -> bool:
    """Until the wave of every sensor is known: until then another one may have to be taken out of the buckets."""
    for sensor in LIMITED_SENSORS:
        cycle = tracks.of(sensor).cycle
        if cycle is not None and (not has_two_days(cycle) or any(unsure > 0 for unsure in cycle.unsure)):
            return True
    return False
