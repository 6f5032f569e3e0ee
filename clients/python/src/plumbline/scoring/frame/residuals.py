"""The present channels of one frame against their baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..baseline.calibrate import standardise
from ..baseline.learner import Learner, effective_noise
from ..cycle.daily_cycle import wave_at
from ..model.sensors import LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import SensorCalibration, SensorTrack, Tracks
from ..numeric.profile import exp
from ..numeric.robust import median
from ..numeric.rotation import Quaternion, between, log_deg
from .measurement import Measurement


class ChannelResidual(NamedTuple):
    residual: float
    """Degrees or metres."""
    standardised: float
    """In units of a frame's noise, channel by channel."""
    score: float | None
    """The same with the camera's axes made independent; None until the sensor is calibrated."""


def frame_residuals(
    tracks: Tracks, measurement: Measurement, settings: ScoringSettings
) -> list[ChannelResidual | None]:
    """The five channels in order; None where the frame carries none."""
    residuals: list[ChannelResidual | None] = []
    for sensor in LIMITED_SENSORS:
        value = measurement.of(sensor)
        if value is None:
            residuals += [None] * (3 if sensor == "camera" else 1)
            continue
        track = tracks.of(sensor)
        if track.calibration is None:
            residuals += _learning_residuals(sensor, track, value, settings)
        else:
            residuals += _calibrated_residuals(
                sensor, track, track.calibration, value, measurement.timestamp_us
            )
    return residuals


def _calibrated_residuals(
    sensor: LimitedSensor,
    track: SensorTrack,
    calibration: SensorCalibration,
    value: Quaternion | float,
    at_us: float,
) -> list[ChannelResidual]:
    values = _values_from(calibration.pose, value)
    wave = None if track.cycle is None else wave_at(track.cycle, at_us)
    if wave is not None:
        values = [one - of for one, of in zip(values, wave, strict=True)]
    scores = standardise(values, calibration.location, calibration.whitening)
    residuals: list[ChannelResidual] = []
    for axis, one in enumerate(values):
        ratio, centre = calibration.frame_ratio[axis], track.centre[axis]
        shift = one - centre
        residuals.append(
            ChannelResidual(
                _in_physical_units(sensor, shift, centre),
                shift / (calibration.scale[axis] * ratio),
                scores[axis] / ratio,
            )
        )
    return residuals


def _learning_residuals(
    sensor: LimitedSensor, track: SensorTrack, value: Quaternion | float, settings: ScoringSettings
) -> list[ChannelResidual]:
    """Before there is a baseline: against the middle of what was heard so far, in units of the prior noise."""
    values = _values_from(track.anchor, value)
    blocks = track.learnt
    prior = effective_noise(Learner(sensor, track, settings)).prior
    residuals: list[ChannelResidual] = []
    for axis, one in enumerate(values):
        middle = one if len(blocks) == 0 else median([block.values[axis] for block in blocks])
        physical = _in_physical_units(sensor, one - middle, middle)
        residuals.append(ChannelResidual(physical, (one - middle) / prior[axis], None))
    return residuals


def _values_from(start: Quaternion | None, value: Quaternion | float) -> Sequence[float]:
    """A camera's rotation vector from where it counts; before there is such a place, from itself."""
    if isinstance(value, tuple):
        return log_deg(between(value if start is None else start, value))
    return (value,)


def _in_physical_units(sensor: LimitedSensor, shift: float, place: float) -> float:
    return exp(place + shift) - exp(place) if sensor == "lidar" else shift
