"""What W remembers, as bytes: the larger part of a state, and much of it the same twice."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.kept_sums import squares_about_mean, squares_with
from ..model.standing import MeanScatter
from ..model.state import Bucket, ChangeSums
from ..numeric.profile import sixteen_bits
from .binary import ByteSink, ByteSource, Codec, before_at, count, numbers, numbers_beside


def _shapes_of(channels: int) -> Codec[Sequence[float]]:
    """Row by row: blocks, marks of the time of day, entries since the bucket before, and the weight of each channel."""
    width = 3 + channels

    def expected_at(at: int, before: Sequence[float]) -> float:
        column = at % width
        # Blocks and marks are as in the bucket before; weights as the blocks, and as in the channel before.
        if column < 2:
            return before_at(before, at - width)
        if column == 2:
            return _span_of(before, at - width, width)
        return before[at - 3 if column == 3 else at - 1]

    return numbers_beside(expected_at)


def _span_of(before: Sequence[float], at: int, width: int) -> float:
    """Entries of the bucket before, if as many went into each of its blocks as of the one before it."""
    return 0.0 if at < width else (before[at] * before[at - 2]) / before[at - width - 2]


def _write_buckets(buckets: Sequence[Bucket], channels: int, sink: ByteSink) -> None:
    shapes: list[float] = []
    marks: list[float] = []
    seq = 0
    for bucket in buckets:
        of_day = bucket.sums[3 * channels :]
        shapes += [float(bucket.size), float(len(of_day)), float(bucket.seq - seq)]
        shapes += [bucket.sums[3 * channel] for channel in range(channels)]
        marks += of_day
        seq = bucket.seq
    _shapes_of(channels).write(shapes, sink)
    numbers.write(marks, sink)
    for _, _, sums in buckets:
        for at in range(0, 3 * channels, 3):
            if sums[at] == 0:
                continue
            sink.sixteen_bits(sums[at + 1])
            sink.sixteen_bits(sixteen_bits(squares_about_mean(sums, at)))


def _read_buckets(channels: int, source: ByteSource) -> list[Bucket]:
    shapes = _shapes_of(channels).read(source)
    marks = numbers.read(source)
    width = 3 + channels
    read = seq = 0
    buckets: list[Bucket] = []
    for first in range(0, len(shapes), width):
        size, marked, span = (int(of) for of in shapes[first : first + 3])
        seq += span
        sums: list[float] = []
        for weight in shapes[first + 3 : first + width]:
            sums += _read_channel(weight, source)
        sums += marks[read : read + marked]
        read += marked
        buckets.append(Bucket(size, seq, sums))
    return buckets


def _read_channel(weight: float, source: ByteSource) -> list[float]:
    if weight == 0:
        return [0.0, 0.0, 0.0]
    total = source.sixteen_bits()
    return [weight, total, squares_with(weight, total, source.sixteen_bits())]


def _counts_beside(scales: int) -> Codec[Sequence[float]]:
    """As many samples as the channel before has at the same scale: so it is within a sensor."""
    return numbers_beside(lambda at, before: before_at(before, at - scales))


def _write(sums: ChangeSums, sink: ByteSink) -> None:
    count.write(sums.channels, sink)
    numbers.write(sums.past, sink)
    _write_buckets(sums.buckets, sums.channels, sink)
    squares, counts = sums.scatter
    numbers.write(squares, sink)
    _counts_beside(len(counts) // sums.channels).write(counts, sink)


def _read(source: ByteSource) -> ChangeSums:
    channels = count.read(source)
    past = numbers.read(source)
    buckets = _read_buckets(channels, source)
    squares = numbers.read(source)
    counts = _counts_beside(len(squares) // channels).read(source)
    return ChangeSums(channels, past, buckets, MeanScatter(squares, counts))


change_sums: Codec[ChangeSums] = Codec(_write, _read)
