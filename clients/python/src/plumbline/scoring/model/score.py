"""What the detectors say of one frame, and what the outside is told besides."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .sensors import Channel, LimitedSensor

Tier = Literal["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"]
FaultSource = Literal["none", "camera", "radar", "lidar", "multi_modal"]
Action = Literal["none", "monitor", "inspect_sensor", "schedule_calibration", "calibration_required"]
BaselineState = Literal["learning", "provisional", "established", "frozen"]
Side = Literal["upper", "lower"]
CountedSide = Literal["both", "upper", "lower"]
TrendShape = Literal["step", "ramp"]
Undated = Literal["already_beyond", "no_trend", "span_too_short", "gap_in_data"]
Reason = Literal[
    "learning",
    "in_control",
    "significant_below_limit",
    "cusum_breach",
    "caution_limit_exceeded",
    "critical_limit_exceeded",
    "sustained_evidence",
    "baseline_beyond_limits",
    "lidar_confidence_low",
    "noise_inflation",
    "hysteresis_hold",
    "sensor_late",
    "repeating",
]
ScoreWarning = Literal[
    "rotation_not_orthonormal",
    "rotation_coarsely_rounded",
    "lidar_confidence_absent",
    "lidar_confidence_below_floor",
    "correlated_channels",
    "source_provisional",
    "calibration_did_not_restore",
    "stream_too_short_for_blocks",
    "sensor_unmonitored",
    "sensor_stuck",
    "common_mode_suspected",
    "verdict_provisional",
    "sensor_late",
    "frames_repeat",
]

TIERS: tuple[Tier, ...] = ("UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL")
TIER_RANKS: dict[str, int] = {"UNKNOWN": 0, "NOMINAL": 0, "CAUTION": 1, "CRITICAL": 2}
"""The one order of tiers: a greater rank is worse. UNKNOWN says nothing, and no alarm."""
COUNTED_SIDES: tuple[CountedSide, ...] = ("both", "upper", "lower")
SIDES: tuple[Side, ...] = ("upper", "lower")
REASONS: tuple[Reason, ...] = (
    "learning",
    "in_control",
    "significant_below_limit",
    "cusum_breach",
    "caution_limit_exceeded",
    "critical_limit_exceeded",
    "sustained_evidence",
    "baseline_beyond_limits",
    "lidar_confidence_low",
    "noise_inflation",
    "hysteresis_hold",
    "sensor_late",
    "repeating",
)


class ChangePointInterval(NamedTuple):
    """Entry numbers between which a change began with a probability, both included."""

    from_seq: int
    to_seq: int


class ChannelInWindow(NamedTuple):
    """A channel of a deciding window: weights, means and deviations of blocks as W sums them; binary32."""

    channel: Channel
    blocks_since: float
    blocks_before: float
    mean_since: float
    mean_before: float
    sigma: float
    mean_variance: float
    degrees: float
    zone: float
    side: CountedSide


class DecidingWindow(NamedTuple):
    """The start of a change that adds most to W."""

    from_seq: int
    starts: int
    likelihood_ratio: float
    term_nats: float
    channels: tuple[ChannelInWindow, ...]


class ProvisionalVerdict(NamedTuple):
    """What a breach rests on that was opened before its sensor had a baseline."""

    sensor: LimitedSensor
    blocks_before: int
    blocks_after: int
    frames_per_block: int
    correlation: float
    statistic: float
    limit: float
    drift: float
    drift_sd: float


class DriftTrend(NamedTuple):
    sensor: LimitedSensor
    shape: TrendShape
    began_us: float
    rate_per_day: float | None
    rate_per_day_sd: float | None
    days_to_critical: float | None
    days_interval: tuple[float, float] | None
    undated: Undated | None


class DriftCourse(NamedTuple):
    """Since when an open breach lasts, with 50 % and 90 % probability, and where it is going."""

    likely: ChangePointInterval
    widely: ChangePointInterval
    trend: DriftTrend | None


class NoiseGrowth(NamedTuple):
    sensor: LimitedSensor
    since_seq: int
    since_us: float


class ChannelScore(NamedTuple):
    """One channel of one frame: residual in degrees or metres, and in standard deviations."""

    channel: Channel
    residual: float
    standardised: float
    cusum_upper: float
    cusum_lower: float
    cusum_limit: float
    share_of_t2: float
    drift: float
    drift_sd: float


class BaselineStanding(NamedTuple):
    """How far the baseline is: usable frames of the furthest sensor, and how many it needs."""

    state: BaselineState
    frames: int
    needed: float
    covers_hours: int | None


class Score(NamedTuple):
    """What the detectors say of one frame; members as in the API."""

    seq: int
    tier_before: Tier
    tier: Tier
    reason: Reason
    residual_score: float
    mahal_distance: float | None
    mahal_p_value: float | None
    t2_limit: float | None
    cusum_statistic: float | None
    caution_limit: float
    critical_limit: float
    cusum_triggered: bool
    breach_opened: bool
    confidence: float
    probable_fault_source: FaultSource
    source_posterior: tuple[float, float, float]
    recommended_action: Action
    late: bool
    outlier: bool
    baseline: BaselineStanding
    channels: tuple[ChannelScore, ...]
    camera_drift_deg: float
    radar_drift_mm: float
    health_score: float
    change_point_seq: int | None
    course: DriftCourse | None
    warnings: tuple[ScoreWarning, ...]
    window: DecidingWindow | None
    noise: tuple[NoiseGrowth, ...]
    provisional: ProvisionalVerdict | None


class TierChanged(NamedTuple):
    before: Tier
    after: Tier
    reason: Reason
    kind: Literal["tier_changed"] = "tier_changed"


class BreachOpened(NamedTuple):
    statistic: float
    threshold: float
    channel: Channel
    side: Side
    change_point_seq: int
    provisional: ProvisionalVerdict | None
    kind: Literal["breach_opened"] = "breach_opened"


class BreachClosed(NamedTuple):
    kind: Literal["breach_closed"] = "breach_closed"


class BaselineChanged(NamedTuple):
    before: BaselineState
    after: BaselineState
    kind: Literal["baseline_changed"] = "baseline_changed"


ScoringEvent = TierChanged | BreachOpened | BreachClosed | BaselineChanged
