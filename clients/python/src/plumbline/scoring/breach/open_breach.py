"""Whether W holds without any single block, and the sums once a breach is open (5.8 and 5.9)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..change.change_model import WeighedChange
from ..change.gather import Weighed
from ..change.histogram import settle_before, with_buckets
from ..change.weigh_change import weigh_change
from ..model.state import ChangeSums

# Blocks of a bucket from which one is still left out; what one says among more is diluted.
_MAX_LEFT_OUT = 2
# What is to be left of W without any two blocks.
_CLEAR_NATS = 3.0


def is_carried_by_many(gathered: Weighed, limit_nats: float) -> bool:
    """Whether W has reached a limit that opens something, and does not rest on one or two blocks of a sensor."""
    if not holds_without_any_block(gathered, limit_nats):
        return False
    return _holds_without(gathered, 2, _CLEAR_NATS)


def holds_without_any_block(gathered: Weighed, limit_nats: float) -> bool:
    """Whether W would reach a limit without whichever of each sensor's newest blocks matters most."""
    return gathered.found.nats >= limit_nats and _holds_without(gathered, 1, limit_nats)


def _holds_without(gathered: Weighed, blocks: int, at_least: float) -> bool:
    """Sensor by sensor, one block after another: the least W of one is where the next begins."""
    sums, model, found = gathered
    least, least_sums = found.nats, sums
    for first, end in model.sensors:
        for _ in range(blocks):
            for left in _without_one_block(least_sums, first, end):
                nats = weigh_change(left, model).nats
                if not nats >= at_least:
                    return False
                if nats < least:
                    least, least_sums = nats, left
    return True


def freeze_at_change(gathered: Weighed, sums: ChangeSums, found: WeighedChange) -> ChangeSums:
    """What came before the change is the reference and stays it; one that was frozen by command is left as it was."""
    if gathered.model.reference_frozen:
        return sums
    row = next((at for at, bucket in enumerate(sums.buckets) if bucket.seq == found.change_seq), 0)
    return settle_before(sums, row)


def _without_one_block(sums: ChangeSums, first: int, end: int) -> Iterator[ChangeSums]:
    """For each of the newest in turn: of two that have been merged the more extreme."""
    # Blocks without a past are their own reference: what they all say.
    reference = sums.past if sums.past[3 * first] > 0 else with_buckets(sums.past, sums.buckets)
    for row, bucket in enumerate(sums.buckets):
        weight = bucket.sums[3 * first]
        if weight == 0 or weight > _MAX_LEFT_OUT:
            continue
        left = list(bucket.sums)
        for channel in range(first, end):
            _leave_out_one(left, channel, reference)
        buckets = list(sums.buckets)
        buckets[row] = bucket._replace(sums=left)
        yield sums._replace(buckets=buckets)


def _leave_out_one(sums: list[float], channel: int, reference: Sequence[float]) -> None:
    """Two values with mean m and deviation s are m + s and m - s: the one on the bucket's side of the reference goes."""
    at = 3 * channel
    weight, total, squares = sums[at : at + 3]
    if weight <= 1:
        sums[at : at + 3] = [0.0, 0.0, 0.0]
        return
    mean = total / weight
    deviation = math.sqrt(max(0.0, squares / weight - mean * mean))
    is_below = reference[at] > 0 and mean < reference[at + 1] / reference[at]
    kept = mean + deviation if is_below else mean - deviation
    sums[at] = 0.5 * weight
    sums[at + 1] = 0.5 * weight * kept
    sums[at + 2] = 0.5 * weight * kept * kept
