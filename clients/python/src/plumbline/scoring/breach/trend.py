"""Step or ramp: how fast a drift grows, and when it reaches its critical limit (5.10, 2 to 5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..change.variance_curve import variance_of_mean
from ..model.score import DriftCourse, DriftTrend, TrendShape, Undated
from ..model.sensors import LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.standing import Drift, Drifts, Standing, VarianceCurve
from ..model.state import Breach, CourseRow, SensorTrack, VehicleState, calibration_of
from ..numeric.profile import exp
from ..verdict.drift import limits_of

_DAY_US = 86_400_000_000.0
# An hour: a rate a day is drawn on at most 24 times as far as it was seen, and rests on so many blocks.
_LEAST_SPAN_DAYS = 1 / 24
_LEAST_BLOCKS = 10
# A date ahead is at most so many times as far away as the drift has been seen to last.
_MAX_EXTRAPOLATION = 10
# So many times as long as their blocks take is a pause between two rows.
_LONG_PAUSE = 8
# Standard errors a slope needs to be called one.
_SURELY = 3
# 90 % quantile of the normal distribution: four fifths lie within it on both sides.
_EIGHTY = 1.2815515655446004
_MAX_DAYS = 365.0


class Observation(NamedTuple):
    """One mean of a drift over time: when, how far from the reference, the variance of that mean, and its blocks."""

    time_days: float
    value: float
    variance: float
    blocks: float
    after_pause: bool


class _Line(NamedTuple):
    mean_days: float
    mean_value: float
    mean_variance: float
    slope: float
    slope_variance: float


class Trend(NamedTuple):
    """With the straight line through the observations since it began."""

    shape: TrendShape
    began_days: float
    level: float
    span_days: float
    blocks: float
    mostly_pause: bool
    line: _Line


def describe_course(state: VehicleState, standing: Standing, settings: ScoringSettings) -> DriftCourse | None:
    """Since when a drift has lasted, and where it is going. None without a breach."""
    breach = state.breach
    if breach is None:
        return None
    sensor = _leading_sensor(breach, standing.drifts, settings)
    return DriftCourse(
        breach.course.likely, breach.course.widely, _trend_of(breach, sensor, state, standing, settings)
    )


def _leading_sensor(breach: Breach, drifts: Drifts, settings: ScoringSettings) -> LimitedSensor:
    """Of the sensors that take part, the one nearest to its critical limit."""
    leading: LimitedSensor = "camera"
    nearest = -1.0
    for sensor, share in zip(LIMITED_SENSORS, breach.posterior, strict=True):
        drift = drifts.of(sensor)
        near = 0.0 if drift is None else (share * abs(drift.amount)) / limits_of(sensor, settings).critical
        if near > nearest:
            leading, nearest = sensor, near
    return leading


def _trend_of(
    breach: Breach, sensor: LimitedSensor, state: VehicleState, standing: Standing, settings: ScoringSettings
) -> DriftTrend | None:
    track, drift = state.tracks.of(sensor), standing.drifts.of(sensor)
    if track.calibration is None or drift is None:
        return None
    newest_us = 0.0 if state.newest_us is None else state.newest_us
    rows = breach.course.rows.of(sensor)
    trend = fit_trend(_observe(rows, sensor, track, standing.curves.of(sensor), drift, newest_us))
    if trend is None:
        return None
    unseen = _unseen_reason(trend)
    days, interval, undated = _date_of(trend, unseen, sensor, drift, limits_of(sensor, settings).critical)
    return DriftTrend(
        sensor=sensor,
        shape=trend.shape,
        began_us=newest_us + math.floor(trend.began_days * _DAY_US + 0.5),
        rate_per_day=trend.line.slope if unseen is None else None,
        rate_per_day_sd=math.sqrt(trend.line.slope_variance) if unseen is None else None,
        days_to_critical=days,
        days_interval=interval,
        undated=undated,
    )


_Date = tuple[float | None, tuple[float, float] | None, Undated | None]


def _date_of(
    trend: Trend, unseen: Undated | None, sensor: LimitedSensor, drift: Drift, critical: float
) -> _Date:
    """When the trend reaches the critical limit, or why that cannot be said."""
    is_negative = sensor == "radar" and drift.amount < 0
    if (-drift.amount if is_negative else drift.amount) >= critical:
        return 0.0, None, "already_beyond"
    if unseen is not None:
        return None, None, unseen
    reached = _time_to_limit(trend, -critical if is_negative else critical)
    if reached is None:
        return None, None, "no_trend"
    days, low, high = reached
    if days > _MAX_EXTRAPOLATION * trend.span_days:
        return None, None, "span_too_short"
    return days, (low, high), None


def _unseen_reason(trend: Trend) -> Undated | None:
    """Why no rate a day can be stated of a trend, and no date; None where it can."""
    if trend.mostly_pause:
        return "gap_in_data"
    return "span_too_short" if trend.span_days < _LEAST_SPAN_DAYS or trend.blocks < _LEAST_BLOCKS else None


def _observe(
    rows: Sequence[CourseRow],
    sensor: LimitedSensor,
    track: SensorTrack,
    curves: Sequence[VarianceCurve],
    drift: Drift,
    newest_us: float,
) -> list[Observation]:
    """The rows as a drift in degrees or metres over days before now; a camera's along the direction it is off today."""
    weights, variance_of, value_of = _row_measure(sensor, track, curves, drift)
    period_us = calibration_of(track).period_us
    observations: list[Observation] = []
    earlier = rows[0] if rows else None
    for row in rows:
        before = row if earlier is None else earlier
        usual_us = 0.5 * (before.blocks + row.blocks) * period_us
        along = 0.0
        for weight, shift in zip(weights, row.shifts, strict=True):
            along += weight * shift
        observations.append(
            Observation(
                (row.time_us - newest_us) / _DAY_US,
                value_of(along),
                variance_of(row.blocks),
                row.blocks,
                row.time_us - before.time_us > _LONG_PAUSE * usual_us,
            )
        )
        earlier = row
    return observations


_RowMeasure = tuple[Sequence[float], Callable[[float], float], Callable[[float], float]]


def _row_measure(
    sensor: LimitedSensor, track: SensorTrack, curves: Sequence[VarianceCurve], drift: Drift
) -> _RowMeasure:
    """What a row's values are summed with, the variance of that sum, and the sum in degrees or metres."""
    centre, scale = track.centre, calibration_of(track).scale

    def variance_of(axis: int, blocks: float) -> float:
        # A part of a block is as sure as it is long.
        return (scale[axis] * scale[axis] * variance_of_mean(curves[axis], blocks)) / min(1.0, blocks)

    if sensor == "camera":
        weights = _unit_vector(drift.parts)

        def along(blocks: float) -> float:
            total = 0.0
            for axis, weight in enumerate(weights):
                total += weight * weight * variance_of(axis, blocks)
            return total

        return weights, along, lambda shift: shift
    if sensor == "radar":
        return [1.0], lambda blocks: variance_of(0, blocks), lambda shift: shift
    before = exp(centre[0])
    # The noise grows with the error. One variance for all, that of halfway, keeps large values from counting less.
    halfway = before + 0.5 * max(0.0, drift.amount)
    return (
        [1.0],
        lambda blocks: halfway * halfway * variance_of(0, blocks),
        lambda shift: exp(centre[0] + shift) - before,
    )


def _unit_vector(parts: Sequence[float]) -> Sequence[float]:
    square = 0.0
    for part in parts:
        square += part * part
    size = math.sqrt(square)
    return [1.0, 0.0, 0.0] if size == 0 else [part / size for part in parts]


def fit_trend(observations: Sequence[Observation]) -> Trend | None:
    """By the Bayesian information criterion (Schwarz 1978) the smaller weighted sum of squares of a step and a ramp.

    None with fewer than five observations, or when fewer than three are left since the drift began. A ramp most of which
    lies in a pause could not be told from a step, and is not tried.
    """
    if len(observations) < 5:
        return None
    every = _WeightedSums()
    for observation in observations:
        every.add(observation)
    since = _WeightedSums()
    newest = observations[-1].time_days
    best: tuple[float, float, TrendShape, int, bool] = (math.inf, 0.0, "step", 1, False)
    longest_pause = 0.0
    for at in range(len(observations) - 1, 0, -1):
        observation = observations[at]
        since.add(observation)
        # A ramp starts from nothing at the observation before the first that has moved.
        start = observations[at - 1].time_days
        if observation.after_pause:
            longest_pause = max(longest_pause, observation.time_days - start)
        mostly_pause = longest_pause > 0.5 * (newest - start)
        squares, level = every.beside_regressor(since.weights, since.weights, since.values)
        if squares < best[0]:
            best = (squares, level, "step", at, mostly_pause)
        if mostly_pause:
            continue
        squares, level = every.beside_regressor(*since.ramp_from(start))
        if squares < best[0]:
            best = (squares, level, "ramp", at, mostly_pause)
    return _trend_from(observations, best)


def _trend_from(
    observations: Sequence[Observation], best: tuple[float, float, TrendShape, int, bool]
) -> Trend | None:
    _, level, shape, start, mostly_pause = best
    line = _fit_line(observations[start:])
    if line is None:
        return None
    began_days = observations[start - 1 if shape == "ramp" else start].time_days
    blocks = 0.0
    for observation in observations[start:]:
        blocks += observation.blocks
    span_days = observations[-1].time_days - began_days
    return Trend(shape, began_days, level, span_days, blocks, mostly_pause, line)


class _WeightedSums:
    """Sums over observations, each weighted with the inverse of its variance."""

    def __init__(self) -> None:
        self.weights = self.times = self.time_squares = 0.0
        self.values = self.value_squares = self.products = 0.0

    def add(self, observation: Observation) -> None:
        time_days, value = observation.time_days, observation.value
        weight = 1 / observation.variance
        self.weights += weight
        self.times += weight * time_days
        self.time_squares += weight * time_days * time_days
        self.values += weight * value
        self.value_squares += weight * value * value
        self.products += weight * time_days * value

    def ramp_from(self, start: float) -> tuple[float, float, float]:
        """Σwx, Σwx² and Σwxy of x = t - start."""
        return (
            self.times - start * self.weights,
            self.time_squares - 2 * start * self.times + start * start * self.weights,
            self.products - start * self.values,
        )

    def beside_regressor(self, sum_x: float, sum_xx: float, sum_xy: float) -> tuple[float, float]:
        """Least weighted sum of squares beside c + a·x, and that c."""
        mean_x = sum_x / self.weights
        mean_y = self.values / self.weights
        spread = sum_xx - mean_x * sum_x
        product = sum_xy - mean_x * self.values
        size = product / spread if spread > 0 else 0.0
        squares = self.value_squares - mean_y * self.values
        return max(0.0, squares - size * product), mean_y - size * mean_x


def _fit_line(observations: Sequence[Observation]) -> _Line | None:
    """Weighted least squares. None when three observations are not to be had at two different times."""
    if len(observations) < 3:
        return None
    weights = times = values = 0.0
    for time_days, value, variance, *_ in observations:
        weights += 1 / variance
        times += time_days / variance
        values += value / variance
    mean_days, mean_value = times / weights, values / weights
    spread = products = 0.0
    for time_days, value, variance, *_ in observations:
        away = time_days - mean_days
        spread += (away * away) / variance
        products += (away * (value - mean_value)) / variance
    if not spread > 0:
        return None
    slope = products / spread
    left = 0.0
    for time_days, value, variance, *_ in observations:
        beside = value - mean_value - slope * (time_days - mean_days)
        left += (beside * beside) / variance
    dispersion = max(1.0, left / (len(observations) - 2))
    return _Line(mean_days, mean_value, dispersion / weights, slope, dispersion / spread)


def _time_to_limit(trend: Trend, limit: float) -> tuple[float, float, float] | None:
    """Days, and Fieller's 80 % interval (1954); None where the slope is none, or leads away from the limit."""
    mean_days, mean_value, mean_variance, slope, slope_variance = trend.line
    is_sure = slope * slope > _SURELY * _SURELY * slope_variance
    if trend.shape != "ramp" or not is_sure or slope * limit <= 0:
        return None
    distance = trend.level + limit - mean_value
    a = slope * slope - _EIGHTY * _EIGHTY * slope_variance
    half = distance * slope
    c = distance * distance - _EIGHTY * _EIGHTY * mean_variance
    root = math.sqrt(max(0.0, half * half - a * c))
    return (
        _within(mean_days + distance / slope),
        _within(mean_days + (half - root) / a),
        _within(mean_days + (half + root) / a),
    )


def _within(days: float) -> float:
    return max(0.0, min(_MAX_DAYS, days))
