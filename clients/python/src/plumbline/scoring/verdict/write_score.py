"""The score of a frame that has been folded, and what the outside is told besides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..baseline.standing import baseline_standing
from ..breach.describe_breach import is_provisional, provisional_of, sensor_of
from ..breach.trend import describe_course
from ..frame.hotelling import FrameTest
from ..frame.measurement import Measurement, has_late, is_repeating, is_stuck
from ..frame.moments import largest_cross_correlation
from ..frame.residuals import ChannelResidual
from ..model.score import (
    BaselineChanged,
    BreachClosed,
    BreachOpened,
    ChannelScore,
    ProvisionalVerdict,
    Score,
    ScoreWarning,
    ScoringEvent,
    Side,
    TierChanged,
)
from ..model.sensors import CHANNELS, FIRST_CHANNEL, LIMITED_SENSORS, Channel
from ..model.settings import ScoringSettings
from ..model.standing import Standing
from ..model.state import Breach, VehicleState
from ..numeric.digits import six_digits
from .judge_tier import Certainty, calibrated_confidence, judge_confidence
from .recommend_action import (
    is_common_mode,
    is_unmonitored,
    name_fault_source,
    noise_growths,
    recommend_action,
)

# A matrix that is not quite a rotation says that its sender rounds, or computes wrongly.
_DISTRUST = 0.9


class FoldedFrame(NamedTuple):
    """What is known once a frame has been folded."""

    before: VehicleState
    after: VehicleState
    measurement: Measurement
    residuals: Sequence[ChannelResidual | None]
    test: FrameTest | None
    standing: Standing
    late: bool


def write_score(frame: FoldedFrame, settings: ScoringSettings) -> Score:
    """Its numbers have six digits, but for those of the course and of the deciding window."""
    before, after, standing, test = frame.before, frame.after, frame.standing, frame.test
    breach = after.breach
    baseline = baseline_standing(after, settings)
    warnings = _warnings_of(frame, settings)
    early = provisional_of(breach)
    camera, radar, _ = standing.drifts
    posterior = after.finding.posterior if breach is None else breach.posterior
    is_learning = baseline.state == "learning" or is_provisional(breach)
    return Score(
        seq=after.entries,
        tier_before=before.tier.tier,
        tier=after.tier.tier,
        reason=after.tier.reason,
        residual_score=six_digits(
            _residual_size(frame) if test is None else math.sqrt(test.t2 / test.degrees)
        ),
        mahal_distance=None if test is None else six_digits(math.sqrt(test.t2)),
        mahal_p_value=None if test is None else six_digits(test.p_value),
        t2_limit=None if test is None else six_digits(test.limit),
        cusum_statistic=None if after.finding.nats is None else six_digits(after.finding.nats),
        caution_limit=settings.evidence.caution_nats,
        critical_limit=settings.evidence.critical_nats,
        cusum_triggered=breach is not None,
        breach_opened=breach is not None and breach.opened_seq != _opened_seq(before.breach),
        confidence=six_digits(_confidence_of(frame, posterior, is_learning, warnings, settings)),
        probable_fault_source=name_fault_source(after, standing.absolute),
        source_posterior=(six_digits(posterior[0]), six_digits(posterior[1]), six_digits(posterior[2])),
        recommended_action=recommend_action(after, settings),
        late=frame.late,
        outlier=test is not None and test.p_value < settings.frame.outlier_rate,
        baseline=baseline,
        channels=_channel_scores(frame, settings),
        camera_drift_deg=0.0 if camera is None else six_digits(camera.amount),
        radar_drift_mm=0.0 if radar is None else six_digits(1000 * six_digits(radar.amount)),
        health_score=six_digits(standing.health_score),
        change_point_seq=None if breach is None else breach.change_point_seq,
        course=describe_course(after, standing, settings),
        warnings=warnings,
        window=after.finding.window,
        noise=noise_growths(after.noise),
        provisional=None if early is None else _stated(early.verdict),
    )


def _opened_seq(breach: Breach | None) -> int | None:
    return None if breach is None else breach.opened_seq


def _residual_size(frame: FoldedFrame) -> float:
    """Root mean square of the standardised residuals: what stands in for √(T²/d) before there is a covariance."""
    total = 0.0
    count = 0
    for residual in frame.residuals:
        if residual is not None:
            total += residual.standardised * residual.standardised
            count += 1
    return 0.0 if count == 0 else math.sqrt(total / count)


def _confidence_of(
    frame: FoldedFrame,
    posterior: Sequence[float],
    is_learning: bool,
    warnings: Sequence[ScoreWarning],
    settings: ScoringSettings,
) -> float:
    after, standing = frame.after, frame.standing
    nats = 0.0 if after.finding.nats is None else after.finding.nats
    facts = Certainty(after.breach is not None, nats, standing.drifts, posterior[:3], standing.absolute)
    raw = judge_confidence(after.tier.tier, after.tier.reason, facts, settings)
    stated = calibrated_confidence(raw, settings.confidence_map)
    trusted = _DISTRUST * stated if "rotation_not_orthonormal" in warnings else stated
    return min(0.5, trusted) if is_learning else trusted


def _channel_scores(frame: FoldedFrame, settings: ScoringSettings) -> tuple[ChannelScore, ...]:
    scores: list[ChannelScore] = []
    for at, (channel, residual) in enumerate(zip(CHANNELS, frame.residuals, strict=True)):
        if residual is None:
            continue
        sensor = sensor_of(at)
        drift = frame.standing.drifts.of(sensor)
        axis = at - FIRST_CHANNEL[sensor]
        chart = frame.after.charts[at]
        share = None if frame.test is None else frame.test.shares[at]
        scores.append(
            ChannelScore(
                channel=channel,
                residual=six_digits(residual.residual),
                standardised=six_digits(residual.standardised),
                cusum_upper=six_digits(chart.upper),
                cusum_lower=six_digits(chart.lower),
                cusum_limit=settings.chart.h,
                share_of_t2=0.0 if share is None else six_digits(share),
                drift=0.0 if drift is None else six_digits(drift.parts[axis]),
                drift_sd=0.0 if drift is None else six_digits(drift.part_sds[axis]),
            )
        )
    return tuple(scores)


def _warnings_of(frame: FoldedFrame, settings: ScoringSettings) -> tuple[ScoreWarning, ...]:
    after, measurement = frame.after, frame.measurement
    tracks, breach = after.tracks, after.breach
    confidence = measurement.lidar_confidence
    lidar_given = measurement.lidar is not None or confidence is not None
    limited = [tracks.of(sensor) for sensor in LIMITED_SENSORS]
    provisional_blocks = settings.baseline.provisional_blocks
    conditions: dict[ScoreWarning, bool] = {
        "rotation_not_orthonormal": measurement.orthonormality_error > 1e-3,
        "rotation_coarsely_rounded": measurement.coarsely_rounded,
        "lidar_confidence_absent": lidar_given and confidence is None,
        "lidar_confidence_below_floor": confidence is not None
        and confidence < settings.lidar.confidence_floor,
        "correlated_channels": largest_cross_correlation(after.moments, 50) > 0.3,
        "source_provisional": breach is not None and breach.blocks < settings.tiers.settle_blocks,
        "calibration_did_not_restore": any(track.not_restored for track in limited),
        "stream_too_short_for_blocks": any(
            track.calibration is None and track.frames >= provisional_blocks for track in limited
        ),
        "sensor_unmonitored": any(is_unmonitored(track) for track in limited),
        "sensor_stuck": any(is_stuck(after.repeats, sensor) for sensor in LIMITED_SENSORS),
        "common_mode_suspected": is_common_mode(after),
        "verdict_provisional": is_provisional(breach),
        "sensor_late": has_late(tracks),
        "frames_repeat": is_repeating(after.repeats),
    }
    return tuple(warning for warning, holds in conditions.items() if holds)


def events_between(
    before: VehicleState, after: VehicleState, settings: ScoringSettings
) -> tuple[ScoringEvent, ...]:
    """What the outside is told of the difference between two states: baseline, breach, tier, in this order."""
    events: list[ScoringEvent] = []
    was, now = baseline_standing(before, settings).state, baseline_standing(after, settings).state
    if was != now:
        events.append(BaselineChanged(was, now))
    if _opened_seq(before.breach) != _opened_seq(after.breach):
        # One that moved on closes as the other opens.
        if before.breach is not None:
            events.append(BreachClosed())
        if after.breach is not None:
            events.append(_opening_of(after.breach, settings))
    if before.tier.tier != after.tier.tier:
        events.append(TierChanged(before.tier.tier, after.tier.tier, after.tier.reason))
    return tuple(events)


def _opening_of(breach: Breach, settings: ScoringSettings) -> BreachOpened:
    early = provisional_of(breach)
    return BreachOpened(
        statistic=six_digits(breach.statistic),
        threshold=_threshold_of(breach, settings),
        channel=breach.channel,
        side=breach.side,
        change_point_seq=breach.change_point_seq,
        provisional=None if early is None else _stated(early.verdict),
    )


def _threshold_of(breach: Breach, settings: ScoringSettings) -> float:
    # Once W confirms an early breach it keeps the limit that opened it; one that moved on since was opened by W.
    if breach.early is not None and breach.early.verdict.statistic == breach.statistic:
        return breach.early.verdict.limit
    return settings.evidence.caution_nats


class BreachOpening(NamedTuple):
    """How a breach opened, as it was reported then."""

    opened_seq: int
    statistic: float
    threshold: float
    channel: Channel
    side: Side


def open_breach_of(state: VehicleState, settings: ScoringSettings) -> BreachOpening | None:
    """Of the breach that is open in a state; None where none is."""
    breach = state.breach
    if breach is None:
        return None
    return BreachOpening(
        opened_seq=breach.opened_seq,
        statistic=six_digits(breach.statistic),
        threshold=_threshold_of(breach, settings),
        channel=breach.channel,
        side=breach.side,
    )


def _stated(verdict: ProvisionalVerdict) -> ProvisionalVerdict:
    return verdict._replace(
        correlation=six_digits(verdict.correlation),
        statistic=six_digits(verdict.statistic),
        drift=six_digits(verdict.drift),
        drift_sd=six_digits(verdict.drift_sd),
    )
