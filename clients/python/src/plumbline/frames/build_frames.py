"""Telemetry frames, as the service takes them, from columns of numbers."""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
import numpy.typing as npt
from typing_extensions import NotRequired, Unpack

from .._vocabulary import RANGES, ROTATIONS, SensorColumns
from .fault import FrameError
from .rotations import Floats, rotations_from_matrices
from .timestamps import epoch_ns, timestamp_texts

_VEHICLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")


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
    fleet_id: str | Sequence[str] | None = None,
    region: str | Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    empty_rows: Literal["refuse", "skip"] = "refuse",
    **sensors: Unpack[SensorColumns],
) -> list[Frame]:
    """One frame a row; NaN is a sensor that is absent from the row. Raises `FrameError`, naming the rows.

    `timestamps`: aware datetimes, pandas times with a zone, or NumPy's datetime64 (UTC); or
    `timestamps_ns`, whole
    nanoseconds since 1970. The service compares times in microseconds.
    Each of the sensors' readings is named as the contract names it: a number a row, or one for all. A rotation,
    without the `_matrix` at its end, is vehicle from sensor, (n, 3, 3), (n, 9) or a SciPy `Rotation`; other forms
    by `rotations_from_…`.
    `vehicle_id`, `fleet_id`, `region`: one for all, or one a row. `metadata`: further members of every
    frame's.
    `empty_rows`: what to do with rows in which no sensor is there; the service takes no such frame.
    """
    times = epoch_ns(timestamps, timestamps_ns)
    count = len(times)
    refuse_unknown("build_frames", sensors, {**ROTATIONS, **RANGES})
    columns = _columns(sensors, count)
    present = _present(columns, count)
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
        _frame(vehicles[row], texts[row], _sensors(row, columns), described[row])
        for row in np.flatnonzero(present).tolist()
    ]


def _frame(vehicle: str, timestamp: str, sensors: dict[str, Any], metadata: dict[str, Any]) -> Frame:
    frame: Frame = {"vehicle_id": vehicle, "timestamp": timestamp, "sensors": sensors}
    if metadata:
        frame["metadata"] = metadata
    return frame


def refuse_unknown(function: str, given: Iterable[str], known: Container[str]) -> None:
    """What Python says of an argument that a function does not have."""
    for name in given:
        if name not in known:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")


def _columns(sensors: SensorColumns, count: int) -> Mapping[str, Floats]:
    """By the members of the contract; of a rotation nine numbers a row."""
    given = {name: column for name, column in sensors.items() if column is not None}
    if not given:
        raise FrameError(f"no sensor is given: {', '.join([*ROTATIONS, *RANGES])}")
    rotations = {
        member: _rotations(name, given[name], count) for name, member in ROTATIONS.items() if name in given
    }
    return rotations | {name: _numbers(name, given[name], count) for name in RANGES if name in given}


def _rotations(name: str, given: Any, count: int) -> Floats:
    rotations = rotations_from_matrices(given)
    if len(rotations) != count:
        raise FrameError(f"{name} has {len(rotations)} rows, and there are {count} times")
    return rotations.reshape(count, 9)


def _numbers(name: str, given: Any, count: int) -> Floats:
    try:
        column = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise FrameError(f"{name}: not a column of numbers") from None
    if column.ndim == 0:
        column = np.full(count, column)
    if column.shape != (count,):
        raise FrameError(f"{name} has the shape {column.shape}, and there are {count} times")
    low, high = RANGES[name]
    wrong = np.flatnonzero(~np.isnan(column) & ~((low <= column) & (column <= high)))
    if len(wrong) > 0:
        raise FrameError(f"{name} is from {low:g} to {high:g}", (int(row) for row in wrong))
    return column


def _present(columns: Mapping[str, Floats], count: int) -> npt.NDArray[np.bool_]:
    present = np.zeros(count, dtype=np.bool_)
    for column in columns.values():
        present |= ~np.isnan(column if column.ndim == 1 else column[:, 0])
    return present


def _sensors(row: int, columns: Mapping[str, Floats]) -> dict[str, Any]:
    return {name: column[row].tolist() for name, column in columns.items() if not np.isnan(column[row]).any()}


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
