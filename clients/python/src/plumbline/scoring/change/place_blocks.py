"""A newly calibrated sensor's blocks go into the sums as if they had been there from the start (5.1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ..baseline.accept_baseline import CalibratedLearning
from ..baseline.score_block import ScoredBlock
from ..cycle.time_of_day import day_marks
from ..model.kept_sums import kept_sums
from ..model.standing import MeanScatter
from ..model.state import Bucket, ChangeSums
from .histogram import BlockValues, HistogramShape, add_block, add_values
from .mean_scatter import add_baseline_scatter, add_curve, block_variance, clear_scatter


def place_blocks(
    sums: ChangeSums, first_channel: int, learning: CalibratedLearning, shape: HistogramShape
) -> ChangeSums:
    """In place of what the sums held of the sensor. Watched blocks newer than every bucket get buckets of their own."""
    reference = learning.reference
    placed = clear_channels(sums, first_channel, len(reference[0].placed))
    are_past = shape.reference_frozen
    for block in reference:
        placed = (_add_to_past if are_past else _add_where_it_belongs)(placed, first_channel, block)
    scatter = add_baseline_scatter(placed.scatter, first_channel, [block.score for block in reference])
    placed = placed._replace(scatter=_add_inherited(scatter, sums.channels, first_channel, learning, shape))
    for block in learning.watched:
        newest = placed.buckets[-1].seq if placed.buckets else 0
        if block.seq <= newest:
            placed = _add_where_it_belongs(placed, first_channel, block)
            continue
        weights, values = widen(placed.channels, first_channel, block)
        marks = day_marks(block.at_us)
        placed = add_block(placed, BlockValues(block.seq, weights, values, marks), shape)
    return placed


def _add_inherited(
    scatter: MeanScatter,
    channels: int,
    first_channel: int,
    learning: CalibratedLearning,
    shape: HistogramShape,
) -> MeanScatter:
    """With what is inherited of its growth, in units of what a block of the new baseline varies."""
    model = shape.scatter_model
    if model is None:
        return scatter
    sums: Sequence[float] = [0.0] * (3 * channels)
    for block in learning.reference:
        sums = add_values(sums, *widen(channels, first_channel, block))
    for axis, curve in enumerate(learning.inherited):
        channel = first_channel + axis
        variance = block_variance(sums, channel, model.prior_variances, model.prior_degrees)
        scatter = add_curve(scatter, channel, curve, variance)
    return scatter


def widen(channels: int, first_channel: int, block: ScoredBlock) -> tuple[list[float], list[float]]:
    """One sensor's block as a block of all channels: weights and values."""
    weights = [0.0] * channels
    values = [0.0] * channels
    for axis, value in enumerate(block.score):
        weights[first_channel + axis] = block.weight
        values[first_channel + axis] = value
    return weights, values


def clear_channels(sums: ChangeSums, first_channel: int, width: int) -> ChangeSums:
    """Forgets what the sums hold of some channels."""
    nothing = [0.0] * (3 * width)
    first, end = 3 * first_channel, 3 * (first_channel + width)

    def cleared(held: Sequence[float]) -> list[float]:
        return [*held[:first], *nothing, *held[end:]]

    return ChangeSums(
        sums.channels,
        cleared(sums.past),
        [bucket._replace(sums=cleared(bucket.sums)) for bucket in sums.buckets],
        clear_scatter(sums.scatter, first_channel, width),
    )


def row_of(sums: ChangeSums, block_seq: int) -> int:
    """The newest bucket that begins with or before a block; -1 before the first."""
    for row in range(len(sums.buckets) - 1, -1, -1):
        if sums.buckets[row].seq <= block_seq:
            return row
    return -1


def with_values_at(
    sums: ChangeSums, row: int, weights: Sequence[float], values: Sequence[float]
) -> ChangeSums:
    """One block more in a bucket."""
    buckets = list(sums.buckets)
    size, seq, held = buckets[row]
    buckets[row] = Bucket(size, seq, kept_sums(add_values(held, weights, values), sums.channels))
    return sums._replace(buckets=buckets)


def _add_to_past(sums: ChangeSums, first_channel: int, block: ScoredBlock) -> ChangeSums:
    return sums._replace(past=add_values(sums.past, *widen(sums.channels, first_channel, block)))


def _add_where_it_belongs(sums: ChangeSums, first_channel: int, block: ScoredBlock) -> ChangeSums:
    row = row_of(sums, block.seq)
    if row < 0:
        return _add_to_past(sums, first_channel, block)
    weights, values = widen(sums.channels, first_channel, block)
    return with_values_at(sums, row, weights, values)
