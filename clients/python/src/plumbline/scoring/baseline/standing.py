"""How far a vehicle's baseline is, and whether it keeps learning."""

from __future__ import annotations

from ..cycle.time_of_day import count_hours
from ..model.score import BaselineStanding
from ..model.sensors import LIMITED_SENSORS, TrackName
from ..model.settings import ScoringSettings
from ..model.state import SensorTrack, Tracks, VehicleState
from .block_average import frames_per_block


def baseline_standing(state: VehicleState, settings: ScoringSettings) -> BaselineStanding:
    """As far as its furthest sensor."""
    furthest = state.tracks.camera
    most = _progress(furthest, settings)
    for sensor in LIMITED_SENSORS:
        track = state.tracks.of(sensor)
        made = _progress(track, settings)
        if made > most:
            furthest, most = track, made
    standing = BaselineStanding(
        "learning", furthest.frames, _needed_frames(furthest, settings), _covered_hours(state.tracks)
    )
    calibration = furthest.calibration
    if calibration is None:
        return standing
    if state.frozen or state.breach is not None:
        return standing._replace(state="frozen")
    return standing._replace(state="established" if calibration.established else "provisional")


def _covered_hours(tracks: Tracks) -> int | None:
    """Hours of the day that every sensor with a baseline was heard in, at least so many."""
    fewest: int | None = None
    for sensor in LIMITED_SENSORS:
        cycle = tracks.of(sensor).cycle
        if cycle is not None:
            fewest = min(24 if fewest is None else fewest, count_hours(cycle.hours))
    return fewest


def _progress(track: SensorTrack, settings: ScoringSettings) -> float:
    if track.calibration is not None:
        return 3.0 if track.calibration.established else 2.0
    return min(1.0, track.frames / _needed_frames(track, settings))


def _needed_frames(track: SensorTrack, settings: ScoringSettings) -> float:
    return settings.baseline.provisional_blocks * frames_per_block(track)


def reference_moves(state: VehicleState, name: TrackName) -> bool:
    """Not while it was frozen by command, and not while a breach is open: a reference that follows a drift hides it."""
    if state.frozen:
        return False
    return state.confidence_alarm is None if name == "confidence" else state.breach is None
