"""What one more block does to a baseline that is still being learnt (3.2 to 3.10)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..change.variance_curve import correlated_curve
from ..model.sensors import TRACK_WIDTHS
from ..model.state import Block, SensorTrack, calibration_of
from ..numeric.profile import binary32
from ..numeric.rotation import mean_rotation
from ..verdict.drift import estimate_drift, exceedance, limits_of
from .accept_baseline import CalibratedLearning, Choice, accept_baseline, without_curves
from .block_average import frames_per_block
from .calibrate import calibrate, in_pose, lag_one, rotation_of
from .change_inside import InnerChange, beside_change, change_inside, largest_lag, score_against
from .early_change import early_baseline
from .learner import Learner

# An undecided baseline goes on with the newest blocks only.
_MAX_BLOCKS = 64
# Fewest blocks before and after a change that may stand for themselves.
_FEWEST_BEFORE = 10
_FEWEST_AFTER = 5


class SuspectedChange(NamedTuple):
    seq: int
    """Entry number of the first block after it."""
    axis: int | None
    """The value of this sensor that speaks loudest; None when another sensor does."""


class Suspicion(NamedTuple):
    """What the detectors hold of a sensor whose baseline is provisional."""

    held: bool
    """A breach is open, or the baseline was frozen: it must stay what it is."""
    early: bool
    """A change may be told before there is a baseline."""
    change: SuspectedChange | None


Learning = SensorTrack | CalibratedLearning
"""A track that waits for more, or a new baseline."""


def learn_baseline(learner: Learner, block: Block, suspicion: Suspicion) -> Learning:
    """From the 20th block on a baseline is tried; it is looked at again with the 50th, and before it accuses."""
    name, given, settings = learner
    # What is heard during a breach is no baseline; what was learnt before it waits for its end.
    if suspicion.held and given.calibration is not None:
        return given
    blocks = [*given.learnt, block][-_MAX_BLOCKS:]
    current = Learner(name, given._replace(learnt=blocks), settings)
    if given.calibration is None:
        return _try_baseline(current, blocks, suspicion)
    complete = len(blocks) >= settings.baseline.established_blocks
    if suspicion.change is not None:
        doubted = _doubt_baseline(current, suspicion.change)
        return _settle(doubted) if complete else doubted
    return _refine_baseline(current, blocks) if complete else current.track


def _try_baseline(learner: Learner, blocks: Sequence[Block], suspicion: Suspicion) -> Learning:
    """A first baseline, once there are blocks enough; a change that is clear before is told without one."""
    has_enough = len(blocks) >= learner.settings.baseline.provisional_blocks
    first = _first_baseline(learner, blocks) if has_enough else learner.track
    if isinstance(first, CalibratedLearning) or not suspicion.early:
        return first
    early = early_baseline(learner._replace(track=first))
    return first if early is None else early


def _first_baseline(learner: Learner, blocks: Sequence[Block]) -> Learning:
    """Blocks too alike are joined; a change inside is judged or waited for; otherwise the baseline is provisional."""
    calibrated = calibrate(learner, blocks)
    change = change_inside(learner, calibrated.calibration, blocks)
    correlation = calibrated.correlation if change is None else change.correlation
    if _is_too_correlated(learner, correlation, len(blocks)):
        return _join_blocks(learner, blocks)
    if change is not None:
        return _judge_change(learner, blocks, change)
    enough = len(blocks) >= learner.settings.baseline.established_blocks
    return accept_baseline(learner, Choice(calibrated, blocks, len(blocks), established=enough))


def _refine_baseline(learner: Learner, blocks: Sequence[Block]) -> Learning:
    """The second look, with more blocks. A change among them is for W to judge, by the baseline there is."""
    calibrated = calibrate(learner, blocks)
    change = change_inside(learner, calibrated.calibration, blocks)
    if change is None and not _is_too_correlated(learner, calibrated.correlation, len(blocks)):
        return accept_baseline(learner, Choice(calibrated, blocks, len(blocks), established=True))
    if change is None:
        left = largest_lag(score_against(learner, calibrated.calibration, blocks), beside_change)
    else:
        left = change.correlation
    if not _is_too_correlated(learner, left, len(blocks)):
        return _settle(learner.track)
    rebuilt = _rebuild_from_pairs(learner, blocks, len(blocks) if change is None else change.at)
    if rebuilt is not None:
        return rebuilt
    least = calibration_of(learner.track).least_correlation
    return _settle(_doubted(learner.track, [max(correlation, left) for correlation in least]))


def _doubt_baseline(learner: Learner, change: SuspectedChange) -> SensorTrack:
    """Whether what looks like a change may be correlation in disguise: then a mean varies as such noise makes it."""
    track, axis = learner.track, change.axis
    if axis is None:
        return track
    calibration = calibration_of(track)
    scored = score_against(learner, calibration, track.learnt)
    left = lag_one(beside_change([block.standardised[axis] for block in scored]))
    if not _is_too_correlated(learner, left, len(track.learnt)):
        return track
    least = [
        max(correlation, left) if at == axis else correlation
        for at, correlation in enumerate(calibration.least_correlation)
    ]
    return _doubted(track, least)


def _doubted(track: SensorTrack, least: Sequence[float]) -> SensorTrack:
    held = [binary32(min(0.95, correlation)) for correlation in least]
    return track._replace(calibration=calibration_of(track)._replace(least_correlation=held))


def _rebuild_from_pairs(learner: Learner, blocks: Sequence[Block], before: int) -> Learning | None:
    """The baseline again from blocks twice as long; None when there are too few. Blocks after a change are watched."""
    track = _join_blocks(learner, blocks)
    joined = track.learnt
    last_seq = 0 if before == 0 else blocks[before - 1].seq
    baseline = sum(1 for block in joined if block.seq <= last_seq)
    is_whole = before == len(blocks)
    needed = learner.settings.baseline.provisional_blocks if is_whole else _FEWEST_BEFORE
    if baseline < needed:
        return None
    current = learner._replace(track=track)
    calibrated = calibrate(current, joined[:baseline])
    return accept_baseline(current, Choice(calibrated, joined, baseline, established=False))


def _is_too_correlated(learner: Learner, correlation: float, blocks: int) -> bool:
    """Fewer blocks than an established baseline has tell less; the limit allows for what their estimate may be off."""
    baseline = learner.settings.baseline
    shortfall = 1 / math.sqrt(blocks) - 1 / math.sqrt(baseline.established_blocks)
    limit = baseline.maximum_block_correlation + baseline.correlation_allowance * max(0.0, shortfall)
    return correlation > limit and learner.track.level < baseline.maximum_block_level


def _settle(track: SensorTrack) -> SensorTrack:
    """The baseline stays what it is."""
    calibration = calibration_of(track)._replace(established=True)
    return track._replace(calibration=calibration, learnt=[], inherited=without_curves(track.inherited))


def _judge_change(learner: Learner, blocks: Sequence[Block], change: InnerChange) -> Learning:
    """A change while learning: watched where it is large and follows enough blocks, else learning starts after it."""
    name, track, settings = learner
    if len(blocks) - change.at < _FEWEST_AFTER:
        return track
    is_clear = change.at >= _FEWEST_BEFORE and change.nats >= settings.evidence.caution_nats
    if name != "confidence" and is_clear:
        calibrated = calibrate(learner, blocks[: change.at])
        accepted = accept_baseline(learner, Choice(calibrated, blocks, change.at, established=False))
        curves = [correlated_curve(correlation) for correlation in calibrated.calibration.correlation]
        drift = estimate_drift(name, accepted.track, 0, curves)
        caution = limits_of(name, settings).caution
        if drift is not None and exceedance(name, drift, caution) >= settings.tiers.caution_probability:
            return accepted
    return track._replace(learnt=blocks[change.at :])


def _join_blocks(learner: Learner, blocks: Sequence[Block]) -> SensorTrack:
    """The track with its blocks joined two by two, and twice as many frames to a block from now on."""
    track = _anchor_at_mean(learner, blocks)
    joined, within = _join_pairs(track.learnt, TRACK_WIDTHS[learner.name])
    frames = frames_per_block(track)
    return track._replace(
        level=track.level + 1,
        learnt=joined,
        within=[squares + frames * more for squares, more in zip(track.within, within, strict=True)],
    )


def _anchor_at_mean(learner: Learner, blocks: Sequence[Block]) -> SensorTrack:
    """Rotation vectors are only averaged near zero: an outlying first frame must not stay the place they count from."""
    track = learner.track
    if learner.name != "camera":
        return track
    anchor = mean_rotation([rotation_of(track, block) for block in blocks])
    moved = [block._replace(values=in_pose(track, anchor, block.values)) for block in blocks]
    return track._replace(anchor=anchor, learnt=moved)


def _join_pairs(blocks: Sequence[Block], width: int) -> tuple[list[Block], list[float]]:
    """And the mean squares that are now within them. With an odd count the oldest is left out."""
    joined: list[Block] = []
    within = [0.0] * width
    for at in range(len(blocks) % 2, len(blocks), 2):
        older, newer = blocks[at], blocks[at + 1]
        weight = older.weight + newer.weight
        values = [
            binary32((older.weight * one + newer.weight * other) / weight)
            for one, other in zip(older.values, newer.values, strict=True)
        ]
        for axis, mean in enumerate(values):
            a, b = older.values[axis] - mean, newer.values[axis] - mean
            within[axis] += a * a + b * b
        joined.append(Block(newer.seq, newer.at_us, binary32(weight / 2), values))
    return joined, within
