"""What W remembers: an exponential histogram of the newest blocks, and the sums of everything older (5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..model.kept_sums import kept_sums
from ..model.standing import MeanScatter
from ..model.state import Bucket, ChangeSums
from .mean_scatter import ScatterModel, sample_level


class BlockValues(NamedTuple):
    """One block on its way in: absent channels have weight 0; marks are what its bucket remembers of the time of day."""

    seq: int
    weights: Sequence[float]
    values: Sequence[float]
    day_marks: Sequence[float] = ()


class HistogramShape(NamedTuple):
    buckets_per_level: float
    levels: float
    reference_frozen: bool
    """A bucket that grows too old is then forgotten, not added to the reference."""
    scatter_model: ScatterModel | None
    """By what the scatter of means is sampled; None: not at all."""


def add_block(sums: ChangeSums, block: BlockValues, shape: HistogramShape) -> ChangeSums:
    """The sums after one more block."""
    added = add_values([0.0] * (3 * sums.channels), block.weights, block.values)
    added += block.day_marks
    buckets = list(sums.buckets)
    buckets.append(Bucket(1, block.seq, kept_sums(added, sums.channels)))
    dropped, scatter = _merge_oldest(buckets, sums, shape)
    past = sums.past if dropped is None or shape.reference_frozen else with_buckets(sums.past, [dropped])
    return ChangeSums(sums.channels, past, buckets, scatter)


def add_values(past: Sequence[float], weights: Sequence[float], values: Sequence[float]) -> list[float]:
    """Sums with one block's values added to them, unrounded."""
    sums = list(past)
    for channel, (weight, value) in enumerate(zip(weights, values, strict=True)):
        if weight == 0:
            continue
        weighted = weight * value
        sums[3 * channel] += weight
        sums[3 * channel + 1] += weighted
        sums[3 * channel + 2] += weighted * value
    return sums


def settle_before(sums: ChangeSums, first_row: int) -> ChangeSums:
    """Buckets older than the given row join the past."""
    past = with_buckets(sums.past, sums.buckets[:first_row])
    return sums._replace(past=past, buckets=sums.buckets[first_row:])


def _merge_oldest(
    buckets: list[Bucket], before: ChangeSums, shape: HistogramShape
) -> tuple[Bucket | None, MeanScatter]:
    """Restores the limit of buckets a size, in place. The bucket that has grown too old for the histogram, if any."""
    model = None if shape.reference_frozen else shape.scatter_model
    scatter = before.scatter
    end = len(buckets)
    size = 1
    level = 0
    while level < shape.levels:
        first = end
        while first > 0 and buckets[first - 1].size == size:
            first -= 1
        if end - first <= shape.buckets_per_level:
            return None, scatter
        if model is not None:
            scatter = sample_level(scatter, buckets, first, before.past, model)
        if level == shape.levels - 1:
            return buckets.pop(0), scatter
        buckets[first : first + 2] = [_joined(buckets[first], buckets[first + 1], before.channels)]
        end = first + 1
        size *= 2
        level += 1
    return None, scatter


def _joined(older: Bucket, newer: Bucket, channels: int) -> Bucket:
    # Marks of the time of day are kept where both have them.
    sums = [one + other for one, other in zip(older.sums, newer.sums, strict=False)]
    return Bucket(older.size + newer.size, older.seq, kept_sums(sums, channels))


def with_buckets(past: Sequence[float], buckets: Sequence[Bucket]) -> list[float]:
    """The sums of older blocks with those of buckets, which are added one after another."""
    total = list(past)
    width = len(total)
    for _, _, sums in buckets:
        total = [one + other for one, other in zip(total, sums[:width], strict=True)]
    return total
