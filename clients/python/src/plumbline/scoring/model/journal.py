"""The entries that move a vehicle's state. The journal is nothing but these, in commit order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from .sensors import TrackName

BaselineAction = Literal["learn", "freeze", "unfreeze"]


class SensorReading(NamedTuple):
    """What one frame says, already checked. None means that the sensor did not report; it never means zero."""

    timestamp_us: float
    """Capture time, microseconds since 1970-01-01T00:00:00Z."""
    camera_rotation: tuple[float, ...] | None = None
    """Rotation matrix, row-major, 9 numbers, as received."""
    radar_range_bias_m: float | None = None
    lidar_registration_error_m: float | None = None
    lidar_confidence: float | None = None


class FleetCurve(NamedTuple):
    """How the variance of a mean grows, of vehicles whose blocks are of 2^level frames."""

    level: int
    ratios: tuple[float, ...]
    degrees: tuple[float, ...]


class SensorNoise(NamedTuple):
    """What the settled vehicles of a fleet teach about one sensor's noise."""

    sd: float
    degrees: float
    vehicles: int
    curve: FleetCurve | None = None


class PriorSensors(NamedTuple):
    camera: SensorNoise | None
    radar: SensorNoise | None
    lidar: SensorNoise | None
    confidence: SensorNoise | None

    def of(self, name: TrackName) -> SensorNoise | None:
        noise: SensorNoise | None = getattr(self, name)
        return noise


class StartingPrior(NamedTuple):
    sensors: PriorSensors
    correlation: float
    at_us: float


class FrameEntry(NamedTuple):
    reading: SensorReading


class BaselineEntry(NamedTuple):
    action: BaselineAction
    at_us: float


class ReferenceEntry(NamedTuple):
    """Registered camera extrinsics, row-major 3 by 3, or None to withdraw them."""

    camera_rotation: tuple[float, ...] | None
    valid_from_us: float


class PriorEntry(NamedTuple):
    prior: StartingPrior


JournalEntry = FrameEntry | BaselineEntry | ReferenceEntry | PriorEntry


def entry_from_json(record: Mapping[str, Any]) -> JournalEntry:
    """The entry of a line of a frames file, or of a scoring vector, by the names both have on the wire.

    :raises ValueError: for an entry of no known kind.
    """
    kind = record["kind"]
    if kind == "frame":
        return FrameEntry(_reading_of(record.get("reading", record)))
    if kind == "baseline":
        return BaselineEntry(record["action"], float(record["at_us"]))
    if kind == "reference":
        return ReferenceEntry(_numbers(record["camera_rotation_matrix"]), float(record["valid_from_us"]))
    if kind == "prior":
        return PriorEntry(_prior_of(record))
    raise ValueError(f"no such kind of entry: {kind}")


def _reading_of(of: Mapping[str, Any]) -> SensorReading:
    at_us = of["captured_at_us"] if "captured_at_us" in of else of["timestamp_us"]
    return SensorReading(
        float(at_us),
        _numbers(of.get("camera_rotation_matrix")),
        _number(of.get("radar_range_bias_m")),
        _number(of.get("lidar_registration_error_m")),
        _number(of.get("lidar_confidence")),
    )


def _prior_of(record: Mapping[str, Any]) -> StartingPrior:
    sensors = record["sensors"]
    noises = PriorSensors(*(_noise_of(sensors[name]) for name in PriorSensors._fields))
    return StartingPrior(noises, float(record["correlation"]), float(record["at_us"]))


def _noise_of(of: Mapping[str, Any] | None) -> SensorNoise | None:
    if of is None:
        return None
    curve = of.get("curve")
    fleet = (
        None
        if curve is None
        else FleetCurve(int(curve["level"]), _sure_numbers(curve["ratios"]), _sure_numbers(curve["degrees"]))
    )
    return SensorNoise(float(of["sd"]), float(of["degrees"]), int(of["vehicles"]), fleet)


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)


def _numbers(values: Sequence[float] | None) -> tuple[float, ...] | None:
    return None if values is None else _sure_numbers(values)


def _sure_numbers(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
