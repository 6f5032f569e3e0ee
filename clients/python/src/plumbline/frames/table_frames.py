"""Telemetry frames from a pandas DataFrame, a frame a row."""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from typing_extensions import Unpack

from .._vocabulary import RANGES, ROTATIONS, NumberColumns, SensorColumns
from .build_frames import Frame, build_frames, refuse_unknown
from .fault import FrameError
from .rotations import (
    Floats,
    RollPitchYawConvention,
    rotations_from_matrices,
    rotations_from_quaternions,
    rotations_from_roll_pitch_yaw,
)

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]


# The one that a table gives in one of several ways; others are for `build_frames`.
_ROTATION = next(iter(ROTATIONS))


def frames_from_dataframe(
    table: pd.DataFrame,
    *,
    vehicle_id: str | None = None,
    vehicle_id_column: str | None = None,
    timestamp_column: str | None = None,
    quaternion_scalar_last: Sequence[str] | None = None,
    quaternion_scalar_first: Sequence[str] | None = None,
    rotation_matrix: Sequence[str] | None = None,
    roll_pitch_yaw_deg: Sequence[str] | None = None,
    roll_pitch_yaw_rad: Sequence[str] | None = None,
    convention: RollPitchYawConvention | None = None,
    fleet_id: str | None = None,
    region: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    empty_rows: Literal["refuse", "skip"] = "refuse",
    **numbers: Unpack[NumberColumns],
) -> list[Frame]:
    """Frames from named columns; NaN, NA and None are a sensor that is absent. Times are the index or
    `timestamp_column`, with
    a zone. The rotation, vehicle from sensor, is in one of the ways named: four columns of a quaternion, nine of a
    matrix in row order, three angles with their `convention`. Each number of the sensors is named as the contract
    names it, with its column. Raises `FrameError`; its rows count from 0,
    whatever the index."""
    if (vehicle_id is None) == (vehicle_id_column is None):
        raise FrameError("give either vehicle_id, one for all rows, or vehicle_id_column")
    rotations = _rotations(
        table,
        {
            "quaternion_scalar_last": quaternion_scalar_last,
            "quaternion_scalar_first": quaternion_scalar_first,
            "rotation_matrix": rotation_matrix,
            "roll_pitch_yaw_deg": roll_pitch_yaw_deg,
            "roll_pitch_yaw_rad": roll_pitch_yaw_rad,
        },
        convention,
    )
    refuse_unknown("frames_from_dataframe", numbers, RANGES)
    sensors: dict[str, Any] = {
        name: _numbers(table, [str(column)])[:, 0] for name, column in numbers.items() if column is not None
    }
    return build_frames(
        vehicle_id if vehicle_id_column is None else _column(table, vehicle_id_column).tolist(),  # type: ignore[arg-type]
        timestamps=table.index if timestamp_column is None else _column(table, timestamp_column),
        fleet_id=fleet_id,
        region=region,
        metadata=metadata,
        empty_rows=empty_rows,
        **cast("SensorColumns", {_ROTATION: rotations, **sensors}),
    )


def _rotations(
    table: pd.DataFrame, ways: Mapping[str, Sequence[str] | None], convention: RollPitchYawConvention | None
) -> Floats | None:
    named = {way: list(columns) for way, columns in ways.items() if columns is not None}
    if len(named) > 1:
        sensor = _ROTATION.removesuffix("_rotation")
        raise FrameError(f"the {sensor}'s rotation is given in {len(named)} ways: {', '.join(named)}")
    for way, columns in named.items():
        return _turned(way, _numbers(table, columns), convention)
    return None


def _turned(way: str, numbers: Floats, convention: RollPitchYawConvention | None) -> Floats:
    if way == "quaternion_scalar_last":
        return rotations_from_quaternions(scalar_last=numbers)
    if way == "quaternion_scalar_first":
        return rotations_from_quaternions(scalar_first=numbers)
    if way == "rotation_matrix":
        return rotations_from_matrices(numbers)
    if convention is None:
        raise FrameError(
            "say by which convention roll, pitch and yaw turn: convention='intrinsic_zyx' is that of ROS"
        )
    if numbers.shape[1] != 3:
        raise FrameError("roll, pitch and yaw are three columns, in this order")
    angles = dict(zip(("roll", "pitch", "yaw"), numbers.T, strict=True))
    unit = way.rpartition("_")[2]
    return rotations_from_roll_pitch_yaw(
        convention=convention, **{f"{name}_{unit}": column for name, column in angles.items()}
    )


def _numbers(table: pd.DataFrame, columns: Sequence[str]) -> Floats:
    found = [_column(table, name) for name in columns]
    try:
        return np.stack([column.to_numpy(dtype=np.float64, na_value=np.nan) for column in found], axis=1)
    except (TypeError, ValueError):
        raise FrameError(f"{', '.join(columns)}: not columns of numbers") from None


def _column(table: pd.DataFrame, name: str) -> Any:
    if name not in table.columns:
        raise FrameError(f"no column {name!r}; there are {', '.join(map(str, table.columns))}")
    return table[name]
