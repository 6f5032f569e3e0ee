"""What an operator may say about the baseline: learn it afresh, hold it, or let it move again."""

from __future__ import annotations

from collections.abc import Sequence

from .baseline.recent_blocks import recent_values
from .baseline.standing import reference_moves
from .change.change_model import calibration_model, single_model
from .change.histogram import settle_before, with_buckets
from .change.mean_scatter import block_variance
from .model.journal import BaselineEntry, FleetCurve
from .model.sensors import FIRST_CHANNEL, TRACK_NAMES, TRACK_WIDTHS, TrackName
from .model.settings import ScoringSettings
from .model.state import (
    SCALES,
    ChangeSums,
    Folded,
    InheritedNoise,
    SensorTrack,
    Tracks,
    VehicleState,
    initial_state,
    initial_track,
    no_finding,
)
from .numeric.profile import binary32
from .verdict.judge_tier import change_tier
from .verdict.write_score import events_between
from .withdraw import withdraw_early_baselines

# What was learnt before a repair counts as at most so many blocks.
_MOST_INHERITED = 50.0


def fold_baseline_command(before: VehicleState, entry: BaselineEntry, settings: ScoringSettings) -> Folded:
    after = _obey(before._replace(entries=before.entries + 1), entry, settings)
    return Folded(after, None, events_between(before, after, settings))


def _obey(state: VehicleState, entry: BaselineEntry, settings: ScoringSettings) -> VehicleState:
    if entry.action == "learn":
        return _learn_afresh(state, entry.at_us, settings)
    if entry.action == "freeze":
        return _hold_reference(state)
    if state.breach is None:
        return state._replace(frozen=False)
    return _dismiss_breach(state, entry.at_us, settings)


def _learn_afresh(state: VehicleState, at_us: float, settings: ScoringSettings) -> VehicleState:
    """A new epoch after a repair. What was learnt of the noise is kept as a prior: aiming a mount does not change it."""
    return initial_state()._replace(
        entries=state.entries,
        frames=state.frames,
        newest_us=state.newest_us,
        reference=state.reference,
        prior=state.prior,
        marks=state.marks,
        repeats=state.repeats,
        tier=change_tier(state, "UNKNOWN", "learning", at_us),
        tracks=Tracks(*(_restart(state, name, settings) for name in TRACK_NAMES)),
    )


def _restart(state: VehicleState, name: TrackName, settings: ScoringSettings) -> SensorTrack:
    clock = state.tracks.of(name).clock._replace(late=0)
    return initial_track(name, _inherit_noise(state, name, settings))._replace(clock=clock)


def _inherit_noise(state: VehicleState, name: TrackName, settings: ScoringSettings) -> InheritedNoise | None:
    track = state.tracks.of(name)
    calibration = track.calibration
    if calibration is None:
        return track.inherited
    before = settings.prior.degrees if track.inherited is None else track.inherited.degrees
    return InheritedNoise(
        scale=calibration.scale,
        correlation=calibration.correlation,
        degrees=min(_MOST_INHERITED, before + calibration.blocks),
        pose=calibration.pose,
        centre=track.centre,
        curves=_curves_to_inherit(state, name, settings),
    )


def _curves_to_inherit(
    state: VehicleState, name: TrackName, settings: ScoringSettings
) -> Sequence[FleetCurve]:
    """What a sensor keeps of how the variance of its means grows: ratios, and how many samples each rests on."""
    tracks = state.tracks
    if name == "confidence":
        sums = state.confidence_evidence
        model = single_model(name, tracks.confidence.calibration, True, settings)
    else:
        sums = state.evidence
        model = calibration_model(tracks, True, settings)
    moves = reference_moves(state, name)
    reference = with_buckets(sums.past, sums.buckets) if moves else sums.past
    curves: list[FleetCurve] = []
    for axis in range(TRACK_WIDTHS[name]):
        channel = FIRST_CHANNEL[name] + axis
        variance = block_variance(reference, channel, model.prior_variances, model.prior_degrees)
        curves.append(_curve_of(sums, channel, variance, tracks.of(name).level))
    return curves


def _curve_of(sums: ChangeSums, channel: int, variance: float, level: int) -> FleetCurve:
    ratios: list[float] = []
    degrees: list[float] = []
    for at in range(SCALES * channel, SCALES * (channel + 1)):
        count = sums.scatter.counts[at]
        # A scale that was not heard is as the one before: nothing rests on it.
        unheard = ratios[-1] if ratios else 1.0
        ratios.append(binary32(sums.scatter.squares[at] / (count * variance) if count > 0 else unheard))
        degrees.append(binary32(min(_MOST_INHERITED, count)))
    return FleetCurve(level, tuple(ratios), tuple(degrees))


def _hold_reference(state: VehicleState) -> VehicleState:
    """Everything heard so far becomes the reference, and stays it."""
    if state.frozen or state.breach is not None:
        return state._replace(frozen=True)
    return state._replace(
        frozen=True,
        evidence=_settle_all(state.evidence),
        confidence_evidence=_settle_all(state.confidence_evidence),
        finding=no_finding(),
    )


def _dismiss_breach(state: VehicleState, at_us: float, settings: ScoringSettings) -> VehicleState:
    """The operator says the breach was none: its frames become part of the reference, which moves again."""
    camera, radar, lidar, confidence = state.tracks
    dismissed = state._replace(
        frozen=False,
        breach=None,
        evidence=_settle_all(state.evidence),
        finding=no_finding(),
        tracks=Tracks(_absorb_recent(camera), _absorb_recent(radar), _absorb_recent(lidar), confidence),
        tier=change_tier(state, "NOMINAL", "in_control", at_us),
    )
    was_early = state.breach is not None and state.breach.early is not None
    return withdraw_early_baselines(dismissed, settings) if was_early else dismissed


def _settle_all(sums: ChangeSums) -> ChangeSums:
    return settle_before(sums, len(sums.buckets)) if sums.buckets else sums


def _absorb_recent(track: SensorTrack) -> SensorTrack:
    count = len(track.recent)
    weight = track.centre_weight + count
    if weight == 0:
        return track
    centre: list[float] = []
    for axis, mean in enumerate(track.centre):
        total = mean * track.centre_weight
        for value in recent_values(track, axis, 0):
            total += value
        centre.append(total / weight)
    return track._replace(centre=centre, centre_weight=weight, recent=[])
