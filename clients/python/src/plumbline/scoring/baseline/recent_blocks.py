"""The newest blocks of a calibrated sensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..model.state import RecentBlock, SensorTrack, calibration_of
from ..numeric.robust import huber_mean

if TYPE_CHECKING:
    from .score_block import ScoredBlock


def remember_recent(
    track: SensorTrack, scored: ScoredBlock, keep: float, reference_moves: bool
) -> SensorTrack:
    """The block that has to leave joins the mean of the reference, held to within 2.5 sigma of it, unless it must not."""
    full = len(track.recent) >= keep
    newest = RecentBlock(scored.seq, scored.weight, scored.placed)
    recent = [*track.recent[1:], newest] if full else [*track.recent, newest]
    if not full or not reference_moves:
        return track._replace(recent=recent)
    leaving = track.recent[0]
    centre_weight = track.centre_weight + leaving.weight
    scale = calibration_of(track).scale
    centre: list[float] = []
    for axis, mean in enumerate(track.centre):
        reach = 2.5 * scale[axis]
        step = max(-reach, min(reach, leaving.placed[axis] - mean))
        centre.append(mean + (step * leaving.weight) / centre_weight)
    return track._replace(recent=recent, centre=centre, centre_weight=centre_weight)


def recent_count(track: SensorTrack, since_seq: int) -> int:
    """How many of the newest blocks ended at an entry number or later."""
    # Entry numbers begin with 1: mostly all of them are asked for.
    if since_seq <= 1:
        return len(track.recent)
    count = 0
    for block in reversed(track.recent):
        if block.seq < since_seq:
            break
        count += 1
    return count


def recent_values(track: SensorTrack, axis: int, since_seq: int) -> list[float]:
    """One value of the newest blocks that ended at an entry number or later, oldest first."""
    first = len(track.recent) - recent_count(track, since_seq)
    return [block.placed[axis] for block in track.recent[first:]]


class RecentMeans(NamedTuple):
    blocks: int
    values: Sequence[float]
    """Huber mean of each value; empty before there is a baseline."""


def recent_means(track: SensorTrack, since_seq: int) -> RecentMeans:
    calibration = track.calibration
    if calibration is None:
        return RecentMeans(0, ())
    values = [
        huber_mean(recent_values(track, axis, since_seq), calibration.scale[axis])
        for axis in range(len(track.centre))
    ]
    return RecentMeans(recent_count(track, since_seq), values)
