"""One frame: tested alone against the baseline as it was, then taken into blocks, baseline and sums, then judged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from .baseline.advance_tracks import Advance, advance_tracks
from .breach.breach_course import follow_course
from .breach.confidence_alarm import advance_confidence_alarm
from .breach.describe_breach import (
    Moment,
    OpenedBreach,
    describe_breach,
    is_provisional,
    open_early_breach,
    provisional_of,
)
from .breach.open_breach import freeze_at_change, holds_without_any_block, is_carried_by_many
from .breach.since_breach import follow_early_breach, further_change, has_ended, with_later_sensors
from .change.change_model import calibration_model
from .change.gather import Gathered, Weighed, gather_calibration_change, gather_confidence_change
from .change.weigh_change import deciding_window, weigh_change
from .cycle.newest_hours import loudest_change
from .frame.follow import draw_charts, follow_noise, follow_outliers, learn_frame
from .frame.hotelling import FrameTest, hotelling
from .frame.measurement import (
    Measurement,
    follow_clocks,
    follow_repeats,
    has_unjudged,
    is_repeated,
    is_repeating,
    measure,
    without_stuck_sensors,
)
from .frame.moments import StandardisedFrame
from .frame.residuals import frame_residuals
from .frame.time_marks import mark_time
from .model.journal import SensorReading
from .model.score import DecidingWindow
from .model.sensors import LIMITED_SENSORS
from .model.settings import ScoringSettings
from .model.standing import CurveMemo, Standing
from .model.state import Breach, Finding, Folded, VehicleState, initial_track, no_finding
from .verdict.drift import is_within_zone
from .verdict.judge_tier import Certainty, TierCase, TierVerdict, change_tier, judge_tier
from .verdict.recommend_action import noise_growths
from .verdict.standing import standing_of
from .verdict.write_score import FoldedFrame, events_between, write_score
from .withdraw import withdraw_early_baselines


def fold_frame(before: VehicleState, reading: SensorReading, settings: ScoringSettings) -> Folded:
    """A frame that comes too late, or repeats, is scored and moves no detector, only clocks and repeats."""
    entries = before.entries + 1
    measured = measure(reading, entries, settings)
    tracks, in_time = follow_clocks(before.tracks, measured, before.newest_us, settings)
    late = in_time is None
    repeats, woken = (before.repeats, []) if in_time is None else follow_repeats(before.repeats, in_time)
    # What a sensor sends before it first varies is a default, and no part of its baseline.
    begun = {
        name: initial_track(name, tracks.of(name).inherited)._replace(clock=tracks.of(name).clock)
        for name in woken
    }
    tracks = tracks._replace(**begun)
    counted = before._replace(entries=entries, tracks=tracks, repeats=repeats)
    measurement = without_stuck_sensors(measured if in_time is None else in_time, repeats)
    residuals = frame_residuals(tracks, measurement, settings)
    scores = [None if residual is None else residual.score for residual in residuals]
    test = hotelling(
        before.moments,
        scores,
        prior_degrees=settings.prior.degrees,
        limit_rate=settings.frame.limit_rate,
        minimum_reference=settings.evidence.minimum_reference,
    )
    if late or is_repeated(repeats):
        counted = _hold_unjudged(counted, measurement) if late else _hold_still(counted, measurement)
        standing = standing_of(counted, settings).standing
        frame = FoldedFrame(before, counted, measurement, residuals, test, standing, late)
        return Folded(counted, write_score(frame, settings), events_between(before, counted, settings))
    known = CurveMemo(None if before.standing is None else before.standing.known)
    detected, stepped = _detect(counted, _TestedFrame(measurement, scores, test, known), settings)
    after, standing = _judge(counted, detected, stepped, known, measurement, settings)
    frame = FoldedFrame(before, after, measurement, residuals, test, standing, late)
    events = events_between(before, after, settings)
    return Folded(after, write_score(frame, settings), events)


def _hold_unjudged(state: VehicleState, measurement: Measurement) -> VehicleState:
    """No good news of a vehicle with a sensor whose readings all come too late, from its newest time on."""
    if not has_unjudged(state.tracks) or state.tier.tier != "NOMINAL":
        return state
    at_us = measurement.timestamp_us if state.newest_us is None else state.newest_us
    return state._replace(tier=change_tier(state, "UNKNOWN", "sensor_late", at_us))


def _hold_still(state: VehicleState, measurement: Measurement) -> VehicleState:
    """A repeated frame says nothing of the sensors: NOMINAL is not vouched for any more."""
    at_us, tier = measurement.timestamp_us, state.tier
    if is_repeating(state.repeats) and tier.tier in ("NOMINAL", "UNKNOWN"):
        tier = change_tier(state, "UNKNOWN", "repeating", at_us)
    newest_us = at_us if state.newest_us is None else max(state.newest_us, at_us)
    return state._replace(newest_us=newest_us, tier=tier)


class _TestedFrame(NamedTuple):
    measurement: Measurement
    scores: StandardisedFrame
    """Residuals in units of their noise, channel by channel."""
    test: FrameTest | None
    known: CurveMemo
    """Curves of the block before, and then of this one."""


def _detect(
    state: VehicleState, tested: _TestedFrame, settings: ScoringSettings
) -> tuple[VehicleState, bool]:
    """Blocks, baselines, sums and breach after this frame; the tier is still the old one."""
    measurement, _, test, known = tested
    seq, at_us = measurement.seq, measurement.timestamp_us
    advance = advance_tracks(state, measurement, settings)
    calibration = gather_calibration_change(state, advance, seq, settings, known)
    confidence = gather_confidence_change(state, advance, seq, settings)
    loudest = loudest_change(state, calibration.weighed, advance, settings)
    marks = mark_time(state.marks, seq, at_us, state.newest_us)
    moment = Moment(advance, measurement, marks)
    opened = _open_any_breach(state, calibration, loudest, moment, settings)
    alarm, confidence_sums = advance_confidence_alarm(state.confidence_alarm, confidence, advance, settings)
    if opened is None:
        breach, sums = (
            _follow_breach(state.breach, calibration, advance, measurement, settings),
            calibration.sums,
        )
    else:
        breach, sums = opened.breach, opened.sums
    detected = state._replace(
        frames=state.frames + 1,
        newest_us=_newest_after(state.newest_us, at_us, settings),
        tracks=advance.tracks,
        evidence=sums,
        confidence_evidence=confidence_sums,
        finding=_update_finding(state, loudest, confidence, opened, settings),
        breach=breach,
        confidence_alarm=alarm,
        moments=learn_frame(state, advance, tested.scores),
        charts=draw_charts(state, advance, settings),
        noise=follow_noise(state, advance, measurement, settings),
        outliers=follow_outliers(state, test, settings),
        marks=marks,
    )
    return detected, advance.stepped


def _newest_after(newest_us: float | None, at_us: float, settings: ScoringSettings) -> float:
    """A frame within the window does not turn time back; one further back, of a sensor with its own clock, does."""
    return at_us if newest_us is None or at_us < newest_us - settings.frame.late_us else max(newest_us, at_us)


def _judge(
    before: VehicleState,
    state: VehicleState,
    stepped: bool,
    known: CurveMemo,
    measurement: Measurement,
    settings: ScoringSettings,
) -> tuple[VehicleState, Standing]:
    """The tier, and whether the breach is over."""
    grounded = standing_of(state, settings, known)
    standing = grounded.standing
    breach = _watch_for_end(state, standing, settings) if stepped else state.breach
    hold = settings.tiers.caution_hold_blocks
    is_open = state.breach is not None
    posterior = state.finding.posterior if state.breach is None else state.breach.posterior
    nats = 0.0 if state.finding.nats is None else state.finding.nats
    facts = TierCase(
        certainty=Certainty(is_open, nats, standing.drifts, posterior, standing.absolute),
        before=before.tier,
        at_seq=measurement.seq,
        at_us=measurement.timestamp_us,
        ready=any(state.tracks.of(sensor).calibration is not None for sensor in LIMITED_SENSORS),
        stepped=stepped,
        ended=(0 if breach is None else breach.over_blocks) >= hold,
        rested=(0 if state.breach is None else state.breach.rested_blocks) >= hold,
        provisional=is_provisional(state.breach),
        confidence_alarm=state.confidence_alarm is not None,
        noise_inflated=len(noise_growths(state.noise)) > 0,
        unjudged=has_unjudged(state.tracks),
    )
    verdict = judge_tier(facts, settings)
    settled = state._replace(
        tier=verdict.state, standing=grounded, breach=_rest(breach, verdict, stepped, settings)
    )
    return (_close_breach(settled, settings) if verdict.closes_breach else settled), standing


def _watch_for_end(state: VehicleState, standing: Standing, settings: ScoringSettings) -> Breach | None:
    """Counts the blocks for which an open breach has been over."""
    breach = state.breach
    if breach is None:
        return None
    is_over = False
    if _has_returned(standing, settings):
        model = calibration_model(state.tracks, True, settings)
        is_over = has_ended(breach.change_block_seq, state.evidence, model, state.finding.nats, settings)
    return breach._replace(over_blocks=breach.over_blocks + 1 if is_over else 0)


def _has_returned(standing: Standing, settings: ScoringSettings) -> bool:
    for sensor in LIMITED_SENSORS:
        drift = standing.drifts.of(sensor)
        if drift is not None and drift.blocks > 0 and not is_within_zone(sensor, drift, settings):
            return False
    return True


def _rest(
    breach: Breach | None, verdict: TierVerdict, stepped: bool, settings: ScoringSettings
) -> Breach | None:
    """Counts the blocks for which it has been harmless, until they are enough."""
    if breach is None or not stepped or breach.rested_blocks >= settings.tiers.caution_hold_blocks:
        return breach
    return breach._replace(rested_blocks=breach.rested_blocks + 1 if verdict.state.tier == "NOMINAL" else 0)


def _close_breach(state: VehicleState, settings: ScoringSettings) -> VehicleState:
    """The frames of the fault are forgotten: the reference goes on from where it was frozen."""
    finding = no_finding()._replace(
        confidence_nats=state.finding.confidence_nats,
        confidence_change_seq=state.finding.confidence_change_seq,
    )
    closed = state._replace(
        tier=state.tier._replace(reason="in_control", calm_blocks=0),
        breach=None,
        evidence=state.evidence._replace(buckets=[]),
        finding=finding,
    )
    was_early = state.breach is not None and state.breach.early is not None
    return withdraw_early_baselines(closed, settings) if was_early else closed


def _update_finding(
    before: VehicleState,
    loudest: Weighed | None,
    confidence: Gathered,
    opened: OpenedBreach | None,
    settings: ScoringSettings,
) -> Finding:
    change_nats = settings.baseline.change_nats
    finding = before.finding
    if loudest is not None:
        found = loudest.found if opened is None else opened.found
        finding = finding._replace(
            nats=_finite_or_none(found.nats),
            posterior=found.posterior,
            change_seq=found.change_seq,
            channel=found.channel,
            # With a breach open nothing is suspected any more.
            suspected=before.breach is None and holds_without_any_block(loudest, change_nats),
            window=_window_of(loudest, before.breach if opened is None else opened.breach, settings),
        )
    weighed = confidence.weighed
    if weighed is not None:
        is_suspected = before.confidence_alarm is None and holds_without_any_block(weighed, change_nats)
        finding = finding._replace(
            confidence_nats=_finite_or_none(weighed.found.nats),
            confidence_change_seq=weighed.found.change_seq if is_suspected else None,
        )
    return finding


def _window_of(loudest: Weighed, breach: Breach | None, settings: ScoringSettings) -> DecidingWindow | None:
    """What W rests on while it decides. What opened a breach early, until W confirms it."""
    early = provisional_of(breach)
    if early is not None:
        return early.window
    is_deciding = breach is not None or loudest.found.nats >= settings.evidence.caution_nats
    return deciding_window(*loudest) if is_deciding else None


def _finite_or_none(nats: float) -> float | None:
    return nats if math.isfinite(nats) else None


def _open_any_breach(
    state: VehicleState,
    gathered: Gathered,
    loudest: Weighed | None,
    moment: Moment,
    settings: ScoringSettings,
) -> OpenedBreach | None:
    early = open_early_breach(state, gathered.weighed, moment, settings)
    if early is not None:
        return early
    if _may_open(state):
        return _open_breach(gathered, loudest, moment, settings)
    return _open_further_breach(state.breach, gathered.weighed, moment, settings)


def _may_open(state: VehicleState) -> bool:
    """A provisional baseline has to have been doubted, one block before, to be trusted."""
    if state.breach is not None:
        return False
    calibrations = [state.tracks.of(sensor).calibration for sensor in LIMITED_SENSORS]
    has_provisional = any(of is not None and not of.established for of in calibrations)
    return state.finding.suspected or not has_provisional


def _open_breach(
    gathered: Gathered, loudest: Weighed | None, moment: Moment, settings: ScoringSettings
) -> OpenedBreach | None:
    if loudest is None or not is_carried_by_many(loudest, settings.evidence.caution_nats):
        return None
    found = loudest.found
    breach = describe_breach(loudest, found.nats, found.posterior, moment, settings)
    return OpenedBreach(breach, freeze_at_change(loudest, gathered.sums, found), found)


def _open_further_breach(
    breach: Breach | None, weighed: Weighed | None, moment: Moment, settings: ScoringSettings
) -> OpenedBreach | None:
    """A drift that had come to rest, harmless, has moved on. Its reference stays the one from before."""
    if breach is None or weighed is None:
        return None
    further = further_change(breach, weighed, settings)
    if further is None:
        return None
    before, model, found = weighed
    buckets = [bucket for bucket in before.buckets if bucket.seq >= further.found.change_seq]
    sums = before._replace(buckets=buckets)
    posterior: Sequence[float] = weigh_change(sums, model._replace(reference_frozen=True)).posterior
    opened = describe_breach(further, found.nats, posterior, moment, settings)
    # Its reference may still be a few early blocks; what opened it is W.
    early = None if breach.early is None else breach.early._replace(confirmed=True)
    return OpenedBreach(opened._replace(early=early), sums, found)


def _follow_breach(
    breach: Breach | None,
    gathered: Gathered,
    advance: Advance,
    measurement: Measurement,
    settings: ScoringSettings,
) -> Breach | None:
    """The drift goes on. Which sensors take part is still learnt for a few blocks, then only added to."""
    if breach is None:
        return None
    followed = breach._replace(course=follow_course(breach.course, advance, measurement.timestamp_us))
    weighed = gathered.weighed
    if weighed is None:
        return followed
    if breach.blocks >= settings.tiers.settle_blocks:
        followed = followed._replace(posterior=with_later_sensors(breach, weighed, settings))
    else:
        followed = followed._replace(blocks=breach.blocks + 1, posterior=weighed.found.posterior)
    return follow_early_breach(followed, weighed, advance, settings)
