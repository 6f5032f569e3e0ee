"""One frame in the units the detectors work in."""

from __future__ import annotations

from typing import NamedTuple

from ..model.journal import SensorReading
from ..model.sensors import LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import Repeats, SensorRepeats
from ..numeric.profile import ln
from ..numeric.rotation import Quaternion, is_coarsely_rounded, orthonormality_error, project_rotation


class Measurement(NamedTuple):
    """None: the sensor said nothing usable."""

    seq: int
    timestamp_us: float
    camera: Quaternion | None
    orthonormality_error: float
    coarsely_rounded: bool
    radar: float | None
    """Metres."""
    lidar: float | None
    """ln(registration error + offset): the logarithm takes the skew out, limits stay in metres."""
    lidar_weight: float
    """The lidar's own confidence, 1 when it gave none."""
    lidar_confidence: float | None
    confidence: float | None
    """Logit of the lidar confidence."""

    def of(self, sensor: LimitedSensor) -> Quaternion | float | None:
        value: Quaternion | float | None = getattr(self, sensor)
        return value


def measure(reading: SensorReading, seq: int, settings: ScoringSettings) -> Measurement:
    rotation = reading.camera_rotation
    confidence = reading.lidar_confidence
    radar = reading.radar_range_bias_m
    return Measurement(
        seq=seq,
        timestamp_us=reading.timestamp_us,
        camera=None if rotation is None else project_rotation(rotation),
        orthonormality_error=0.0 if rotation is None else orthonormality_error(rotation),
        coarsely_rounded=rotation is not None and is_coarsely_rounded(rotation),
        # JSON has -0, which sensors that round send: adding 0 makes 0 of it, the same reading.
        radar=None if radar is None else radar + 0.0,
        lidar=_measure_lidar(reading, settings),
        lidar_weight=1.0 if confidence is None else confidence,
        lidar_confidence=confidence,
        confidence=None if confidence is None else logit(confidence),
    )


def _measure_lidar(reading: SensorReading, settings: ScoringSettings) -> float | None:
    confidence, error = reading.lidar_confidence, reading.lidar_registration_error_m
    is_trusted = confidence is None or confidence >= settings.lidar.confidence_floor
    return None if error is None or not is_trusted else ln(error + settings.lidar.offset_m)


def logit(confidence: float) -> float:
    """ln(c/(1 - c)), with c kept half a percent away from certainty."""
    inside = max(0.005, min(0.995, confidence))
    return ln(inside / (1 - inside))


# --- A sensor that repeats itself (7.7) ---

_SHORTEST_RUN = 3
_ENOUGH_FRESH = 10
# One in a billion: values sent in coarse steps begin runs by the thousand in a week.
_LN_RAREST = -20.72326583694641
# One in twenty.
_LN_UNUSUAL = -2.995732273553991


def follow_repeats(before: Repeats, measurement: Measurement) -> Repeats:
    """A repeat only counts while another sensor's value changes: else the frame was sent twice."""
    camera, radar, lidar = measurement.camera, measurement.radar, measurement.lidar
    after = Repeats(
        _follow_sensor(before.camera, camera),
        _follow_sensor(before.radar, None if radar is None else (radar,)),
        _follow_sensor(before.lidar, None if lidar is None else (lidar,)),
    )
    return after if any(now.fresh != then.fresh for now, then in zip(after, before, strict=True)) else before


def _follow_sensor(before: SensorRepeats, value: tuple[float, ...] | None) -> SensorRepeats:
    """A new value ends the run before it, which then counts among the values heard."""
    if value is None:
        return before
    run, fresh, heard, latest = before
    if fresh > 0 and all(one == other for one, other in zip(value, latest, strict=True)):
        return SensorRepeats(run + 1, fresh, heard, latest)
    return SensorRepeats(0, fresh + 1, heard + 1 + run if fresh > 0 else heard, value)


def is_stuck(repeats: Repeats, sensor: LimitedSensor) -> bool:
    """Whether a sensor that used to vary repeats one value for longer than its own habit explains."""
    of = repeats.of(sensor)
    return of.run >= _SHORTEST_RUN and _is_rarer(of, _LN_RAREST)


def _is_rarer(repeats: SensorRepeats, ln_probability: float) -> bool:
    run, fresh, heard, _ = repeats
    if run == 0 or fresh < _ENOUGH_FRESH:
        return False
    habit = (heard - fresh + 2) / (heard + 2)
    return run * ln(habit) < ln_probability


def without_stuck_sensors(measurement: Measurement, repeats: Repeats) -> Measurement:
    """A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on."""
    camera, radar, lidar = (_is_rarer(repeats.of(sensor), _LN_UNUSUAL) for sensor in LIMITED_SENSORS)
    if not (camera or radar or lidar):
        return measurement
    return measurement._replace(
        camera=None if camera else measurement.camera,
        radar=None if radar else measurement.radar,
        lidar=None if lidar else measurement.lidar,
    )
