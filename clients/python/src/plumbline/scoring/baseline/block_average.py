"""Frames of a fast sensor resemble their neighbours: they are averaged until the averages do not (section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from ..frame.measurement import Measurement
from ..model.sensors import TRACK_WIDTHS, TrackName
from ..model.state import Block, OpenBlock, SensorTrack, empty_block
from ..numeric.profile import binary32
from ..numeric.rotation import Quaternion, between, log_deg

PRESENCE_MEMORY = 50
"""Frames over which a sensor's presence is remembered."""


def frames_per_block(track: SensorTrack) -> int:
    return 1 << track.level


def average_into_blocks(
    name: TrackName, track: SensorTrack, measurement: Measurement
) -> tuple[SensorTrack, Block | None]:
    """Takes one frame into a track; a block is handed out when its last frame is in."""
    anchor, values = _values_of(name, track, measurement)
    if values is None:
        if _is_before(track, measurement):
            return track, None
        return track._replace(presence=track.presence + (0 - track.presence) / PRESENCE_MEMORY), None
    presence = track.presence + (1 - track.presence) / PRESENCE_MEMORY
    block = _extend(track.open, values, measurement.lidar_weight if name == "lidar" else 1.0)
    is_complete = block.frames >= frames_per_block(track)
    is_coarse = name == "camera" and measurement.coarsely_rounded
    counted = track._replace(
        anchor=anchor,
        presence=1.0 if track.frames == 0 else presence,
        frames=track.frames + 1,
        coarse_frames=track.coarse_frames + (1 if is_coarse else 0),
        open=empty_block(TRACK_WIDTHS[name]) if is_complete else block,
    )
    if not is_complete:
        return counted, None
    within = _add_squares_within(track.within, block)
    complete = counted._replace(within=within, within_frames=track.within_frames + block.frames)
    return complete, _close_block(block, measurement)


def _is_before(track: SensorTrack, measurement: Measurement) -> bool:
    """A frame older than the sensor's newest reading does not say that the sensor has fallen silent."""
    newest_us = track.clock.newest_us
    return newest_us is not None and measurement.timestamp_us < newest_us


def _values_of(
    name: TrackName, track: SensorTrack, measurement: Measurement
) -> tuple[Quaternion | None, Sequence[float] | None]:
    """A camera's values count from its first rotation, its anchor."""
    if name == "camera":
        rotation = measurement.camera
        if rotation is None:
            return track.anchor, None
        anchor = rotation if track.anchor is None else track.anchor
        return anchor, log_deg(between(anchor, rotation))
    value: float | None = getattr(measurement, name)
    return None, None if value is None else (value,)


def _extend(block: OpenBlock, values: Sequence[float], weight: float) -> OpenBlock:
    weighted = [weight * value for value in values]
    return OpenBlock(
        block.frames + 1,
        block.weight + weight,
        [total + one for total, one in zip(block.sums, weighted, strict=True)],
        [total + one * value for total, one, value in zip(block.squares, weighted, values, strict=True)],
    )


def _close_block(block: OpenBlock, measurement: Measurement) -> Block:
    values = [binary32(total / block.weight) for total in block.sums]
    return Block(measurement.seq, measurement.timestamp_us, binary32(block.weight / block.frames), values)


def _add_squares_within(within: Sequence[float], block: OpenBlock) -> Sequence[float]:
    # A block of one frame has nothing within.
    if block.frames == 1:
        return within
    added: list[float] = []
    for total, sums, squares in zip(within, block.sums, block.squares, strict=True):
        mean = sums / block.weight
        variance = max(0.0, squares / block.weight - mean * mean)
        added.append(total + variance * block.frames)
    return added
