"""The scoring's engine, heart.wasm, by wasmtime, within bounds of memory and steps; it imports nothing."""

from __future__ import annotations

import atexit
import functools
import struct
import threading
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, cast

from .rows import sensors_in
from .sensors import SENSORS
from .settings import DEFAULT_SETTINGS, Settings

if TYPE_CHECKING:
    import wasmtime

    from .state import StartingPrior, VehicleState

_PAGES = 64
# Instructions of each call: a new bank takes fifty blocks in at once, 17 million of five channels and confidence.
_FUEL = 200_000_000

# Addresses below are the engine's own.
_FRAME_AT = 65_536
_SCORE_AT = _FRAME_AT + 2048
_VEHICLE_AT = _FRAME_AT + 16_384
_MOST_BYTES = 2**21
_CAMERA = SENSORS.index("camera")
# Of a frame, in the order of the kinds.
_MEMBERS = ("camera_rotation_matrix", "radar_range_bias_m", "lidar_registration_error_m", "lidar_confidence")

Taken = tuple[bytes, tuple[float, ...]]
"""A vehicle's bytes, and the numbers of its score."""


class EngineAbsentError(ImportError):
    """There is no wasmtime."""


class EngineStoppedError(Exception):
    """The engine did not come to an end of its own."""

    def __init__(self, reason: Literal["steps", "trap"]) -> None:
        super().__init__(f"the engine was stopped: {reason}")
        self.reason = reason


class Engine:
    """An instance with memory of its own, for one thread."""

    def __init__(self, compiled: wasmtime.Module, engine: wasmtime.Engine) -> None:
        import wasmtime

        self._trap = wasmtime.Trap
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=_PAGES << 16, table_elements=0, memories=1)
        self._store.set_fuel(_FUEL)
        self._exports = cast(Any, wasmtime.Instance(self._store, compiled, []).exports(self._store))
        self._memory = self._exports["memory"]
        self._memory.grow(self._store, _PAGES - self._memory.size(self._store))
        self._laid: list[list[float]] = []
        # A state may be read before anything is folded.
        self._lay(DEFAULT_SETTINGS, None)

    def empty_vehicle(self) -> Taken:
        self._call("layVehicle", _VEHICLE_AT)
        return self._taken()

    def read(self, region: bytes) -> Taken:
        """The vehicle of bytes that come from elsewhere; refused where they could lead the engine out of it."""
        if len(region) > _MOST_BYTES:
            raise ValueError(f"a state of {len(region)} bytes is too long")
        self._write(_VEHICLE_AT, region)
        if self._call("isVehicle", _VEHICLE_AT, len(region)) == 0:
            raise ValueError("these bytes are no state")
        return self._taken()

    def fold_frame(self, state: VehicleState, reading: Mapping[str, Any], settings: Settings) -> VehicleState:
        self._begin(state, settings)
        readings = b""
        for kind, member in enumerate(_MEMBERS):
            if reading.get(member) is not None:
                index = self._place(state, kind)
                values = checked_rotation(reading[member]) if kind == _CAMERA else [reading[member]]
                # JSON has -0, which sensors that round send: adding 0 makes 0 of it, the same reading.
                readings += _doubles([index, *(value + 0.0 for value in values)]).ljust(80, b"\0")
        at_us = reading["captured_at_us"]
        self._write(_FRAME_AT, _doubles([at_us / 1e6, len(readings) / 80]) + readings)
        self._call("foldFrame", _VEHICLE_AT, _FRAME_AT)
        return self._end(state)

    def command(self, state: VehicleState, settings: Settings, name: str, *seconds: float) -> VehicleState:
        self._begin(state, settings)
        self._call(name, _VEHICLE_AT, *seconds)
        return self._end(state)

    def register_rotation(
        self, state: VehicleState, settings: Settings, rotation: tuple[float, ...] | None, seconds: float
    ) -> VehicleState:
        """A camera's registered rotation, None to withdraw it; a camera that was never received is laid for it."""
        self._begin(state, settings)
        index = self._place(state, _CAMERA)
        self._write(_FRAME_AT, _doubles(rotation or ()))
        self._call("registerRotation", _VEHICLE_AT, index, _FRAME_AT, seconds, int(rotation is not None))
        return self._end(state)

    def exp(self, x: float) -> float:
        value: float = self._call("exp", x)
        return value

    def _begin(self, state: VehicleState, settings: Settings) -> None:
        self._lay(settings, state.prior)
        self._write(_VEHICLE_AT, state.region)

    def _lay(self, settings: Settings, prior: StartingPrior | None) -> None:
        rows = _kind_rows(settings, prior)
        rows.append([settings["frame"]["late_us"] / 1e6, settings["change"]["limit_nats"]])
        if rows != self._laid:
            for kind, row in enumerate(rows[:-1]):
                self._write(self._call("kindRow", kind), _doubles(row))
            self._call("setReorderingWindow", rows[-1][0])
            self._call("setLimit", rows[-1][1])
            self._laid = rows

    def _end(self, state: VehicleState) -> VehicleState:
        region, rows = self._taken()
        return state._replace(region=region, rows=rows)

    def _taken(self) -> Taken:
        count = self._call("writeScore", _VEHICLE_AT, _SCORE_AT)
        length = self._call("vehicleBytes", _VEHICLE_AT)
        region = self._memory.read(self._store, _VEHICLE_AT, _VEHICLE_AT + length)
        rows = self._memory.read(self._store, _SCORE_AT, _SCORE_AT + 8 * count)
        if len(region) != length or len(rows) != 8 * count:
            raise ValueError("these bytes are no state")
        return bytes(region), struct.unpack(f"<{count}d", rows)

    def _place(self, state: VehicleState, kind: int) -> int:
        """Of the first rig's sensor, which is laid with its first reading."""
        for index, sensor in enumerate(sensors_in(state.rows)):
            if sensor.kind == SENSORS[kind] and sensor.of("rig") == 0:
                return index
        added: int = self._call("addInstance", _VEHICLE_AT, kind, 0)
        if added < 0:
            raise ValueError("a vehicle has at most 16 sensors")
        return added

    def _call(self, name: str, *numbers: float) -> Any:
        self._store.set_fuel(_FUEL)
        try:
            return self._exports[name](self._store, *numbers)
        except self._trap:
            # What it has left in memory is of no use.
            _opened.__dict__.clear()
            raise EngineStoppedError("steps" if self._store.get_fuel() == 0 else "trap") from None

    def _write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, bytearray(data), at)


def checked_rotation(matrix: Sequence[float]) -> tuple[float, ...]:
    if len(matrix) != 9:
        raise ValueError("a rotation has nine numbers")
    return tuple(map(float, matrix))


def _doubles(numbers: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(numbers)}d", *numbers)


_AS_IT_IS, _LOGARITHM, _ROTATION, _LOGIT = 0, 1, 2, 3
_ZERO_IS_DEFAULT, _ANY_CONSTANT, _ONTO_AXES, _NEVER = 0, 1, 2, -1
_CAUTION, _CRITICAL = 2, 3
_SIZES = ("camera_deg", "radar_m", "lidar_log", "confidence_logit")
_SHAPES = ((3, _ROTATION, 0), (1, _AS_IT_IS, 0), (1, _LOGARITHM, 1), (1, _LOGIT, -1))
_SIDES = (0, 1, 1, 0)
_WORST_TIERS = (_CRITICAL, _CRITICAL, _CRITICAL, _CAUTION)
_DEFAULT_RULES = (_ONTO_AXES, _ZERO_IS_DEFAULT, _ANY_CONSTANT, _NEVER)


def _kind_rows(settings: Settings, prior: StartingPrior | None) -> list[list[float]]:
    """The engine's row of each kind (core/heart/engine/layout.ts), in their order."""
    limits, lidar = settings["limits"], settings["lidar"]
    named = [limits[name] for name in ("camera_deg", "radar_m", "lidar_m")]
    pairs = [*((of["caution"], of["critical"]) for of in named), (limits["lidar_confidence_drop"], 1.0)]
    gates = ((-1, 0), (-1, 0), (SENSORS.index("confidence"), lidar["confidence_floor"]), (-1, 0))
    taught = prior.sensors if prior else (None,) * 4
    usual, floors = ([settings[group][name] for name in _SIZES] for group in ("expected", "floors"))
    expected = [noise.sd if noise else size for size, noise in zip(usual, taught, strict=True)]
    shares, offsets = (settings["change"]["harmless_share"],) * 4, (0.0, 0.0, lidar["offset_m"], 0.0)
    single = zip(floors, shares, offsets, _SIDES, _WORST_TIERS, _DEFAULT_RULES, expected, strict=True)
    columns = zip(_SHAPES, pairs, single, gates, strict=True)
    return [[*shape, *pair, *numbers, *gate] for shape, pair, numbers, gate in columns]


_opened = threading.local()


def engine() -> Engine:
    """That of this thread.

    :raises EngineAbsentError: without wasmtime.
    """
    if not hasattr(_opened, "engine"):
        _opened.engine = Engine(*_compiled())
    opened: Engine = _opened.engine
    return opened


def _close() -> None:
    """While wasmtime is there still: it is not any more when modules end."""
    _opened.__dict__.clear()
    _compiled.cache_clear()


atexit.register(_close)


@functools.cache
def _compiled() -> tuple[wasmtime.Module, wasmtime.Engine]:
    try:
        import wasmtime
    except ImportError:
        raise EngineAbsentError(
            'recomputing needs wasmtime: pip install "plumbline-client[rescore]"'
        ) from None
    config = wasmtime.Config()
    config.consume_fuel = True
    config.wasm_relaxed_simd = False
    runtime = wasmtime.Engine(config)
    return wasmtime.Module(runtime, files("plumbline.scoring").joinpath("heart.wasm").read_bytes()), runtime
