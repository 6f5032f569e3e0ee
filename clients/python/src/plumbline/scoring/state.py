"""What a fold remembers of one vehicle, and the bytes it is kept as (docs/packed-state.md)."""

from __future__ import annotations

import struct
from typing import NamedTuple

from .engine import engine

_MOST_COUNTED = 2**53 - 1


class SensorNoise(NamedTuple):
    """What the settled vehicles of a fleet teach about one sensor's noise."""

    sd: float
    vehicles: int


class StartingPrior(NamedTuple):
    sensors: tuple[SensorNoise | None, ...]
    """Of camera, radar, lidar and its confidence."""
    at_us: float


class VehicleState(NamedTuple):
    region: bytes
    """The vehicle in the engine's memory."""
    rows: tuple[float, ...]
    """What the engine says of it after the newest entry (rows.py)."""
    reference: tuple[tuple[float, ...], float] | None = None
    """A registered rotation, row-major 3 by 3, and from when on it is valid, microseconds."""
    prior: StartingPrior | None = None
    """The noise that was expected of it, estimated from its fleet; None: the settings' holds."""


def initial_state() -> VehicleState:
    """A vehicle nothing has been received of."""
    return VehicleState(*engine().empty_vehicle())


def pack_state(state: VehicleState) -> bytes:
    """A state as bytes; ``unpack_state`` gives back exactly the same."""
    reference, prior = state.reference, state.prior
    parts = [bytes([reference is not None])]
    if reference is not None:
        rotation, valid_from_us = reference
        parts += [_count(len(rotation)), struct.pack(f"<{len(rotation) + 1}d", *rotation, valid_from_us)]
    parts.append(bytes([prior is not None]))
    if prior is not None:
        parts += [_noise(noise) for noise in prior.sensors]
        parts.append(struct.pack("<d", prior.at_us))
    return b"".join([*parts, _sparse(state.region)])


def unpack_state(packed: bytes) -> VehicleState:
    """:raises ValueError: on bytes that ``pack_state`` did not write."""
    source = _Source(packed)
    reference = prior = None
    if source.byte() != 0:
        rotation = tuple(source.float64() for _ in range(source.length()))
        reference = rotation, source.float64()
    if source.byte() != 0:
        prior = StartingPrior(tuple(source.noise() for _ in range(4)), source.float64())
    region = source.sparse()
    source.expect_end()
    return VehicleState(*engine().read(region), reference, prior)


def _count(value: int) -> bytes:
    written = bytearray()
    while value >= 128:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def _noise(noise: SensorNoise | None) -> bytes:
    return b"\0" if noise is None else b"\1" + struct.pack("<d", noise.sd) + _count(noise.vehicles)


def _sparse(value: bytes) -> bytes:
    """Of eight words of eight bytes a byte that says which are not zero, then those."""
    parts = [_count(len(value))]
    for start in range(0, len(value), 64):
        words = [value[at : at + 8] for at in range(start, min(start + 64, len(value)), 8)]
        held = [any(word) for word in words]
        parts.append(bytes([sum(1 << at for at, is_held in enumerate(held) if is_held)]))
        parts += [word for word, is_held in zip(words, held, strict=True) if is_held]
    return b"".join(parts)


class _Source:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, length: int) -> bytes:
        taken = self._data[self._at : self._at + length]
        if len(taken) < length:
            raise ValueError("the bytes are cut short")
        self._at += length
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def float64(self) -> float:
        value: float = struct.unpack("<d", self.take(8))[0]
        return value

    def count(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value += (byte & 127) << shift
            if value > _MOST_COUNTED or shift >= 1024:
                raise ValueError("not a count: too large")
            if byte < 128:
                return value
            shift += 7

    def length(self, each: int = 1) -> int:
        """Of a list: no longer than what is left, with so many of its items in a byte."""
        length = self.count()
        if -(-length // each) > len(self._data) - self._at:
            raise ValueError("the bytes are cut short")
        return length

    def noise(self) -> SensorNoise | None:
        return None if self.byte() == 0 else SensorNoise(self.float64(), self.count())

    def sparse(self) -> bytes:
        value = bytearray(self.length(64))
        for start in range(0, len(value), 64):
            held = self.byte()
            for at in range(start, min(start + 64, len(value)), 8):
                if held >> (at - start) // 8 & 1:
                    value[at : at + 8] = self.take(min(8, len(value) - at))
        return bytes(value)

    def expect_end(self) -> None:
        if self._at != len(self._data):
            raise ValueError("bytes are left over")
