"""The layout of a packed state; a change of it is a new version of the scoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..model.journal import FleetCurve, PriorSensors, SensorNoise, StartingPrior
from ..model.score import (
    COUNTED_SIDES,
    REASONS,
    SIDES,
    TIERS,
    ChangePointInterval,
    ChannelInWindow,
    CountedSide,
    DecidingWindow,
    ProvisionalVerdict,
)
from ..model.sensors import CHANNELS, LIMITED_SENSORS, Channel
from ..model.state import (
    Block,
    Breach,
    BreachCourse,
    ChannelChart,
    ChannelNoise,
    ConfidenceAlarm,
    CourseRow,
    CourseRows,
    DailyCycle,
    EarlyBreach,
    Finding,
    FrameMoments,
    InheritedNoise,
    OpenBlock,
    OutlierHabit,
    RecentBlock,
    RegisteredReference,
    Repeats,
    SensorCalibration,
    SensorClock,
    SensorRepeats,
    SensorTrack,
    TierState,
    TimeMark,
    Tracks,
    VehicleState,
    no_repeats,
)
from ..numeric.profile import binary32
from .binary import (
    ByteSink,
    ByteSource,
    Codec,
    Steps,
    before_at,
    boolean,
    count,
    decode,
    encode,
    float64,
    floats,
    list_of,
    nullable,
    numbers,
    numbers_beside,
    one_of,
    record,
    trailing,
)
from .change_sums import change_sums


def pack_state(state: VehicleState) -> bytes:
    """The state as bytes, mostly less than 5 KiB; equal states give equal bytes."""
    return encode(_state, state)


def unpack_state(data: bytes) -> VehicleState:
    """Exactly the state that was packed.

    :raises ValueError: on bytes that are no packed state.
    """
    return decode(_state, data)


Row = TypeVar("Row", Block, RecentBlock)

# As many entries to a block as to the one before.
_spans = numbers_beside(lambda at, before: before_at(before, at - 1))
# Most blocks are whole.
_weights = numbers_beside(lambda _at, _before: 1.0)


def _rows_of(
    times_of: Callable[[Row], list[float]],
    values_of: Callable[[Row], Sequence[float]],
    row_of: Callable[[int, float, Sequence[int], Sequence[float]], Row],
) -> Codec[Sequence[Row]]:
    """Blocks that have an entry number, whole numbers that go up with it, a weight and values: column by column."""

    def write(rows: Sequence[Row], sink: ByteSink) -> None:
        spans: list[float] = []
        seq = 0
        for row in rows:
            spans.append(float(row.seq - seq))
            seq = row.seq
        _spans.write(spans, sink)
        Steps.write([time for row in rows for time in times_of(row)], sink)
        _weights.write([row.weight for row in rows], sink)
        numbers.write([value for row in rows for value in values_of(row)], sink)

    def read(source: ByteSource) -> Sequence[Row]:
        spans = _spans.read(source)
        times = Steps.read(source)
        weights = _weights.read(source)
        values = numbers.read(source)
        rows: list[Row] = []
        seq = 0
        for at, span in enumerate(spans):
            seq += int(span)
            rows.append(row_of(seq, weights[at], _part(times, at, len(spans)), _part(values, at, len(spans))))
        return rows

    return Codec(write, read)


P = TypeVar("P", int, float)


def _part(values: Sequence[P], at: int, parts: int) -> Sequence[P]:
    width = len(values) // parts
    return values[at * width : (at + 1) * width]


_baseline_blocks: Codec[Sequence[Block]] = _rows_of(
    lambda block: [block.at_us],
    lambda block: block.values,
    lambda seq, weight, times, values: Block(seq, float(times[0]), weight, values),
)
_recent_blocks: Codec[Sequence[RecentBlock]] = _rows_of(
    lambda _block: [],
    lambda block: block.placed,
    lambda seq, weight, _times, placed: RecentBlock(seq, weight, placed),
)


def _write_marks(marks: Sequence[TimeMark], sink: ByteSink) -> None:
    Steps.write([mark.seq for mark in marks], sink)
    Steps.write([mark.time_us for mark in marks], sink)


def _read_marks(source: ByteSource) -> Sequence[TimeMark]:
    seqs = Steps.read(source)
    times = Steps.read(source)
    return tuple(TimeMark(seq, float(time)) for seq, time in zip(seqs, times, strict=True))


def _write_charts(charts: Sequence[ChannelChart], sink: ByteSink) -> None:
    numbers.write([float(value) for chart in charts for value in chart], sink)


def _read_charts(source: ByteSource) -> Sequence[ChannelChart]:
    values = numbers.read(source)
    charts: list[ChannelChart] = []
    for at in range(0, 5 * len(CHANNELS), 5):
        upper, lower, heard, mean, squares = values[at : at + 5]
        charts.append(ChannelChart(upper, lower, int(heard), mean, squares))
    return charts


def _write_repeats(repeats: Repeats, sink: ByteSink) -> None:
    values: list[float] = []
    for run, fresh, heard, latest in repeats:
        values += [float(run), float(fresh), float(heard), *latest]
    numbers.write(values, sink)


def _read_repeats(source: ByteSource) -> Repeats:
    values = numbers.read(source)

    def sensor(first: int, end: int) -> SensorRepeats:
        run, fresh, heard = (int(value) for value in values[first : first + 3])
        return SensorRepeats(run, fresh, heard, values[first + 3 : end])

    # Before 1.6.0 without those of whole frames.
    frame = sensor(15, 18) if len(values) > 15 else no_repeats(0)
    return Repeats(sensor(0, 7), sensor(7, 11), sensor(11, 15), frame)


def _write_noise(noise: Sequence[ChannelNoise], sink: ByteSink) -> None:
    """Column by column: most channels are in order, and since nothing."""
    Steps.write([2 * of.since_seq + (1 if of.grown else 0) for of in noise], sink)
    Steps.write([of.since_us for of in noise], sink)
    numbers.write([value for of in noise for value in of[:4]], sink)


def _read_noise(source: ByteSource) -> Sequence[ChannelNoise]:
    begins = Steps.read(source)
    times = Steps.read(source)
    values = numbers.read(source)
    noise: list[ChannelNoise] = []
    for at, begin in enumerate(begins):
        blocks, variance, since_blocks, since_squares = values[4 * at : 4 * at + 4]
        since_us = float(times[at])
        noise.append(
            ChannelNoise(blocks, variance, since_blocks, since_squares, begin // 2, since_us, begin % 2 == 1)
        )
    return noise


def _write_channel_in_window(of: ChannelInWindow, sink: ByteSink) -> None:
    _channel.write(of.channel, sink)
    _counted_side.write(of.side, sink)
    noise = [of.sigma, of.degrees, of.zone, of.mean_variance]
    numbers.write([of.blocks_since, of.blocks_before, of.mean_since, of.mean_before, *noise], sink)


def _read_channel_in_window(source: ByteSource) -> ChannelInWindow:
    channel = _channel.read(source)
    side = _counted_side.read(source)
    since, before, mean_since, mean_before, sigma, degrees, zone, *rest = numbers.read(source)
    # Up to scoring 1.2.0 blocks were taken for independent, and the last number was not written.
    mean_variance = rest[0] if rest else binary32(1 / since + 1 / before)
    return ChannelInWindow(
        channel, since, before, mean_since, mean_before, sigma, mean_variance, degrees, zone, side
    )


def _write_course_rows(rows: Sequence[CourseRow], sink: ByteSink) -> None:
    Steps.write([row.time_us for row in rows], sink)
    numbers.write([value for row in rows for value in (row.blocks, *row.shifts)], sink)


def _read_course_rows(source: ByteSource) -> Sequence[CourseRow]:
    times = Steps.read(source)
    values = numbers.read(source)
    rows: list[CourseRow] = []
    for at, time in enumerate(times):
        blocks, *shifts = _part(values, at, len(times))
        rows.append(CourseRow(float(time), blocks, shifts))
    return tuple(rows)


_channel: Codec[Channel] = one_of(CHANNELS)
_counted_side: Codec[CountedSide] = one_of(COUNTED_SIDES)
_quaternion = floats(4)
_interval = record(ChangePointInterval, from_seq=count, to_seq=count)
_window = record(
    DecidingWindow,
    from_seq=count,
    starts=count,
    likelihood_ratio=float64,
    term_nats=float64,
    channels=list_of(Codec(_write_channel_in_window, _read_channel_in_window)),
)
_provisional = record(
    ProvisionalVerdict,
    sensor=one_of(LIMITED_SENSORS),
    blocks_before=count,
    blocks_after=count,
    frames_per_block=count,
    correlation=float64,
    statistic=float64,
    limit=float64,
    drift=float64,
    drift_sd=float64,
)
_calibration = record(
    SensorCalibration,
    blocks=count,
    established=boolean,
    pose=nullable(_quaternion),
    location=numbers,
    scale=numbers,
    whitening=numbers,
    frame_ratio=numbers,
    correlation=numbers,
    least_correlation=numbers,
    period_us=float64,
    clip_unit=numbers,
    zones=numbers,
)
_cycle = record(
    DailyCycle,
    start_hour=count,
    newest_hour=count,
    hours=count,
    heard=numbers,
    today=numbers,
    days=numbers,
    wave=numbers,
    unsure=numbers,
)


def _read_curve(source: ByteSource) -> FleetCurve:
    return FleetCurve(count.read(source), tuple(numbers.read(source)), tuple(numbers.read(source)))


def _write_curve(curve: FleetCurve, sink: ByteSink) -> None:
    count.write(curve.level, sink)
    numbers.write(curve.ratios, sink)
    numbers.write(curve.degrees, sink)


_curve: Codec[FleetCurve] = Codec(_write_curve, _read_curve)
_track = record(
    SensorTrack,
    frames=count,
    clock=record(
        SensorClock,
        newest_us=nullable(float64),
        apart_us=nullable(float64),
        late_run=count,
        late=count,
    ),
    presence=float64,
    usual_presence=float64,
    coarse_frames=count,
    level=count,
    open=record(OpenBlock, frames=count, weight=float64, sums=numbers, squares=numbers),
    learnt=_baseline_blocks,
    within=numbers,
    within_frames=count,
    anchor=nullable(_quaternion),
    calibration=nullable(_calibration),
    inherited=nullable(
        record(
            InheritedNoise,
            scale=numbers,
            correlation=numbers,
            degrees=float64,
            pose=nullable(_quaternion),
            centre=numbers,
            curves=nullable(list_of(_curve)),
        )
    ),
    previous=numbers,
    previous_us=nullable(float64),
    recent=_recent_blocks,
    centre=numbers,
    centre_weight=float64,
    not_restored=boolean,
    cycle=nullable(_cycle),
)
_sensor_noise = nullable(
    record(SensorNoise, sd=float64, degrees=float64, vehicles=count, curve=nullable(_curve))
)
_starting_prior = record(
    StartingPrior,
    sensors=record(
        PriorSensors, camera=_sensor_noise, radar=_sensor_noise, lidar=_sensor_noise, confidence=_sensor_noise
    ),
    correlation=float64,
    at_us=float64,
)
_course_rows: Codec[Sequence[CourseRow]] = Codec(_write_course_rows, _read_course_rows)
_breach = record(
    Breach,
    opened_seq=count,
    opened_us=float64,
    statistic=float64,
    channel=_channel,
    side=one_of(SIDES),
    change_point_seq=count,
    change_block_seq=count,
    blocks=count,
    posterior=numbers,
    over_blocks=count,
    rested_blocks=count,
    course=record(
        BreachCourse,
        likely=_interval,
        widely=_interval,
        rows=record(CourseRows, camera=_course_rows, radar=_course_rows, lidar=_course_rows),
    ),
    early=nullable(
        record(EarlyBreach, verdict=_provisional, window=_window, blocks_since=count, confirmed=boolean)
    ),
)
# Pairs of channels are mostly heard together: the first of three numbers is that of the pair before.
_like_triples = numbers_beside(lambda at, before: before_at(before, at - 3) if at % 3 == 0 else 0.0)
# What follows from the rest of the state takes no bytes.
_nothing_stored = Codec[None](lambda _value, _sink: None, lambda _source: None)

_state: Codec[VehicleState] = record(
    VehicleState,
    entries=count,
    frames=count,
    newest_us=nullable(float64),
    tier=record(
        TierState,
        tier=one_of(TIERS),
        reason=one_of(REASONS),
        since_seq=count,
        since_us=nullable(float64),
        calm_blocks=count,
        sustained_blocks=count,
    ),
    frozen=boolean,
    tracks=record(Tracks, camera=_track, radar=_track, lidar=_track, confidence=_track),
    evidence=change_sums,
    confidence_evidence=change_sums,
    finding=record(
        Finding,
        nats=nullable(float64),
        posterior=numbers,
        change_seq=count,
        channel=count,
        suspected=boolean,
        window=nullable(_window),
        confidence_nats=nullable(float64),
        confidence_change_seq=nullable(count),
    ),
    breach=nullable(_breach),
    confidence_alarm=nullable(record(ConfidenceAlarm, change_seq=count, calm_blocks=count)),
    moments=record(FrameMoments, first=numbers, second=_like_triples),
    charts=Codec(_write_charts, _read_charts),
    noise=Codec(_write_noise, _read_noise),
    reference=nullable(record(RegisteredReference, rotation=_quaternion, valid_from_us=float64)),
    outliers=record(OutlierHabit, share=float64, frames=count, found=count, many=boolean),
    marks=Codec(_write_marks, _read_marks),
    repeats=Codec(_write_repeats, _read_repeats),
    standing=_nothing_stored,
    # A vehicle without one has the bytes it always had.
    prior=trailing(_starting_prior),
)
