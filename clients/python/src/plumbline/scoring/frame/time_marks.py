"""When a vehicle's entries happened, from a few marks, dense for the newest and ever sparser with age."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ..model.state import TimeMark

_SPACING = 8
_MAX_MARKS = 24
_LONG_PAUSE = 8


def mark_time(
    marks: Sequence[TimeMark], seq: int, timestamp_us: float, newest_us: float | None
) -> Sequence[TimeMark]:
    """The first frame has a mark, every eighth entry, and both sides of a pause; ``newest_us`` is before this frame."""
    mark = TimeMark(seq, timestamp_us)
    if newest_us is not None and _ends_pause(marks, mark, newest_us):
        is_marked = len(marks) > 0 and marks[-1].seq == seq - 1
        return _with_mark(marks if is_marked else _with_mark(marks, TimeMark(seq - 1, newest_us)), mark)
    return marks if seq % _SPACING != 1 and len(marks) > 0 else _with_mark(marks, mark)


def pauses_between(marks: Sequence[TimeMark], from_seq: float, end_seq: float) -> bool:
    """Whether a pause lies between two entries: both its sides are marked, and nothing was heard between them."""
    return any(
        after.seq == mark.seq + 1 and mark.seq >= from_seq and after.seq < end_seq
        for mark, after in pairwise(marks)
    )


def _ends_pause(marks: Sequence[TimeMark], mark: TimeMark, newest_us: float) -> bool:
    """Many times as long as the frames since the last mark but one were apart."""
    if len(marks) < 2:
        return False
    before = marks[-2]
    usual = (_LONG_PAUSE * max(0.0, newest_us - before.time_us)) / max(1, mark.seq - 1 - before.seq)
    return mark.time_us - newest_us > usual


def _with_mark(marks: Sequence[TimeMark], mark: TimeMark) -> Sequence[TimeMark]:
    kept = marks if len(marks) < _MAX_MARKS else _without_least_missed(marks, mark)
    return (*kept, mark)


def time_of(marks: Sequence[TimeMark], seq: float, newest: TimeMark) -> float:
    """Time of an entry, between its neighbours' marks; before the first mark that mark's."""
    if seq >= newest.seq:
        return newest.time_us
    later = newest
    for mark in reversed(marks):
        if mark.seq <= seq:
            share = (seq - mark.seq) / (later.seq - mark.seq) if later.seq > mark.seq else 0.0
            return mark.time_us + share * (later.time_us - mark.time_us)
        later = mark
    return later.time_us


def _without_least_missed(marks: Sequence[TimeMark], now: TimeMark) -> Sequence[TimeMark]:
    """Without the one whose neighbours are close for its age, and tell its time. The first and the last stay."""
    least_at = 1
    least = math.inf
    for at in range(1, len(marks) - 1):
        missed = _missed_without(marks[at], marks[at - 1], marks[at + 1], now)
        if missed < least:
            least_at, least = at, missed
    return (*marks[:least_at], *marks[least_at + 1 :])


def _missed_without(mark: TimeMark, before: TimeMark, after: TimeMark, now: TimeMark) -> float:
    share = (mark.seq - before.seq) / (after.seq - before.seq)
    between = before.time_us + share * (after.time_us - before.time_us)
    misplaced = abs(mark.time_us - between) / max(1.0, abs(now.time_us - mark.time_us))
    return (after.seq - before.seq) / (now.seq - mark.seq) + misplaced
