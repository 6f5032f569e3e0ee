"""Gives a sensor its baseline, and scores the blocks it was learnt from, and those after them, by it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..cycle.track_cycle import start_track_cycle
from ..model.effective_settings import curve_at_level
from ..model.journal import FleetCurve
from ..model.score import ChangePointInterval, DecidingWindow, Side
from ..model.settings import CurvePrior
from ..model.standing import PhysicalDrift
from ..model.state import SCALES, Block, InheritedNoise, SensorTrack, calibration_of
from ..numeric.robust import huber_mean
from ..numeric.rotation import Quaternion, Vector3, between, exp_deg, log_deg, multiply
from ..verdict.drift import exceedance, in_limit_units, limits_of
from .block_average import frames_per_block
from .calibrate import Calibrated
from .learner import Learner
from .recent_blocks import remember_recent
from .score_block import ScoredBlock, score_all

_UNHEARD = CurvePrior((1.0,) * SCALES, (0.0,) * SCALES)


class EarlyChange(NamedTuple):
    """A change among the first blocks of a sensor that has no baseline yet (4.5)."""

    at: int
    """Index of the first block after the change, which is the number of blocks before it."""
    blocks_after: int
    nats: float
    correlation: float
    moved: Sequence[float]
    drift: PhysicalDrift
    likely: ChangePointInterval
    widely: ChangePointInterval
    window: DecidingWindow
    axis: int
    side: Side


class CalibratedLearning(NamedTuple):
    """A sensor that has just been given a baseline."""

    track: SensorTrack
    reference: Sequence[ScoredBlock]
    """Blocks of the baseline."""
    watched: Sequence[ScoredBlock]
    """Blocks after them that are already to be judged by it."""
    inherited: Sequence[CurvePrior]
    """How the variance of its means grew before it was taught anew, value by value."""
    early: EarlyChange | None
    """The change that was told of a sensor with too few blocks for a baseline; None: it has enough."""


class Choice(NamedTuple):
    """What a baseline is to be made of: so many of the blocks, the rest are watched."""

    calibrated: Calibrated
    blocks: Sequence[Block]
    baseline: int
    established: bool


def accept_baseline(learner: Learner, choice: Choice) -> CalibratedLearning:
    track, settings = learner.track, learner.settings
    calibration = choice.calibrated.calibration._replace(established=choice.established)
    fresh = track._replace(
        calibration=calibration,
        previous_us=None,
        usual_presence=_share_of_frames(track, choice.blocks),
        recent=[],
        learnt=[] if choice.established else track.learnt,
        cycle=None,
        inherited=without_curves(track.inherited) if choice.established else track.inherited,
    )
    scored_track, scored = score_all(fresh, choice.blocks, settings)
    reference, watched = scored[: choice.baseline], scored[choice.baseline :]
    centre = [
        huber_mean([block.placed[axis] for block in reference], scale)
        for axis, scale in enumerate(calibration.scale)
    ]
    centre_weight = 0.0
    for block in reference:
        centre_weight += block.weight
    settled = scored_track._replace(
        # An established camera needs no anchor of its own: the pose serves.
        anchor=calibration.pose if choice.established else track.anchor,
        centre=centre,
        centre_weight=centre_weight,
        cycle=start_track_cycle(learner, calibration, centre, reference),
    )
    for block in watched:
        settled = remember_recent(settled, block, settings.tiers.drift_blocks, reference_moves=True)
    return CalibratedLearning(
        settled._replace(not_restored=_is_not_restored(learner, settled)),
        reference,
        watched,
        curves_inherited(track.inherited, track.level),
        None,
    )


def without_curves(inherited: InheritedNoise | None) -> InheritedNoise | None:
    """What an established baseline has taken over need not be remembered twice."""
    return None if inherited is None else inherited._replace(curves=None)


def curves_inherited(inherited: InheritedNoise | None, level: int) -> Sequence[CurvePrior]:
    """The curves for blocks of another length; of shorter ones nothing is known."""
    curves: Sequence[FleetCurve] = () if inherited is None or inherited.curves is None else inherited.curves
    return [curve_at_level(curve, level, _UNHEARD) for curve in curves]


def _share_of_frames(track: SensorTrack, blocks: Sequence[Block]) -> float:
    """Share of the vehicle's frames that carried the sensor while these blocks were heard."""
    entries = blocks[-1].seq - blocks[0].seq
    if entries == 0:
        return track.presence
    return min(1.0, ((len(blocks) - 1) * frames_per_block(track)) / entries)


def _is_not_restored(learner: Learner, track: SensorTrack) -> bool:
    """After a repair: whether it now stands further than the CAUTION limit from where it stood before the fault."""
    name, _, settings = learner
    inherited, calibration = track.inherited, track.calibration
    if inherited is None or calibration is None or name == "confidence":
        return False
    shifts: Sequence[float]
    shifts = _turn_between(inherited, track) if name == "camera" else [track.centre[0] - inherited.centre[0]]
    sds = [scale / math.sqrt(max(1.0, track.centre_weight)) for scale in calibration.scale]
    moved = in_limit_units(name, inherited.centre, shifts, sds)
    worse = moved.amount if name == "camera" else abs(moved.amount)
    caution = limits_of(name, settings).caution
    return exceedance(name, moved._replace(amount=worse), caution) >= settings.tiers.caution_probability


def _turn_between(inherited: InheritedNoise, track: SensorTrack) -> Vector3:
    before = _turned(inherited.pose, inherited.centre)
    after = _turned(calibration_of(track).pose, track.centre)
    return log_deg(between(before, after))


def _turned(pose: Quaternion | None, centre: Sequence[float]) -> Quaternion:
    if pose is None:
        raise ValueError("a camera's baseline has no pose")
    return multiply(pose, exp_deg(centre))
