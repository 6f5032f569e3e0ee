"""A baseline of a few blocks is none to go on with: once an early breach is over, its sensors learn from the start."""

from __future__ import annotations

from .change.place_blocks import clear_channels
from .frame.moments import clear_moments
from .model.sensors import FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS
from .model.settings import ScoringSettings
from .model.state import NO_CHANNEL_NOISE, SensorTrack, VehicleState


def withdraw_early_baselines(state: VehicleState, settings: ScoringSettings) -> VehicleState:
    evidence, moments, tracks = state.evidence, state.moments, state.tracks
    noise = list(state.noise)
    for sensor in LIMITED_SENSORS:
        track = tracks.of(sensor)
        if not _rests_on_few_blocks(track, settings.baseline.provisional_blocks):
            continue
        fresh = track._replace(calibration=None, previous_us=None, recent=[], learnt=[], cycle=None)
        tracks = tracks._replace(**{sensor: fresh})
        first, width = FIRST_CHANNEL[sensor], TRACK_WIDTHS[sensor]
        evidence = clear_channels(evidence, first, width)
        moments = clear_moments(moments, first, width)
        noise[first : first + width] = [NO_CHANNEL_NOISE] * width
    return state._replace(tracks=tracks, evidence=evidence, moments=moments, noise=noise)


def _rests_on_few_blocks(track: SensorTrack, provisional_blocks: float) -> bool:
    calibration = track.calibration
    return calibration is not None and not calibration.established and calibration.blocks < provisional_blocks
