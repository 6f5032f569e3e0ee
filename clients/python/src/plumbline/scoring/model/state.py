"""Everything ``fold`` remembers of one vehicle: plain values, never changed in place. Numbers are finite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..numeric.rotation import Quaternion
from .journal import FleetCurve, StartingPrior
from .score import (
    ChangePointInterval,
    DecidingWindow,
    ProvisionalVerdict,
    Reason,
    Score,
    ScoringEvent,
    Side,
    Tier,
)
from .sensors import CHANNELS, TRACK_WIDTHS, Channel, LimitedSensor, TrackName
from .standing import GroundedStanding, MeanScatter

SCALES = 10
"""Scales of a scatter: means of 2^k blocks, k = 0 to 9."""


class TierState(NamedTuple):
    tier: Tier
    reason: Reason
    since_seq: int
    since_us: float | None
    calm_blocks: int
    sustained_blocks: int


class OpenBlock(NamedTuple):
    """Frames of a block that is not complete: their number, weight, sums and sums of squares."""

    frames: int
    weight: float
    sums: Sequence[float]
    squares: Sequence[float]


class Block(NamedTuple):
    """The mean of 2^level successive frames; entry number and time are those of the last. Values are binary32."""

    seq: int
    at_us: float
    weight: float
    values: Sequence[float]


class RecentBlock(NamedTuple):
    """A block of a calibrated sensor, for as long as it counts as news. Camera: degrees from the baseline pose."""

    seq: int
    weight: float
    placed: Sequence[float]


class SensorCalibration(NamedTuple):
    blocks: int
    established: bool
    pose: Quaternion | None
    location: Sequence[float]
    scale: Sequence[float]
    whitening: Sequence[float]
    frame_ratio: Sequence[float]
    correlation: Sequence[float]
    least_correlation: Sequence[float]
    period_us: float
    clip_unit: Sequence[float]
    zones: Sequence[float]


class InheritedNoise(NamedTuple):
    """What a calibration before the last ``learn`` estimated of the noise."""

    scale: Sequence[float]
    correlation: Sequence[float]
    degrees: float
    pose: Quaternion | None
    centre: Sequence[float]
    curves: Sequence[FleetCurve] | None


class DailyCycle(NamedTuple):
    """What a sensor's reference has heard of the day. All lists are binary32.

    heard = [n, mean x, mean y]; today = [n, Σx, Σy, Σx², Σxy], then by value [Σv, Σvx, Σvy]; days = [days, Σ rank,
    Σx², Σxy, Σy²], then by value [Σvx, Σvy, Σ of what each day's own wave explains]; wave = [mean x, mean y], then by
    value its two coefficients. x is the cosine of the time of day, y the sine.
    """

    start_hour: int
    newest_hour: int
    hours: int
    heard: Sequence[float]
    today: Sequence[float]
    days: Sequence[float]
    wave: Sequence[float]
    unsure: Sequence[float]


class SensorClock(NamedTuple):
    """When a sensor was received, by its own readings; times in µs."""

    newest_us: float | None
    """Newest capture time that a second reading bears out."""
    apart_us: float | None
    """Capture time that none bears out: of one reading ahead of the newest, or the latest of a run of late ones."""
    late_run: int
    late: int
    """Late readings since the last ``learn``."""


class SensorTrack(NamedTuple):
    """One sensor's way from single frames to a calibrated stream of nearly independent blocks."""

    frames: int
    clock: SensorClock
    presence: float
    usual_presence: float
    coarse_frames: int
    level: int
    open: OpenBlock
    learnt: Sequence[Block]
    within: Sequence[float]
    within_frames: int
    anchor: Quaternion | None
    calibration: SensorCalibration | None
    inherited: InheritedNoise | None
    previous: Sequence[float]
    previous_us: float | None
    recent: Sequence[RecentBlock]
    centre: Sequence[float]
    centre_weight: float
    not_restored: bool
    cycle: DailyCycle | None


class Tracks(NamedTuple):
    camera: SensorTrack
    radar: SensorTrack
    lidar: SensorTrack
    confidence: SensorTrack

    def of(self, name: TrackName) -> SensorTrack:
        track: SensorTrack = getattr(self, name)
        return track


class Bucket(NamedTuple):
    """So many blocks, a power of two, from an entry number on: 3·channels sums, then marks of the time of day."""

    size: int
    seq: int
    sums: Sequence[float]


class ChangeSums(NamedTuple):
    """What W remembers: 3·channels sums [n, Σwy, Σwy²] of the past, buckets from the oldest, and how means scatter."""

    channels: int
    past: Sequence[float]
    buckets: Sequence[Bucket]
    scatter: MeanScatter


class Finding(NamedTuple):
    nats: float | None
    posterior: Sequence[float]
    change_seq: int
    channel: int
    suspected: bool
    window: DecidingWindow | None
    confidence_nats: float | None
    confidence_change_seq: int | None


class EarlyBreach(NamedTuple):
    """What a breach remembers of having been opened before its sensor had a baseline."""

    verdict: ProvisionalVerdict
    window: DecidingWindow
    blocks_since: int
    confirmed: bool


class CourseRow(NamedTuple):
    """Where a sensor stood at one moment, by the mean of some blocks. Binary32, but the time."""

    time_us: float
    blocks: float
    shifts: Sequence[float]


class CourseRows(NamedTuple):
    camera: Sequence[CourseRow]
    radar: Sequence[CourseRow]
    lidar: Sequence[CourseRow]

    def of(self, sensor: LimitedSensor) -> Sequence[CourseRow]:
        rows: Sequence[CourseRow] = getattr(self, sensor)
        return rows


class BreachCourse(NamedTuple):
    likely: ChangePointInterval
    widely: ChangePointInterval
    rows: CourseRows


class Breach(NamedTuple):
    opened_seq: int
    opened_us: float
    statistic: float
    channel: Channel
    side: Side
    change_point_seq: int
    change_block_seq: int
    blocks: int
    posterior: Sequence[float]
    over_blocks: int
    rested_blocks: int
    course: BreachCourse
    early: EarlyBreach | None


class ConfidenceAlarm(NamedTuple):
    change_seq: int
    calm_blocks: int


class FrameMoments(NamedTuple):
    """Sums over reference frames: by channel [weight, Σu]; by pair j <= k [weight, Σuv, Σ(uv)²]."""

    first: Sequence[float]
    second: Sequence[float]


class ChannelChart(NamedTuple):
    upper: float
    lower: float
    heard: int
    mean: float
    squares: float


class ChannelNoise(NamedTuple):
    """How far one channel scatters, now and in its reference."""

    blocks: float
    variance: float
    since_blocks: float
    since_squares: float
    since_seq: int
    since_us: float
    grown: bool


class RegisteredReference(NamedTuple):
    rotation: Quaternion
    valid_from_us: float


class OutlierHabit(NamedTuple):
    share: float
    frames: int
    found: int
    many: bool


class TimeMark(NamedTuple):
    seq: float
    time_us: float


class SensorRepeats(NamedTuple):
    """Repeats in the present run, values that were new, values before the present run, and the newest value."""

    run: int
    fresh: int
    heard: int
    latest: Sequence[float]


class Repeats(NamedTuple):
    camera: SensorRepeats
    radar: SensorRepeats
    lidar: SensorRepeats
    frame: SensorRepeats
    """Of whole frames, which have no value of their own."""

    def of(self, sensor: LimitedSensor) -> SensorRepeats:
        repeats: SensorRepeats = getattr(self, sensor)
        return repeats


class VehicleState(NamedTuple):
    entries: int
    frames: int
    newest_us: float | None
    tier: TierState
    frozen: bool
    tracks: Tracks
    evidence: ChangeSums
    confidence_evidence: ChangeSums
    finding: Finding
    breach: Breach | None
    confidence_alarm: ConfidenceAlarm | None
    moments: FrameMoments
    charts: Sequence[ChannelChart]
    noise: Sequence[ChannelNoise]
    reference: RegisteredReference | None
    outliers: OutlierHabit
    marks: Sequence[TimeMark]
    repeats: Repeats
    prior: StartingPrior | None
    standing: GroundedStanding | None
    """Where its sensors stood at the newest frame, so that the next one need not compute it again; never stored."""


class Folded(NamedTuple):
    """What an entry did to a vehicle. The score is None for entries that are not frames."""

    state: VehicleState
    score: Score | None
    events: tuple[ScoringEvent, ...]


NO_CHANNEL_NOISE = ChannelNoise(0.0, 0.0, 0.0, 0.0, 0, 0.0, False)
NO_CLOCK = SensorClock(None, None, 0, 0)
NO_CHART = ChannelChart(0.0, 0.0, 0, 0.0, 0.0)
NO_OUTLIERS = OutlierHabit(0.0, 0, 0, False)


def initial_state() -> VehicleState:
    """A vehicle of which nothing was heard yet."""
    channels = len(CHANNELS)
    pairs = channels * (channels + 1) // 2
    return VehicleState(
        entries=0,
        frames=0,
        newest_us=None,
        tier=TierState("UNKNOWN", "learning", 0, None, 0, 0),
        frozen=False,
        tracks=Tracks(
            initial_track("camera", None),
            initial_track("radar", None),
            initial_track("lidar", None),
            initial_track("confidence", None),
        ),
        evidence=no_change_sums(channels),
        confidence_evidence=no_change_sums(1),
        finding=no_finding(),
        breach=None,
        confidence_alarm=None,
        moments=FrameMoments([0.0] * (2 * channels), [0.0] * (3 * pairs)),
        charts=[NO_CHART] * channels,
        noise=[NO_CHANNEL_NOISE] * channels,
        reference=None,
        outliers=NO_OUTLIERS,
        marks=(),
        repeats=Repeats(no_repeats(4), no_repeats(1), no_repeats(1), no_repeats(0)),
        prior=None,
        standing=None,
    )


def no_finding() -> Finding:
    return Finding(None, [0.0, 0.0, 0.0], 0, 0, False, None, None, None)


def no_change_sums(channels: int) -> ChangeSums:
    scatter = MeanScatter([0.0] * (SCALES * channels), [0.0] * (SCALES * channels))
    return ChangeSums(channels, [0.0] * (3 * channels), [], scatter)


def initial_track(name: TrackName, inherited: InheritedNoise | None) -> SensorTrack:
    width = TRACK_WIDTHS[name]
    nothing = [0.0] * width
    return SensorTrack(
        frames=0,
        clock=NO_CLOCK,
        presence=0.0,
        usual_presence=0.0,
        coarse_frames=0,
        level=0,
        open=empty_block(width),
        learnt=[],
        within=nothing,
        within_frames=0,
        anchor=None,
        calibration=None,
        inherited=inherited,
        previous=nothing,
        previous_us=None,
        recent=[],
        centre=nothing,
        centre_weight=0.0,
        not_restored=False,
        cycle=None,
    )


def empty_block(width: int) -> OpenBlock:
    return OpenBlock(0, 0.0, [0.0] * width, [0.0] * width)


def calibration_of(track: SensorTrack) -> SensorCalibration:
    """Of a sensor that has a baseline."""
    if track.calibration is None:
        raise ValueError("a sensor without a baseline was asked for it")
    return track.calibration


def no_repeats(width: int) -> SensorRepeats:
    return SensorRepeats(0, 0, 0, [0.0] * width)
