"""What follows every frame and decides little: the reference of the frame test, charts, noise and outliers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..baseline.accept_baseline import CalibratedLearning
from ..baseline.advance_tracks import Advance
from ..baseline.block_average import frames_per_block
from ..baseline.standing import reference_moves
from ..model.sensors import CHANNELS, FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import (
    ChannelChart,
    ChannelNoise,
    FrameMoments,
    OutlierHabit,
    SensorTrack,
    VehicleState,
    calibration_of,
)
from ..numeric.profile import ln
from .hotelling import FrameTest
from .measurement import Measurement
from .moments import StandardisedFrame, add_frame, clear_moments, pair_at
from .noise import LOOKS_BACK, beside_median, count_frame, follow_channel, start_channel


def learn_frame(state: VehicleState, advance: Advance, scores: StandardisedFrame) -> FrameMoments:
    """The reference of the per-frame test after one more frame, and after any baseline this frame completed."""
    moments = state.moments
    if reference_moves(state, "camera") and any(score is not None for score in scores):
        moments = add_frame(moments, scores, _slowest_weight(state, scores))
    for sensor in LIMITED_SENSORS:
        baseline = advance.calibrated.get(sensor)
        if baseline is not None:
            moments = _start_moments(moments, sensor, baseline)
    return moments


def _slowest_weight(state: VehicleState, scores: StandardisedFrame) -> float:
    """Frames of one block resemble each other: together they count as one."""
    least = 1.0
    for sensor in LIMITED_SENSORS:
        if scores[FIRST_CHANNEL[sensor]] is not None:
            least = min(least, 1 / frames_per_block(state.tracks.of(sensor)))
    return least


def _start_moments(
    moments: FrameMoments, sensor: LimitedSensor, baseline: CalibratedLearning
) -> FrameMoments:
    first = FIRST_CHANNEL[sensor]
    ratios = calibration_of(baseline.track).frame_ratio
    started = clear_moments(moments, first, TRACK_WIDTHS[sensor])
    for block in baseline.reference:
        frame: list[float | None] = [None] * len(CHANNELS)
        for axis, u in enumerate(block.standardised):
            frame[first + axis] = u / ratios[axis]
        started = add_frame(started, frame, 1.0)
    return _restore_frame_variance(started, first, ratios, len(baseline.reference))


def _restore_frame_variance(
    moments: FrameMoments, first: int, ratios: Sequence[float], blocks: int
) -> FrameMoments:
    """Block means vary less than frames: what averaging took out is put back, as independent noise."""
    second = list(moments.second)
    for axis, ratio in enumerate(ratios):
        pair = pair_at(first + axis, first + axis, len(CHANNELS))
        second[pair + 1] += blocks * (1 - 1 / (ratio * ratio))
    return moments._replace(second=second)


# --- Charts (6.5): a tabular CUSUM a channel, for people ---


def draw_charts(state: VehicleState, advance: Advance, settings: ScoringSettings) -> Sequence[ChannelChart]:
    """Of every channel that completed a block. They show where a drift built up; they decide nothing."""
    if not advance.scored and not advance.calibrated:
        return state.charts
    charts = list(state.charts)
    for sensor in LIMITED_SENSORS:
        first = FIRST_CHANNEL[sensor]
        block = advance.scored.get(sensor)
        if block is not None and block.whitened is not None:
            moves = reference_moves(state, sensor)
            for axis, value in enumerate(block.whitened):
                charts[first + axis] = _step_chart(charts[first + axis], value, moves, settings)
        baseline = advance.calibrated.get(sensor)
        if baseline is not None:
            _start_charts(charts, first, baseline)
    return charts


def _start_charts(charts: list[ChannelChart], first: int, baseline: CalibratedLearning) -> None:
    """The blocks a baseline was learnt from give a chart its noise; a refined one keeps the sums drawn so far."""
    rows = [block.whitened for block in baseline.reference if block.whitened is not None]
    for axis in range(len(rows[0]) if rows else 0):
        chart = charts[first + axis]._replace(heard=0, mean=0.0, squares=0.0)
        for values in rows:
            chart = _add_to_noise(chart, values[axis])
        charts[first + axis] = chart


def _step_chart(chart: ChannelChart, value: float, moves: bool, settings: ScoringSettings) -> ChannelChart:
    k, clip = settings.chart.k, settings.chart.clip_sigma
    z = max(-clip, min(clip, _self_starting_score(chart, value)))
    stepped = chart._replace(upper=max(0.0, chart.upper + z - k), lower=max(0.0, chart.lower - z - k))
    return _add_to_noise(stepped, value) if moves else stepped


def _self_starting_score(chart: ChannelChart, value: float) -> float:
    """A standard normal score that needs no known mean or sigma (Hawkins 1987); 0 before the third value."""
    count = chart.heard
    if count < 2 or not chart.squares > 0:
        return 0.0
    t = ((value - chart.mean) / math.sqrt(chart.squares / (count - 1))) * math.sqrt(count / (count + 1))
    degrees = count - 1
    size = math.sqrt(degrees * ln(1 + (t * t) / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3))
    return -size if t < 0 else size


def _add_to_noise(chart: ChannelChart, value: float) -> ChannelChart:
    """Welford's update."""
    count = chart.heard + 1
    mean = chart.mean + (value - chart.mean) / count
    return chart._replace(
        heard=count, mean=mean, squares=chart.squares + (value - chart.mean) * (value - mean)
    )


# --- Noise and outliers ---


def follow_noise(
    state: VehicleState, advance: Advance, measurement: Measurement, settings: ScoringSettings
) -> Sequence[ChannelNoise]:
    """Holds still while a breach is open, whose fault may scatter too, and starts again with a new baseline."""
    if not advance.scored and not advance.calibrated:
        return state.noise
    noise = list(state.noise)
    for sensor in LIMITED_SENSORS:
        first = FIRST_CHANNEL[sensor]
        calibrated = advance.calibrated.get(sensor)
        if calibrated is not None:
            for axis in range(TRACK_WIDTHS[sensor]):
                noise[first + axis] = _start_noise(calibrated, axis)
            continue
        block = advance.scored.get(sensor)
        if block is None or state.breach is not None:
            continue
        track = state.tracks.of(sensor)
        for axis, value in enumerate(block.placed):
            away = _beside_recent(track, axis, value)
            noise[first + axis] = follow_channel(
                noise[first + axis],
                away * away,
                block.weight,
                not state.frozen,
                measurement.seq,
                measurement.timestamp_us,
                settings.noise,
            )
    return noise


def _start_noise(calibrated: CalibratedLearning, axis: int) -> ChannelNoise:
    calibration = calibration_of(calibrated.track)
    location, scale = calibration.location[axis], calibration.scale[axis]
    return start_channel(
        [(block.placed[axis] - location) / scale for block in calibrated.reference],
        [block.weight for block in calibrated.reference],
    )


def _beside_recent(track: SensorTrack, axis: int, value: float) -> float:
    """A block's value in sigma beside those of the sensor's newest blocks."""
    calibration = calibration_of(track)
    location, scale = calibration.location[axis], calibration.scale[axis]
    before = [(block.placed[axis] - location) / scale for block in track.recent[-LOOKS_BACK:]]
    return beside_median(before, (value - location) / scale)


def follow_outliers(state: VehicleState, test: FrameTest | None, settings: ScoringSettings) -> OutlierHabit:
    # During a breach outliers are what is to be expected.
    if test is None or state.breach is not None:
        return state.outliers
    rule = settings.frame
    is_outlier = test.p_value < rule.outlier_rate
    return count_frame(state.outliers, is_outlier, not state.frozen, rule.outliers_per_hundred)
