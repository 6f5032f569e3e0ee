"""Telemetry frames, as the service takes them, from columns of numbers."""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
import numpy.typing as npt
from typing_extensions import NotRequired

from .fault import FrameError
from .rotations import Floats, rotations_from_matrices
from .timestamps import epoch_ns, timestamp_texts

_VEHICLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_RANGES = {
    "radar_range_bias_m": (-1000.0, 1000.0),
    "lidar_registration_error_m": (0.0, 1000.0),
    "lidar_confidence": (0.0, 1.0),
}


class Frame(TypedDict):
    """A telemetry frame with the contract's names: what `client.telemetry.ingest` takes."""

    vehicle_id: str
    timestamp: str
    sensors: dict[str, Any]
    metadata: NotRequired[dict[str, Any]]


def build_frames(
    vehicle_id: str | Sequence[str],
    *,
    timestamps: Any = None,
    timestamps_ns: Any = None,
    camera_rotation: Any = None,
    radar_range_bias_m: Any = None,
    lidar_registration_error_m: Any = None,
    lidar_confidence: Any = None,
    fleet_id: str | Sequence[str] | None = None,
    region: str | Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    empty_rows: Literal["refuse", "skip"] = "refuse",
) -> list[Frame]:
    """One frame a row; NaN is a sensor that is absent from the row. Raises `FrameError`, naming the rows.

    `timestamps`: aware datetimes, pandas times with a zone, or NumPy's datetime64 (UTC); or
    `timestamps_ns`, whole
    nanoseconds since 1970. The service compares times in microseconds.
    `camera_rotation`: vehicle from camera, (n, 3, 3), (n, 9) or a SciPy `Rotation`; other forms by
    `rotations_from_…`.
    `vehicle_id`, `fleet_id`, `region`: one for all, or one a row. `metadata`: further members of every
    frame's.
    `empty_rows`: what to do with rows in which no sensor is there; the service takes no such frame.
    """
    times = epoch_ns(timestamps, timestamps_ns)
    count = len(times)
    columns = {
        "radar_range_bias_m": radar_range_bias_m,
        "lidar_registration_error_m": lidar_registration_error_m,
        "lidar_confidence": lidar_confidence,
    }
    camera = None if camera_rotation is None else _camera(camera_rotation, count)
    numbers = {name: _numbers(name, given, count) for name, given in columns.items() if given is not None}
    if camera is None and not numbers:
        raise FrameError("no sensor is given: camera_rotation, radar_range_bias_m, lidar_… ")
    present = _present(camera, numbers, count)
    empty = np.flatnonzero(~present)
    if len(empty) > 0 and empty_rows == "refuse":
        raise FrameError(
            "no sensor is there: leave such rows out with empty_rows='skip'", (int(row) for row in empty)
        )
    vehicles = _texts("vehicle_id", vehicle_id, count)
    strange = [row for row, name in enumerate(vehicles) if not _VEHICLE.fullmatch(name)]
    if strange:
        raise FrameError(
            "a vehicle_id is up to 128 letters, digits and . _ : - and begins with one of the first two",
            strange,
        )
    described = _metadata(count, fleet_id=fleet_id, region=region, more=metadata)
    texts = timestamp_texts(times)
    return [
        _frame(vehicles[row], texts[row], _sensors(row, camera, numbers), described[row])
        for row in np.flatnonzero(present).tolist()
    ]


def _frame(vehicle: str, timestamp: str, sensors: dict[str, Any], metadata: dict[str, Any]) -> Frame:
    frame: Frame = {"vehicle_id": vehicle, "timestamp": timestamp, "sensors": sensors}
    if metadata:
        frame["metadata"] = metadata
    return frame


def _camera(given: Any, count: int) -> Floats:
    rotations = rotations_from_matrices(given)
    if len(rotations) != count:
        raise FrameError(f"camera_rotation has {len(rotations)} rows, and there are {count} times")
    return rotations


def _numbers(name: str, given: Any, count: int) -> Floats:
    try:
        column = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise FrameError(f"{name}: not a column of numbers") from None
    if column.ndim == 0:
        column = np.full(count, column)
    if column.shape != (count,):
        raise FrameError(f"{name} has the shape {column.shape}, and there are {count} times")
    low, high = _RANGES[name]
    wrong = np.flatnonzero(~np.isnan(column) & ~((low <= column) & (column <= high)))
    if len(wrong) > 0:
        raise FrameError(f"{name} is from {low:g} to {high:g}", (int(row) for row in wrong))
    return column


def _present(camera: Floats | None, numbers: Mapping[str, Floats], count: int) -> npt.NDArray[np.bool_]:
    present = np.zeros(count, dtype=np.bool_)
    if camera is not None:
        present |= ~np.isnan(camera[:, 0, 0])
    for column in numbers.values():
        present |= ~np.isnan(column)
    return present


def _sensors(row: int, camera: Floats | None, numbers: Mapping[str, Floats]) -> dict[str, Any]:
    sensors: dict[str, Any] = {}
    if camera is not None and not np.isnan(camera[row, 0, 0]):
        sensors["camera_rotation_matrix"] = camera[row].reshape(9).tolist()
    for name, column in numbers.items():
        if not np.isnan(column[row]):
            sensors[name] = float(column[row])
    return sensors


def _texts(name: str, given: Any, count: int) -> list[str]:
    texts: list[Any] = [given] * count if isinstance(given, str) else list(given)
    strange = [row for row, text in enumerate(texts) if not isinstance(text, str)]
    if strange:
        raise FrameError(f"{name} is a text", strange)
    if len(texts) != count:
        raise FrameError(f"{name} has {len(texts)} rows, and there are {count} times")
    return texts


def _metadata(
    count: int, *, fleet_id: Any, region: Any, more: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    columns = {"fleet_id": fleet_id, "region": region}
    given = {name: _texts(name, value, count) for name, value in columns.items() if value is not None}
    return [{**(more or {}), **{name: texts[row] for name, texts in given.items()}} for row in range(count)]
