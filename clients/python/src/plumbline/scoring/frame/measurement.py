"""One frame in the units the detectors work in."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..model.journal import SensorReading
from ..model.sensors import LIMITED_SENSORS, TRACK_NAMES, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import Repeats, SensorClock, SensorRepeats, SensorTrack, Tracks
from ..numeric.distributions import ln_gamma
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


def follow_repeats(before: Repeats, measurement: Measurement) -> tuple[Repeats, list[LimitedSensor]]:
    """A sensor's repeat counts while another sensor's value changes, or while it has sent nothing else.

    With the sensors of which this is the first other value after a default.
    """
    camera, radar, lidar = measurement.camera, measurement.radar, measurement.lidar
    if camera is None and radar is None and lidar is None:
        return before, []
    after = Repeats(
        _follow_sensor(before.camera, camera),
        _follow_sensor(before.radar, None if radar is None else (radar,)),
        _follow_sensor(before.lidar, None if lidar is None else (lidar,)),
        before.frame,
    )
    sensors = [(before.of(sensor), after.of(sensor)) for sensor in LIMITED_SENSORS]
    if any(now.fresh != then.fresh for then, now in sensors):
        frame = _end_run(before.frame, ())
        woken: list[LimitedSensor] = [
            sensor
            for sensor in LIMITED_SENSORS
            if _is_only_default(before, sensor) and not _is_only_default(after, sensor)
        ]
        return after._replace(frame=frame), woken
    kept = [now if now.fresh == 1 else then for then, now in sensors]
    return Repeats(kept[0], kept[1], kept[2], _one_more(before)), []


def _one_more(repeats: Repeats) -> SensorRepeats:
    """A run of repeats goes into the habit as far as it was needed to know it for one."""
    frame = repeats.frame
    return frame if is_repeating(repeats) else frame._replace(run=frame.run + 1)


def _follow_sensor(before: SensorRepeats, value: tuple[float, ...] | None) -> SensorRepeats:
    """A new value ends the run before it."""
    if value is None:
        return before
    run, fresh, _, latest = before
    if fresh > 0 and all(one == other for one, other in zip(value, latest, strict=True)):
        return before._replace(run=run + 1)
    return _end_run(before, value)


def _end_run(before: SensorRepeats, latest: tuple[float, ...]) -> SensorRepeats:
    """The run counts among the values heard, unless it was of the first value, which may be a default."""
    run, fresh, heard, _ = before
    counted = 0 if fresh == 0 else 1 + run if fresh > 1 else 1
    return SensorRepeats(0, fresh + 1, heard + counted, latest)


def is_stuck(repeats: Repeats, sensor: LimitedSensor) -> bool:
    """Whether a sensor repeats one value for longer than its own habit explains."""
    return repeats.of(sensor).run >= _SHORTEST_RUN and _is_unusual(repeats, sensor, _LN_RAREST)


def is_repeating(repeats: Repeats) -> bool:
    """Whether whole frames are sent again for longer than the vehicle's habit explains."""
    frame = repeats.frame
    if frame.run < _SHORTEST_RUN:
        return False
    if _has_not_varied(frame):
        return _is_rarer(frame, _LN_RAREST)
    return _ln_predicted(frame) < _LN_RAREST


def is_repeated(repeats: Repeats) -> bool:
    """Whether the newest frame is a repeat of the one before that moves nothing."""
    return repeats.frame.run > 0 and _ln_predicted(repeats.frame) < _LN_UNUSUAL


def _ln_predicted(repeats: SensorRepeats) -> float:
    """Logarithm of the probability of such a run: Laplace's rule at each repeat of it."""
    run, fresh, heard, _ = repeats
    repeated, every = heard - fresh + 2, heard + 2
    return ln_gamma(repeated + run) - ln_gamma(repeated) + ln_gamma(every) - ln_gamma(every + run)


def _has_not_varied(repeats: SensorRepeats) -> bool:
    return repeats.fresh == 1 and repeats.run > 0


def _is_only_default(repeats: Repeats, sensor: LimitedSensor) -> bool:
    """Whether a sensor repeats, and has sent nothing but, what software holds before there is a value."""
    of = repeats.of(sensor)
    if not _has_not_varied(of):
        return False
    return sensor == "lidar" or all(_is_of_default(component, len(of.latest)) for component in of.latest)


def _is_of_default(component: float, length: int) -> bool:
    """0, or in a quaternion as well a half, the root of a half or 1, up to rounding."""
    square = component * component
    return square == 0 if length == 1 else any(abs(square - one) < 1e-9 for one in (0.0, 0.25, 0.5, 1.0))


def _is_unusual(repeats: Repeats, sensor: LimitedSensor, ln_probability: float) -> bool:
    of = repeats.of(sensor)
    has_habit = of.fresh >= _ENOUGH_FRESH or _is_only_default(repeats, sensor)
    return has_habit and _is_rarer(of, ln_probability)


def _is_rarer(repeats: SensorRepeats, ln_probability: float) -> bool:
    run, fresh, heard, _ = repeats
    if run == 0:
        return False
    habit = (heard - fresh + 2) / (heard + 2)
    return run * ln(habit) < ln_probability


def without_stuck_sensors(measurement: Measurement, repeats: Repeats) -> Measurement:
    """The readings of a stuck sensor, or of one that sends a default, count as missing."""
    camera, radar, lidar = (_says_nothing(repeats, sensor) for sensor in LIMITED_SENSORS)
    if not (camera or radar or lidar):
        return measurement
    return measurement._replace(
        camera=None if camera else measurement.camera,
        radar=None if radar else measurement.radar,
        lidar=None if lidar else measurement.lidar,
    )


def _says_nothing(repeats: Repeats, sensor: LimitedSensor) -> bool:
    return _is_only_default(repeats, sensor) or _is_unusual(repeats, sensor, _LN_UNUSUAL)


# --- A sensor's clock: which readings come too late ---

_LATE_UNTIL_UNJUDGED = 10
_LATE_UNTIL_NEW_CLOCK = 20


def follow_clocks(
    tracks: Tracks, measurement: Measurement, newest_us: float | None, settings: ScoringSettings
) -> tuple[Tracks, Measurement | None]:
    """The tracks after a frame, and the frame without the readings that came too late; None where all did."""
    late_us = settings.frame.late_us
    late: list[str] = []
    moved: dict[str, SensorTrack] = {}
    for name in TRACK_NAMES:
        if getattr(measurement, name) is None:
            continue
        track = tracks.of(name)
        clock = _clock_after(track.clock, measurement.timestamp_us, late_us)
        moved[name] = track._replace(clock=clock)
        if clock.late_run > 0:
            late.append(name)
    after = tracks._replace(**moved)
    if not moved:
        # A frame without readings goes by the vehicle's newest time.
        is_late = newest_us is not None and measurement.timestamp_us < newest_us - late_us
        return after, None if is_late else measurement
    if len(late) == len(moved):
        return after, None
    return after, _without(measurement, late) if late else measurement


def _without(measurement: Measurement, late: list[str]) -> Measurement:
    return measurement._replace(
        camera=None if "camera" in late else measurement.camera,
        radar=None if "radar" in late else measurement.radar,
        lidar=None if "lidar" in late else measurement.lidar,
        confidence=None if "confidence" in late else measurement.confidence,
    )


def _clock_after(clock: SensorClock, at_us: float, late_us: float) -> SensorClock:
    """One reading alone ahead of all others moves no clock until a second bears it out."""
    newest_us, apart_us = clock.newest_us, clock.apart_us
    if newest_us is not None and at_us < newest_us - late_us:
        return _after_late(clock, at_us)
    if newest_us is not None and at_us <= newest_us + late_us:
        return clock._replace(newest_us=max(newest_us, at_us), apart_us=None, late_run=0)
    before_us = -math.inf if newest_us is None else newest_us
    if apart_us is None or not apart_us > before_us or at_us < apart_us - late_us:
        return clock._replace(apart_us=at_us, late_run=0)
    if at_us > apart_us + late_us:
        return clock._replace(newest_us=apart_us, apart_us=at_us, late_run=0)
    return clock._replace(newest_us=max(apart_us, at_us), apart_us=None, late_run=0)


def _after_late(clock: SensorClock, at_us: float) -> SensorClock:
    """A clock that went back and has gone on from there for long enough is taken over as it is."""
    apart_us = clock.apart_us
    latest_us = at_us if clock.late_run == 0 or apart_us is None else max(apart_us, at_us)
    if clock.late_run + 1 >= _LATE_UNTIL_NEW_CLOCK and at_us == latest_us:
        return SensorClock(at_us, None, 0, clock.late)
    return SensorClock(clock.newest_us, latest_us, clock.late_run + 1, clock.late + 1)


def is_unjudged(track: SensorTrack) -> bool:
    """Whether so many readings in a row came too late that nobody knows how the sensor stands."""
    return track.clock.late_run >= _LATE_UNTIL_UNJUDGED


def has_unjudged(tracks: Tracks) -> bool:
    return any(is_unjudged(tracks.of(sensor)) for sensor in LIMITED_SENSORS)


def has_late(tracks: Tracks) -> bool:
    """Whether the newest readings of any sensor came too late."""
    return any(track.clock.late_run > 0 for track in tracks)
