"""Ways to write values as bytes and read exactly the same values back."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_double = struct.Struct("<d")
_single = struct.Struct("<f")
_bits32 = struct.Struct(">I")
_single_of_bits = struct.Struct(">f")

_LARGEST_COUNT = 2**53 - 1


class ByteSink:
    """Bytes that grow."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def byte(self, value: int) -> None:
        self._bytes.append(value)

    def float64(self, value: float) -> None:
        self._bytes += _double.pack(value)

    def float32(self, value: float) -> None:
        self._bytes += _single.pack(value)

    def sixteen_bits(self, value: float) -> None:
        """The exponent of binary32, then sign and fraction; zero is one byte."""
        bits: int = _bits32.unpack(_single_of_bits.pack(value))[0]
        exponent = (bits >> 23) & 255
        held = exponent > 0 and bits & 255 == 0 and _single_of_bits.unpack(_bits32.pack(bits))[0] == value
        if not (value == 0 or held):
            raise ValueError(f"not of sixteen bits: {value}")
        self.byte(exponent)
        if exponent == 0:
            return
        self.byte((bits >> 8) & 255)
        self.byte((bits >> 31) * 128 + ((bits >> 16) & 127))

    def count(self, value: float) -> None:
        rest = int(value)
        if rest != value or not 0 <= rest <= _LARGEST_COUNT:
            raise ValueError(f"not a count: {value}")
        while rest >= 128:
            self.byte(rest % 128 + 128)
            rest //= 128
        self.byte(rest)

    def bytes(self) -> bytes:
        return bytes(self._bytes)


class ByteSource:
    """Bytes that are read from the start. Raises ValueError where they end too soon."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def byte(self) -> int:
        self.expect_at_least(1)
        self._position += 1
        return self._data[self._position - 1]

    def float64(self) -> float:
        self.expect_at_least(8)
        value: float = _double.unpack_from(self._data, self._position)[0]
        self._position += 8
        return _finite(value)

    def float32(self) -> float:
        self.expect_at_least(4)
        value: float = _single.unpack_from(self._data, self._position)[0]
        self._position += 4
        return _finite(value)

    def sixteen_bits(self) -> float:
        exponent = self.byte()
        if exponent == 0:
            return 0.0
        low = self.byte()
        high = self.byte()
        bits = ((high & 128) << 24) | (exponent << 23) | ((high & 127) << 16) | (low << 8)
        value: float = _single_of_bits.unpack(_bits32.pack(bits))[0]
        return _finite(value)

    def count(self) -> int:
        value = 0
        unit = 1
        while True:
            byte = self.byte()
            value += (byte % 128) * unit
            if value > _LARGEST_COUNT:
                raise ValueError("not a count: too large")
            if byte < 128:
                return value
            unit *= 128

    def expect_at_least(self, size: int) -> None:
        if self._position + size > len(self._data):
            raise ValueError("the bytes are cut short")

    def is_at_end(self) -> bool:
        return self._position == len(self._data)

    def expect_end(self) -> None:
        if not self.is_at_end():
            raise ValueError("bytes are left over")


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("not a finite number")
    return value


@dataclass(frozen=True)
class Codec(Generic[T]):
    write: Callable[[T, ByteSink], None]
    read: Callable[[ByteSource], T]


def encode(codec: Codec[T], value: T) -> bytes:
    sink = ByteSink()
    codec.write(value, sink)
    return sink.bytes()


def decode(codec: Codec[T], data: bytes) -> T:
    """Uses up all the bytes. Raises ValueError on bytes that are cut short or too long."""
    source = ByteSource(data)
    value = codec.read(source)
    source.expect_end()
    return value


float64 = Codec[float](lambda value, sink: sink.float64(value), lambda source: source.float64())
count = Codec[int](lambda value, sink: sink.count(value), lambda source: source.count())
boolean = Codec[bool](
    lambda value, sink: sink.byte(1 if value else 0), lambda source: _choose((False, True), source.byte())
)

_EXPECTED, _WHOLE, _NARROW, _WIDE = range(4)
_SMALL_WHOLES = 2**21


def numbers_beside(expected_at: Callable[[int, Sequence[float]], float]) -> Codec[Sequence[float]]:
    """Numbers with their length in front, four kinds to a byte ahead of them.

    A number that those before it let expect takes no bytes but its kind; small whole numbers are counts, what binary32
    holds takes four bytes, the others eight.
    """

    def write(values: Sequence[float], sink: ByteSink) -> None:
        sink.count(len(values))
        for first in range(0, len(values), 4):
            places = range(first, min(first + 4, len(values)))
            kinds = [_kind_of(values[at], expected_at(at, values)) for at in places]
            sink.byte(sum(kind << (2 * at) for at, kind in enumerate(kinds)))
            for at, kind in zip(places, kinds, strict=True):
                _write_as(kind, values[at], sink)

    def read(source: ByteSource) -> Sequence[float]:
        length = source.count()
        source.expect_at_least((length + 3) // 4)
        values: list[float] = []
        for first in range(0, length, 4):
            kinds = source.byte()
            for at in range(first, min(first + 4, length)):
                kind = kinds & 3
                values.append(expected_at(at, values) if kind == _EXPECTED else _read_as(kind, source))
                kinds >>= 2
        return values

    return Codec(write, read)


def _kind_of(value: float, usual: float) -> int:
    is_negative = math.copysign(1.0, value) < 0
    if value == usual and is_negative == (math.copysign(1.0, usual) < 0):
        return _EXPECTED
    if not is_negative and value < _SMALL_WHOLES and int(value) == value:
        return _WHOLE
    try:
        is_narrow = _single.unpack(_single.pack(value))[0] == value
    except OverflowError:
        is_narrow = False
    return _NARROW if is_narrow else _WIDE


def _write_as(kind: int, value: float, sink: ByteSink) -> None:
    if kind == _WHOLE:
        sink.count(value)
    elif kind == _NARROW:
        sink.float32(value)
    elif kind == _WIDE:
        sink.float64(value)


def _read_as(kind: int, source: ByteSource) -> float:
    if kind == _WHOLE:
        return float(source.count())
    return source.float32() if kind == _NARROW else source.float64()


def before_at(values: Sequence[float], at: int) -> float:
    """What stands at a place; 0 before the first."""
    return values[at] if at >= 0 else 0.0


numbers: Codec[Sequence[float]] = numbers_beside(lambda _at, _before: 0.0)


def _write_steps(values: Sequence[float], sink: ByteSink) -> None:
    sink.count(len(values))
    before = 0
    for value in values:
        step = int(value) - before
        sink.count(-2 * step - 1 if step < 0 else 2 * step)
        before = int(value)


def _read_steps(source: ByteSource) -> list[int]:
    length = source.count()
    source.expect_at_least(length)
    values: list[int] = []
    before = 0
    for _ in range(length):
        step = source.count()
        before += -(step + 1) // 2 if step % 2 == 1 else step // 2
        values.append(before)
    return values


class Steps:
    """Whole numbers, best in order: each is written as its step from the one before."""

    write = staticmethod(_write_steps)
    read = staticmethod(_read_steps)


def one_of(names: Sequence[T]) -> Codec[T]:
    """One of a list of names, as its position."""
    return Codec(
        lambda value, sink: sink.byte(names.index(value)), lambda source: _choose(names, source.byte())
    )


def nullable(codec: Codec[T]) -> Codec[T | None]:
    def write(value: T | None, sink: ByteSink) -> None:
        sink.byte(0 if value is None else 1)
        if value is not None:
            codec.write(value, sink)

    return Codec(write, lambda source: None if source.byte() == 0 else codec.read(source))


def trailing(codec: Codec[T]) -> Codec[T | None]:
    """For the last member of all: None takes no bytes."""

    def write(value: T | None, sink: ByteSink) -> None:
        if value is not None:
            codec.write(value, sink)

    return Codec(write, lambda source: None if source.is_at_end() else codec.read(source))


def list_of(codec: Codec[T]) -> Codec[Sequence[T]]:
    def write(values: Sequence[T], sink: ByteSink) -> None:
        sink.count(len(values))
        for value in values:
            codec.write(value, sink)

    def read(source: ByteSource) -> Sequence[T]:
        length = source.count()
        source.expect_at_least(length)
        return tuple(codec.read(source) for _ in range(length))

    return Codec(write, read)


def record(of: Callable[..., T], **members: Codec[Any]) -> Codec[T]:
    """The members in the order in which they are given here."""

    def write(value: T, sink: ByteSink) -> None:
        for name, codec in members.items():
            codec.write(getattr(value, name), sink)

    def read(source: ByteSource) -> T:
        return of(**{name: codec.read(source) for name, codec in members.items()})

    return Codec(write, read)


def floats(width: int) -> Codec[Any]:
    """So many doubles without a length."""

    def write(values: Sequence[float], sink: ByteSink) -> None:
        for value in values:
            sink.float64(value)

    return Codec(write, lambda source: tuple(source.float64() for _ in range(width)))


def _choose(values: Sequence[T], position: int) -> T:
    if position >= len(values):
        raise ValueError(f"no such choice: {position} of {len(values)}")
    return values[position]
