"""The day of one sensor: what its baseline has heard of it, and what is taken out of its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..baseline.calibrate import in_pose
from ..baseline.learner import Learner
from ..baseline.standing import reference_moves
from ..frame.time_marks import time_of
from ..model.sensors import TrackName
from ..model.settings import ScoringSettings
from ..model.state import (
    Block,
    DailyCycle,
    RecentBlock,
    SensorCalibration,
    SensorTrack,
    TimeMark,
    VehicleState,
    calibration_of,
)
from ..numeric.profile import binary32, exp, ln
from .daily_cycle import HeardBlock, hear_block, start_cycle, wave_at
from .wave_fit import WaveNoise

if TYPE_CHECKING:
    from ..baseline.score_block import ScoredBlock

# Nothing speaks of a change, by far.
_QUIET_NATS = 3
# Logarithms reach further down than up; seen in waves of half to two thirds of their level.
_LOGARITHMS_REACH = 1.3


def start_track_cycle(
    learner: Learner,
    calibration: SensorCalibration,
    centre: Sequence[float],
    reference: Sequence[ScoredBlock],
) -> DailyCycle | None:
    """The day of a sensor whose baseline was learnt from the first of these blocks."""
    if learner.name == "confidence":
        return None
    heard = [
        HeardBlock(block.at_us, block.weight, _beside_location(block.placed, calibration))
        for block in reference
    ]
    return start_cycle(heard, wave_noise(learner.name, calibration, centre, learner.settings))


class Heard(NamedTuple):
    track: SensorTrack
    wave_before: Sequence[float] | None
    """The wave that was taken out until now; None while it is still the same."""


def hear_day(state: VehicleState, learner: Learner, block: Block) -> Heard:
    """The track before the block is scored: so the wave that is taken out of a block is never fitted to it."""
    name, given, settings = learner
    before = given.cycle
    if before is None:
        return Heard(given, None)
    calibration = calibration_of(given)
    values = _beside_location(in_pose(given, calibration.pose, block.values), calibration)
    learns = reference_moves(state, name)
    cycle = hear_block(
        before,
        HeardBlock(block.at_us, block.weight, values),
        wave_noise(name, calibration, given.centre, settings),
        learns=learns,
        quiet=learns and _is_quiet(state),
    )
    track = given._replace(cycle=cycle)
    if cycle.wave is before.wave:
        return Heard(track, None)
    return Heard(track._replace(recent=_turn_recent(state, track, before, cycle, block)), before.wave)


def _is_quiet(state: VehicleState) -> bool:
    finding = state.finding
    return not finding.suspected and (finding.nats is None or finding.nats < _QUIET_NATS)


def _beside_location(values: Sequence[float], calibration: SensorCalibration) -> list[float]:
    return [value - location for value, location in zip(values, calibration.location, strict=True)]


def _turn_recent(
    state: VehicleState, track: SensorTrack, before: DailyCycle, now: DailyCycle, newest: Block
) -> Sequence[RecentBlock]:
    """The newest blocks as they would be had the new wave been taken out of them."""
    mark = TimeMark(newest.seq, newest.at_us)
    turned: list[RecentBlock] = []
    for seq, weight, placed in track.recent:
        at_us = time_of(state.marks, seq, mark)
        nothing = [0.0] * len(placed)
        was = wave_at(before, at_us) or nothing
        then = wave_at(now, at_us) or nothing
        values = [binary32(value + was[axis] - then[axis]) for axis, value in enumerate(placed)]
        turned.append(RecentBlock(seq, weight, values))
    return turned


def wave_noise(
    name: TrackName, calibration: SensorCalibration, centre: Sequence[float], settings: ScoringSettings
) -> WaveNoise:
    """Twice the shift that is no drift: half the CAUTION limit. A larger wander is a fault, and is left for W to see."""
    limits = settings.limits
    share = 2 * settings.evidence.indifference_share
    scale = calibration.scale
    if name == "lidar":
        return _logarithmic(scale, share * limits.lidar_m.caution, calibration.location[0], centre[0])
    if name == "camera":
        return _linear(scale, share * limits.camera_deg.caution)
    return _linear(scale, share * limits.radar_m.caution if name == "radar" else 0.0)


def _linear(sigma: Sequence[float], most: float) -> WaveNoise:
    def shift_of(amplitudes: float) -> float:
        return amplitudes * most

    return WaveNoise(sigma, most, 0.5 * most, shift_of)


def _logarithmic(sigma: Sequence[float], amplitude_m: float, location: float, centre: float) -> WaveNoise:
    """ln(m + A·sin) has a mean ln(c), and the first harmonic A/c; where it is lowest, a rise counts most."""
    lowest_m = exp(min(location, centre))

    def shift_of(amplitudes: float) -> float:
        return ln(1 + (_LOGARITHMS_REACH * amplitudes * amplitude_m) / lowest_m)

    usual = ln(1 + (0.5 * amplitude_m) / exp(location))
    return WaveNoise(sigma, amplitude_m / exp(centre), usual, shift_of)
