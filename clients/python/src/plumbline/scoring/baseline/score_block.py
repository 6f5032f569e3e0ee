"""A block of a calibrated sensor, as the detectors see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cycle.daily_cycle import wave_at
from ..model.settings import ScoringSettings
from ..model.state import Block, SensorCalibration, SensorTrack, calibration_of
from ..numeric.profile import binary32, exp, ln
from .calibrate import clipped_score, in_pose, standardise
from .learner import whitening_factor

# Ordinary noise, once clipped, stays below.
_OUTLIER_SIGMA = 2.5
# One block is worth at most this much, and at most this many sigma beyond the zone.
_MAX_VALUE = 4.0
_MAX_BEYOND_ZONE = 6
_LEAST_WEIGHT = 1 / 64


class ScoredBlock(NamedTuple):
    seq: int
    at_us: float
    weight: float
    placed: Sequence[float]
    standardised: Sequence[float]
    """Independent unit-variance scores, not clipped."""
    score: Sequence[float]
    """Clipped: what the sums of W take."""
    whitened: Sequence[float] | None
    """Clipped and whitened in time, for the charts. None for a first block."""


def score_block(
    track: SensorTrack, block: Block, settings: ScoringSettings
) -> tuple[SensorTrack, ScoredBlock]:
    """Scores a block and remembers it as the predecessor of the next."""
    calibration = calibration_of(track)
    placed = _without_wave(track, calibration, block)
    standardised = standardise(placed, calibration.location, calibration.whitening)
    clipped = clipped_score(standardised, calibration.clip_unit, settings.evidence.clip_degrees)
    previous_us = track.previous_us
    scored = ScoredBlock(
        seq=block.seq,
        at_us=block.at_us,
        weight=block.weight * _closeness(previous_us, block.at_us, calibration),
        placed=placed,
        standardised=standardised,
        score=_bounded(clipped, calibration),
        whitened=None if previous_us is None else _whiten_in_time(track, clipped, previous_us, block.at_us),
    )
    # An outlier says nothing about its successor; the block before it still does.
    foretells = previous_us is None or not _is_outlier(clipped, calibration)
    return (track._replace(previous=clipped, previous_us=block.at_us) if foretells else track), scored


def score_all(
    track: SensorTrack, blocks: Sequence[Block], settings: ScoringSettings
) -> tuple[SensorTrack, list[ScoredBlock]]:
    """Scores blocks one after another, as if they came now."""
    scored: list[ScoredBlock] = []
    for block in blocks:
        track, one = score_block(track, block, settings)
        scored.append(one)
    return track, scored


def _without_wave(track: SensorTrack, calibration: SensorCalibration, block: Block) -> Sequence[float]:
    """What is left of a block's values once the wave of the day is taken out."""
    placed = in_pose(track, calibration.pose, block.values)
    wave = None if track.cycle is None else wave_at(track.cycle, block.at_us)
    return placed if wave is None else [binary32(value - of) for value, of in zip(placed, wave, strict=True)]


def _is_outlier(clipped: Sequence[float], calibration: SensorCalibration) -> bool:
    return any(
        abs(value) * unit > _OUTLIER_SIGMA for value, unit in zip(clipped, calibration.clip_unit, strict=True)
    )


def _whiten_in_time(
    track: SensorTrack, clipped: Sequence[float], previous_us: float, at_us: float
) -> Sequence[float]:
    """y* = (y - φ·y before)/(1 - φ), scaled back to unit variance, φ fading with the gap."""
    calibration = calibration_of(track)
    periods = _periods_since(previous_us, at_us, calibration.period_us)
    values: list[float] = []
    for axis, value in enumerate(clipped):
        correlation = calibration.correlation[axis]
        faded = _fade(correlation, periods)
        factor = whitening_factor(max(correlation, faded))
        values.append((factor * (value - faded * track.previous[axis])) / (1 - faded))
    return _bounded(values, calibration)


def _bounded(values: Sequence[float], calibration: SensorCalibration) -> list[float]:
    held: list[float] = []
    for value, zone, unit in zip(values, calibration.zones, calibration.clip_unit, strict=True):
        most = min(_MAX_VALUE, zone + _MAX_BEYOND_ZONE / unit)
        held.append(max(-most, min(most, value)))
    return held


def _closeness(previous_us: float | None, at_us: float, calibration: SensorCalibration) -> float:
    """A block that comes sooner than half the usual period says in part what the one before said."""
    if previous_us is None or at_us <= previous_us:
        return 1.0
    return max(_LEAST_WEIGHT, min(1.0, (2 * (at_us - previous_us)) / calibration.period_us))


def _periods_since(previous_us: float, at_us: float, period_us: float) -> float:
    """At least half a period: a burst of frames must not look like certainty."""
    gap_us = at_us - previous_us
    return max(0.5, gap_us / period_us) if gap_us > 0 else 1.0


def _fade(correlation: float, periods: float) -> float:
    """φ to the power of the number of periods between two blocks."""
    if correlation == 0 or periods == 1:
        return correlation
    return exp(periods * ln(correlation))
