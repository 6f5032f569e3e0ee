"""What one frame brings, sensor by sensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..cycle.track_cycle import hear_day
from ..frame.measurement import Measurement
from ..model.sensors import FIRST_CHANNEL, TRACK_NAMES, TRACK_WIDTHS, TrackName
from ..model.settings import ScoringSettings
from ..model.state import SensorTrack, Tracks, VehicleState
from .accept_baseline import CalibratedLearning
from .block_average import average_into_blocks
from .learn_baseline import SuspectedChange, Suspicion, learn_baseline
from .learner import Learner
from .recent_blocks import remember_recent
from .score_block import ScoredBlock, score_block
from .standing import reference_moves


class Advance(NamedTuple):
    tracks: Tracks
    stepped: bool
    """Whether this frame completed a block of any sensor."""
    scored: Mapping[TrackName, ScoredBlock]
    """Blocks completed by this frame, of sensors that already had a baseline."""
    calibrated: Mapping[TrackName, CalibratedLearning]
    """Baselines that this frame completed or refined."""
    waves: Mapping[TrackName, Sequence[float]]
    """Sensors of which another wave of the day is taken out from this frame on, and the wave until then."""


class _Brought:
    """What the sensors so far have brought."""

    def __init__(self) -> None:
        self.stepped = False
        self.scored: dict[TrackName, ScoredBlock] = {}
        self.calibrated: dict[TrackName, CalibratedLearning] = {}
        self.waves: dict[TrackName, Sequence[float]] = {}


def advance_tracks(state: VehicleState, measurement: Measurement, settings: ScoringSettings) -> Advance:
    brought = _Brought()
    tracks = Tracks(*(_advance(state, name, measurement, settings, brought) for name in TRACK_NAMES))
    return Advance(tracks, brought.stepped, brought.scored, brought.calibrated, brought.waves)


def _advance(
    state: VehicleState,
    name: TrackName,
    measurement: Measurement,
    settings: ScoringSettings,
    brought: _Brought,
) -> SensorTrack:
    track, block = average_into_blocks(name, state.tracks.of(name), measurement)
    if block is None:
        return track
    brought.stepped = True
    calibration = track.calibration
    if calibration is not None:
        heard = hear_day(state, Learner(name, track, settings), block)
        if heard.wave_before is not None:
            brought.waves[name] = heard.wave_before
        track, scored = score_block(heard.track, block, settings)
        brought.scored[name] = scored
        track = remember_recent(track, scored, settings.tiers.drift_blocks, reference_moves(state, name))
        if calibration.established:
            return track
    learning = learn_baseline(Learner(name, track, settings), block, _suspicion_of(state, name))
    if not isinstance(learning, CalibratedLearning):
        return learning
    brought.calibrated[name] = learning
    return learning.track


def _suspicion_of(state: VehicleState, name: TrackName) -> Suspicion:
    finding, breach = state.finding, state.breach
    held = not reference_moves(state, name)
    # A second sensor may join a breach that is as early as itself.
    early = not state.frozen and (breach is None or breach.early is not None)
    if name == "confidence":
        seq = finding.confidence_change_seq
        return Suspicion(held, early, None if seq is None else SuspectedChange(seq, 0))
    if not finding.suspected:
        return Suspicion(held, early, None)
    axis = finding.channel - FIRST_CHANNEL[name]
    own = axis if 0 <= axis < TRACK_WIDTHS[name] else None
    return Suspicion(held, early, SuspectedChange(finding.change_seq, own))
