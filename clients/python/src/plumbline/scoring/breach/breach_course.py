"""When a drift began, and how far each sensor stood from the reference at a few dozen moments (5.10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..baseline.advance_tracks import Advance
from ..change.gather import Weighed
from ..change.histogram import settle_before
from ..change.weigh_change import weigh_change
from ..frame.time_marks import pauses_between, time_of
from ..model.score import ChangePointInterval
from ..model.sensors import FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import (
    BreachCourse,
    ChangeSums,
    CourseRow,
    CourseRows,
    SensorTrack,
    TimeMark,
    Tracks,
    calibration_of,
)
from ..numeric.distributions import normal_density
from ..numeric.matrix import invert3
from ..numeric.profile import binary32, exp, soft_clip

_LIKELY_SHARE = 0.5
_WIDELY_SHARE = 0.9
# Rows enough to tell a ramp from a step, few enough to be kept with the state.
_MAX_ROWS = 32


class Opening(NamedTuple):
    """The sums that were not yet frozen, and each sensor's newest blocks."""

    gathered: Weighed
    tracks: Tracks
    marks: Sequence[TimeMark]
    newest: TimeMark


def open_course(opening: Opening, settings: ScoringSettings) -> BreachCourse:
    """The course when its breach opens."""
    newest_seq = int(opening.newest.seq)
    return BreachCourse(
        _change_point_interval(opening.gathered, _LIKELY_SHARE, newest_seq),
        _change_point_interval(opening.gathered, _WIDELY_SHARE, newest_seq),
        CourseRows(*(_open_rows(sensor, opening, settings) for sensor in LIMITED_SENSORS)),
    )


def follow_course(course: BreachCourse, advance: Advance, time_us: float) -> BreachCourse:
    """With the blocks a frame has completed."""
    rows: dict[str, Sequence[CourseRow]] = {}
    for sensor in LIMITED_SENSORS:
        block = advance.scored.get(sensor)
        if block is not None:
            shifts = _shifts_from(advance.tracks.of(sensor).centre, block.placed)
            rows[sensor] = _append_row(course.rows.of(sensor), CourseRow(time_us, block.weight, shifts))
    return course._replace(rows=course.rows._replace(**rows)) if rows else course


def _change_point_interval(gathered: Weighed, probability: float, newest_seq: int) -> ChangePointInterval:
    """From the lower to the upper tail of the posterior of the change point: P(start) is its term over e^W."""
    sums, model, _ = gathered
    buckets = sums.buckets
    rows = len(buckets)
    every = weigh_change(sums, model).nats

    def since_row(row: int) -> float:
        """P(the change began in this row or later), which falls with the row."""
        return exp(weigh_change(_starting_at(sums, row, model.reference_frozen), model).nats - every)

    tail = 0.5 * (1 - probability)
    first = _last_row_with(rows, lambda row: since_row(row) >= 1 - tail)
    last = _last_row_with(rows, lambda row: since_row(row) > tail)
    to_seq = buckets[last + 1].seq - 1 if last + 1 < rows else newest_seq
    return ChangePointInterval(buckets[first].seq, to_seq)


def _starting_at(sums: ChangeSums, row: int, reference_frozen: bool) -> ChangeSums:
    """With a change allowed only from a row on: the rows before it are reference."""
    return sums._replace(buckets=sums.buckets[row:]) if reference_frozen else settle_before(sums, row)


def _last_row_with(rows: int, holds: Callable[[int], bool]) -> int:
    """The last row for which a test that holds up to some row holds; 0 when it never does."""
    low, high = 0, rows
    while high - low > 1:
        middle = (low + high) >> 1
        if holds(middle):
            low = middle
        else:
            high = middle
    return low


def _open_rows(sensor: LimitedSensor, opening: Opening, settings: ScoringSettings) -> Sequence[CourseRow]:
    track = opening.tracks.of(sensor)
    if track.calibration is None:
        return ()
    rows: Sequence[CourseRow] = ()
    first_recent = track.recent[0].seq if track.recent else opening.newest.seq
    for row in _rows_from_sums(sensor, track, first_recent, opening, settings):
        rows = _append_row(rows, row)
    for seq, weight, placed in track.recent:
        time_us = time_of(opening.marks, seq, opening.newest)
        rows = _append_row(rows, CourseRow(time_us, weight, _shifts_from(track.centre, placed)))
    return rows


def _shifts_from(centre: Sequence[float], placed: Sequence[float]) -> list[float]:
    return [value - middle for value, middle in zip(placed, centre, strict=True)]


def _rows_from_sums(
    sensor: LimitedSensor, track: SensorTrack, before_seq: float, opening: Opening, settings: ScoringSettings
) -> list[CourseRow]:
    """Older blocks are only left as sums of clipped scores: the clip's mean slope under unit noise turns them back."""
    buckets = opening.gathered.sums.buckets
    to_shifts = _scores_to_shifts(track, settings)
    first = 3 * FIRST_CHANNEL[sensor]
    rows: list[CourseRow] = []
    for row, (_, from_seq, sums) in enumerate(buckets):
        end_seq = buckets[row + 1].seq if row + 1 < len(buckets) else math.inf
        if end_seq > before_seq:
            break
        # What lies on both sides of a pause has no one time.
        if pauses_between(opening.marks, from_seq, end_seq) or not sums[first] > 0:
            continue
        time_us = time_of(opening.marks, 0.5 * (from_seq + end_seq - 1), opening.newest)
        places = range(first, first + 3 * TRACK_WIDTHS[sensor], 3)
        rows.append(CourseRow(time_us, sums[first], to_shifts([sums[at + 1] / sums[at] for at in places])))
    return rows


def _scores_to_shifts(
    track: SensorTrack, settings: ScoringSettings
) -> Callable[[Sequence[float]], Sequence[float]]:
    calibration = calibration_of(track)
    units, whitening = calibration.clip_unit, calibration.whitening
    gains = [_clip_slope(unit, settings.evidence.clip_degrees) for unit in units]
    width = len(units)
    unwhiten = [1 / whitening[0]] if width == 1 else invert3(whitening)

    def to_shifts(scores: Sequence[float]) -> Sequence[float]:
        straight = [score / gain for score, gain in zip(scores, gains, strict=True)]
        shifts: list[float] = []
        for row in range(width):
            total = calibration.location[row] - track.centre[row]
            for column in range(width):
                total += unwhiten[row * width + column] * straight[column]
            shifts.append(total)
        return shifts

    return to_shifts


def _clip_slope(unit: float, degrees: float) -> float:
    """d/dμ E[ψ((μ + Z)/unit)] at μ = 0, which is E[Z·ψ(Z/unit)] (Stein): trapezoidal rule, error below 1e-6."""
    slope = 0.0
    for step in range(-16, 17):
        z = 0.5 * step
        slope += 0.5 * normal_density(z) * z * soft_clip(z / unit, degrees)
    return slope


def _append_row(rows: Sequence[CourseRow], row: CourseRow) -> Sequence[CourseRow]:
    """The two neighbours with the fewest blocks between them become one when there are too many rows."""
    appended = (*rows, _narrowed(row))
    return _join_lightest(appended) if len(appended) > _MAX_ROWS else appended


def _join_lightest(rows: Sequence[CourseRow]) -> Sequence[CourseRow]:
    """Unless a quarter of all the time lies between them: a row in a pause would state what was not observed."""
    far = 0.25 * (rows[-1].time_us - rows[0].time_us)
    lightest_at = 0
    lightest = math.inf
    for at, (row, following) in enumerate(pairwise(rows)):
        if far > 0 and following.time_us - row.time_us >= far:
            continue
        if row.blocks + following.blocks < lightest:
            lightest_at, lightest = at, row.blocks + following.blocks
    joined = _join_rows(rows[lightest_at], rows[lightest_at + 1])
    return (*rows[:lightest_at], joined, *rows[lightest_at + 2 :])


def _join_rows(older: CourseRow, newer: CourseRow) -> CourseRow:
    a, b = older.blocks, newer.blocks

    def mean(one: float, other: float) -> float:
        return (a * one + b * other) / (a + b)

    shifts = [mean(one, other) for one, other in zip(older.shifts, newer.shifts, strict=True)]
    return _narrowed(CourseRow(mean(older.time_us, newer.time_us), a + b, shifts))


def _narrowed(row: CourseRow) -> CourseRow:
    """As a row is kept: whole microseconds, the rest as binary32."""
    shifts = [binary32(shift) for shift in row.shifts]
    return CourseRow(float(math.floor(row.time_us + 0.5)), binary32(row.blocks), shifts)
