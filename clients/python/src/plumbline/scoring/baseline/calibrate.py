"""A sensor's location, noise and correlation in time from its first blocks (4.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..model.state import Block, SensorCalibration, SensorTrack
from ..numeric.matrix import unit_root
from ..numeric.profile import binary32, soft_clip
from ..numeric.robust import median, robust_spread
from ..numeric.rotation import Quaternion, between, exp_deg, log_deg, mean_rotation, multiply
from .learner import Learner, clip_units, effective_noise, indifference_zones

# Robust standard deviations beyond which a score is taken for an outlier.
_OUTLIER_SPREADS = 6


class Calibrated(NamedTuple):
    calibration: SensorCalibration
    correlation: float
    """Largest lag-1 correlation of the values' block scores, corrected for its bias."""


def calibrate(learner: Learner, blocks: Sequence[Block]) -> Calibrated:
    """By medians and median deviations, one screening of blocks far out, the prior counted as a few blocks."""
    track, settings = learner.track, learner.settings
    pose = (
        mean_rotation([rotation_of(track, block) for block in blocks]) if learner.name == "camera" else None
    )
    placed = [in_pose(track, pose, block.values) for block in blocks]
    kept = _screen(learner, placed)
    location, scale = _locate(learner, kept)
    whitening = _whitening_matrix(kept, location, scale, settings.prior.degrees)
    clip_unit = clip_units(learner, location, scale)
    scores = [
        clipped_score(standardise(values, location, whitening), clip_unit, settings.evidence.clip_degrees)
        for values in placed
    ]
    lags = [lag_one([score[axis] for score in scores]) for axis in range(len(location))]
    correlation = [_shrink_lag(learner, lag, axis, len(blocks)) for axis, lag in enumerate(lags)]
    calibration = SensorCalibration(
        blocks=len(blocks),
        established=False,
        pose=pose,
        location=location,
        scale=scale,
        whitening=whitening,
        frame_ratio=_frame_ratio(track, kept),
        correlation=correlation,
        least_correlation=[0.0] * len(location),
        period_us=_typical_gap_us(blocks),
        clip_unit=clip_unit,
        zones=indifference_zones(learner, location, scale, clip_unit),
    )
    return Calibrated(narrowed(calibration), max(-1.0, *lags))


def narrowed(calibration: SensorCalibration) -> SensorCalibration:
    """As binary32, like the blocks it was learnt from."""
    return calibration._replace(
        location=_narrow(calibration.location),
        scale=_narrow(calibration.scale),
        whitening=_narrow(calibration.whitening),
        frame_ratio=_narrow(calibration.frame_ratio),
        correlation=_narrow(calibration.correlation),
        least_correlation=_narrow(calibration.least_correlation),
        clip_unit=_narrow(calibration.clip_unit),
        zones=_narrow(calibration.zones),
    )


def _narrow(values: Sequence[float]) -> list[float]:
    return [binary32(value) for value in values]


def in_pose(track: SensorTrack, pose: Quaternion | None, values: Sequence[float]) -> Sequence[float]:
    """A block's values as the calibration measures them: a camera's turn from the anchor's frame to the pose's."""
    # An established camera counts from its pose: there is nothing to turn.
    if pose is None or pose == track.anchor:
        return values
    rotation = multiply(_anchor_of(track), exp_deg(values))
    return _narrow(log_deg(between(pose, rotation)))


def rotation_of(track: SensorTrack, block: Block) -> Quaternion:
    """The rotation a camera block stands for."""
    return multiply(_anchor_of(track), exp_deg(block.values))


def _anchor_of(track: SensorTrack) -> Quaternion:
    if track.anchor is None:
        raise ValueError("a camera without an anchor was asked for its rotations")
    return track.anchor


def standardise(
    values: Sequence[float], location: Sequence[float], whitening: Sequence[float]
) -> list[float]:
    """Independent unit-variance scores of one block, not yet clipped."""
    width = len(location)
    if width == 1:
        return [0.0 + whitening[0] * (values[0] - location[0])]
    scores: list[float] = []
    for row in range(width):
        total = 0.0
        for column in range(width):
            total += whitening[row * width + column] * (values[column] - location[column])
        scores.append(total)
    return scores


def clipped_score(scores: Sequence[float], clip_unit: Sequence[float], clip_degrees: float) -> list[float]:
    """The soft clip in its own units."""
    return [soft_clip(score / unit, clip_degrees) for score, unit in zip(scores, clip_unit, strict=True)]


def _screen(learner: Learner, placed: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    """Leaves out blocks far from the rest, once; all of them stay when nothing would be left."""
    location, scale = _locate(learner, placed)
    reach = learner.settings.baseline.screen_sigma
    kept = [
        values
        for values in placed
        if all(abs(value - location[axis]) <= reach * scale[axis] for axis, value in enumerate(values))
    ]
    return kept if len(kept) > 0 else placed


def _locate(learner: Learner, placed: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    prior, floor, degrees = effective_noise(learner)
    location: list[float] = []
    scale: list[float] = []
    for axis, before in enumerate(prior):
        column = [values[axis] for values in placed]
        middle = median(column)
        spread = robust_spread(column, middle)
        variance = (degrees * before * before + len(placed) * spread * spread) / (degrees + len(placed))
        location.append(middle)
        scale.append(max(floor, math.sqrt(variance)))
    return location, scale


def _whitening_matrix(
    placed: Sequence[Sequence[float]], location: Sequence[float], scale: Sequence[float], prior_degrees: float
) -> list[float]:
    width = len(location)
    scores = [
        [max(-2.5, min(2.5, (value - location[axis]) / scale[axis])) for axis, value in enumerate(values)]
        for values in placed
    ]
    # Scales come from the medians; only the correlation is taken from the products.
    return [entry / scale[at % width] for at, entry in enumerate(unit_root(scores, width, prior_degrees))]


def lag_one(scores: Sequence[float]) -> float:
    """Lag-1 correlation, corrected for its bias (Kendall 1954); scores far out are left out with their pairs."""
    middle = median(scores)
    reach = _OUTLIER_SPREADS * robust_spread(scores, middle)
    kept = [not reach > 0 or abs(score - middle) <= reach for score in scores]
    count = 0
    total = 0.0
    for score, is_kept in zip(scores, kept, strict=True):
        if is_kept:
            count += 1
            total += score
    mean = total / count
    products = squares = 0.0
    for at, score in enumerate(scores):
        if not kept[at]:
            continue
        squares += (score - mean) * (score - mean)
        if at > 0 and kept[at - 1]:
            products += (score - mean) * (scores[at - 1] - mean)
    if not squares > 1e-12 * count:
        return 0.0
    lag = products / squares
    return lag + (1 + 3 * lag) / count


def _shrink_lag(learner: Learner, lag: float, axis: int, blocks: int) -> float:
    prior = learner.settings.prior
    weight = prior.correlation_weight
    inherited = learner.track.inherited
    before = prior.correlation if inherited is None else inherited.correlation[axis]
    return max(0.0, min(0.95, (blocks * lag + weight * before) / (blocks + weight)))


def _frame_ratio(track: SensorTrack, placed: Sequence[Sequence[float]]) -> list[float]:
    """How much noisier one frame is than a block mean: 1 for blocks of one frame."""
    if track.level == 0 or track.within_frames == 0:
        return [1.0] * len(track.within)
    ratios: list[float] = []
    for axis, squares in enumerate(track.within):
        column = [values[axis] for values in placed]
        spread = robust_spread(column, median(column))
        between_variance = max(1e-12, spread * spread)
        ratios.append(math.sqrt(1 + squares / track.within_frames / between_variance))
    return ratios


def _typical_gap_us(blocks: Sequence[Block]) -> float:
    gaps = [block.at_us - before.at_us for before, block in pairwise(blocks)]
    return max(1.0, median([gap for gap in gaps if gap > 0]))
