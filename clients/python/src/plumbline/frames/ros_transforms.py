"""ROS TransformStamped messages as dictionaries, as rosbridge sends them and rclpy's message_to_ordereddict
makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .fault import FrameError
from .rotations import Floats, rotations_from_quaternions
from .timestamps import Nanoseconds


@dataclass(frozen=True)
class Transforms:
    """What `build_frames` takes: when, and parent from child."""

    timestamps_ns: Nanoseconds
    rotations: Floats


def read_transforms(messages: Iterable[Mapping[str, Any]], *, parent: str, child: str) -> Transforms:
    """The transforms of `child` in `parent`, such as an `…_optical_frame` in `base_link`; those of other
    frames are passed
    over. Whole TFMessages (`transforms`) are taken apart. Row numbers of a fault count messages.

    A TransformStamped turns coordinates of its child into those of its parent: with the vehicle's frame as
    the parent the
    rotations are vehicle from sensor. Where the tree has further frames between the two, multiply:
    `a.rotations @ b.rotations`.
    """
    stamps: list[int] = []
    quaternions: list[list[float]] = []
    other_way, seen = False, set[str]()
    for row, message in _single(messages):
        pair = (_text(message, row, "header", "frame_id"), _text(message, row, "child_frame_id"))
        seen.add(f"{pair[1]} in {pair[0]}")
        other_way = other_way or pair == (child, parent)
        if pair == (parent, child):
            stamps.append(_stamp(message, row))
            rotation = _member(message, row, "transform", "rotation")
            quaternions.append([_number(rotation, row, name) for name in "xyzw"])
    if not stamps:
        raise FrameError(_why_none(parent, child, sorted(seen), other_way=other_way))
    return Transforms(np.array(stamps, dtype=np.int64), rotations_from_quaternions(scalar_last=quaternions))


def _single(messages: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for row, message in enumerate(messages):
        for one in message.get("transforms", [message]):
            yield row, one


def _stamp(message: Mapping[str, Any], row: int) -> int:
    """ROS 2 writes `sec` and `nanosec`, ROS 1 `secs` and `nsecs`."""
    stamp = _member(message, row, "header", "stamp")
    names = ("sec", "nanosec") if "sec" in stamp else ("secs", "nsecs")
    seconds, nanoseconds = (_number(stamp, row, name) for name in names)
    if seconds == 0 and nanoseconds == 0:
        raise FrameError("a transform of the time 0, as static ones have: it is no measurement", [row])
    return int(seconds) * 1_000_000_000 + int(nanoseconds)


def _member(message: Any, row: int, *path: str) -> Any:
    value = message
    for name in path:
        if not _has(value, name):
            raise FrameError(f"no TransformStamped: {'.'.join(path)} is missing", [row])
        value = value[name]
    return value


def _has(value: Any, name: str) -> bool:
    return isinstance(value, Mapping) and name in value


def _text(message: Any, row: int, *path: str) -> str:
    # tf1 wrote frames with a slash before them.
    return str(_member(message, row, *path)).removeprefix("/")


def _number(members: Any, row: int, name: str) -> float:
    value = _member(members, row, name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise FrameError(f"{name} of a transform is a number, not {type(value).__name__}", [row])
    return value


def _why_none(parent: str, child: str, seen: list[str], *, other_way: bool) -> str:
    if other_way:
        return (
            f"only transforms of {parent} in {child} are here: read those, with parent and child exchanged, "
            "and turn them round with inverse()"
        )
    return f"no transform of {child} in {parent} is here, only: {', '.join(seen) or 'none at all'}"
