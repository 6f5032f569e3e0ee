"""Rotation matrices, shape (n, 3, 3), from every form they come in. No order, unit or convention is
guessed."""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import itertools
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .fault import FrameError

Floats = npt.NDArray[np.float64]
RollPitchYawConvention = Literal["intrinsic_zyx", "extrinsic_xyz", "intrinsic_xyz", "extrinsic_zyx"]
"""`intrinsic_zyx`: yaw about z, then pitch about the new y, then roll about the newest x. It is the same
rotation as
`extrinsic_xyz` (roll, pitch, yaw about fixed axes), which ROS, URDF and REP 103 use. The other two are each
other's same."""

_LARGEST_DEPARTURE = 0.05
"""Of RᵀR from the unit matrix: what the service takes."""
_LARGEST_NORM_FAULT = 0.01
_AXES = {"x": 0, "y": 1, "z": 2}


def rotations_from_matrices(matrices: Any) -> Floats:
    """Matrices (n, 3, 3), rows of nine in row order (n, 9), one of either, or a SciPy `Rotation`."""
    given = matrices.as_matrix() if hasattr(matrices, "as_matrix") else matrices
    array = _floats(given, "rotation matrices")
    is_flat = array.ndim in (1, 2) and array.shape[-1] == 9
    if not is_flat and array.shape[-2:] != (3, 3):
        raise FrameError(f"rotation matrices have the shape (n, 3, 3) or (n, 9), not {array.shape}")
    return checked_rotations(array.reshape(-1, 3, 3), "rotation matrices")


def rotations_from_homogeneous(transforms: Any) -> Floats:
    """The rotations in homogeneous transforms (n, 4, 4), whose last row is 0, 0, 0, 1. Translations play no
    part."""
    array = _floats(transforms, "homogeneous transforms")
    if array.shape[-2:] != (4, 4) or array.ndim > 3:
        raise FrameError(f"homogeneous transforms have the shape (n, 4, 4), not {array.shape}")
    array = array.reshape(-1, 4, 4)
    absent = np.isnan(array).all(axis=(1, 2))
    wrong = ~absent & (np.abs(array[:, 3, :] - [0.0, 0.0, 0.0, 1.0]) > 1e-9).any(axis=1)
    wrong |= ~absent & np.isnan(array[:, 3, :]).any(axis=1)
    _refuse(wrong, "the last row of a homogeneous transform is 0, 0, 0, 1: is it transposed?")
    return checked_rotations(array[:, :3, :3], "homogeneous transforms")


def rotations_from_quaternions(*, scalar_last: Any = None, scalar_first: Any = None) -> Floats:
    """Unit quaternions (n, 4): `scalar_last` is x, y, z, w (SciPy, ROS, Eigen's memory), `scalar_first` w,
    x, y, z."""
    if (scalar_last is None) == (scalar_first is None):
        raise FrameError(
            "give the quaternions either as scalar_last (x, y, z, w) or as scalar_first (w, x, y, z)"
        )
    if scalar_last is not None:
        x, y, z, w = _rows(scalar_last, 4, "quaternions").T
    else:
        w, x, y, z = _rows(scalar_first, 4, "quaternions").T
    norm = np.sqrt(x * x + y * y + z * z + w * w)
    _refuse(np.abs(norm - 1) > _LARGEST_NORM_FAULT, "a quaternion of a rotation has the norm 1")
    x, y, z, w = x / norm, y / norm, z / norm, w / norm
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.ascontiguousarray(np.moveaxis(np.array(rows), 2, 0))


def rotations_from_euler(sequence: str, *, degrees: Any = None, radians: Any = None) -> Floats:
    """Euler angles (n, length of the sequence), sequences as SciPy names them: `"ZYX"` turns about the
    moving axes
    (intrinsic), `"zyx"` about the fixed ones (extrinsic), each in the order written."""
    axes = _axes_of(sequence)
    angles = _angles(degrees, radians, len(axes))
    turns = [_turn(axis, angles[:, at]) for at, axis in enumerate(axes)]
    # Turns about moving axes multiply from the left to the right, about fixed ones the other way round.
    ordered = turns if sequence.isupper() else turns[::-1]
    product = ordered[0]
    for turn in ordered[1:]:
        product = product @ turn
    return product


def rotations_from_roll_pitch_yaw(
    *,
    convention: RollPitchYawConvention,
    roll_deg: Any = None,
    pitch_deg: Any = None,
    yaw_deg: Any = None,
    roll_rad: Any = None,
    pitch_rad: Any = None,
    yaw_rad: Any = None,
) -> Floats:
    """Roll about x, pitch about y and yaw about z, all in degrees or all in radians. An angle left out is
    0."""
    in_degrees, in_radians = (roll_deg, pitch_deg, yaw_deg), (roll_rad, pitch_rad, yaw_rad)
    has_degrees, has_radians = (any(one is not None for one in angles) for angles in (in_degrees, in_radians))
    if has_degrees == has_radians:
        raise FrameError("give roll, pitch and yaw all in degrees (…_deg) or all in radians (…_rad)")
    given = in_degrees if has_degrees else in_radians
    columns = np.broadcast_arrays(
        *(np.atleast_1d(_floats(0.0 if one is None else one, "angles")) for one in given)
    )
    angles = np.stack(columns, axis=1) if columns[0].ndim == 1 else None
    if angles is None:
        raise FrameError("roll, pitch and yaw are numbers, or one number a row")
    angles = angles if has_radians else np.radians(angles)
    if convention in ("intrinsic_zyx", "extrinsic_xyz"):
        return rotations_from_euler("xyz", radians=angles)
    if convention in ("intrinsic_xyz", "extrinsic_zyx"):
        return rotations_from_euler("XYZ", radians=angles)
    raise FrameError(
        "convention is intrinsic_zyx (that of ROS), extrinsic_xyz, intrinsic_xyz or extrinsic_zyx"
    )


def inverse(rotations: Any) -> Floats:
    """The other direction: sensor from vehicle becomes vehicle from sensor."""
    return np.ascontiguousarray(np.swapaxes(rotations_from_matrices(rotations), 1, 2))


def checked_rotations(array: Floats, what: str) -> Floats:
    """(n, 3, 3) of rotations or of NaN throughout, as the service takes them: RᵀR within 0.05 of the unit
    matrix."""
    absent = _absent(array.reshape(-1, 9), what)
    departure = np.abs(np.swapaxes(array, 1, 2) @ array - np.eye(3)).max(axis=(1, 2))
    _refuse(
        ~absent & ~(departure <= _LARGEST_DEPARTURE), f"{what}: not rotations, for RᵀR is not the unit matrix"
    )
    mirrored = ~absent & ~(np.linalg.det(np.where(absent[:, None, None], np.eye(3), array)) > 0)
    _refuse(mirrored, f"{what}: reflections, whose determinant is -1; is an axis turned over?")
    return array


def _axes_of(sequence: str) -> list[int]:
    letters = sequence.lower()
    is_known = (
        1 <= len(sequence) <= 3 and set(letters) <= set(_AXES) and sequence in (letters, sequence.upper())
    )
    if not is_known or any(one == other for one, other in itertools.pairwise(letters)):
        raise FrameError(
            f"{sequence!r} is no sequence of axes: up to three of xyz (fixed axes) or XYZ (moving axes), "
            "and no axis twice in a row"
        )
    return [_AXES[letter] for letter in letters]


def _angles(degrees: Any, radians: Any, width: int) -> Floats:
    if (degrees is None) == (radians is None):
        raise FrameError("give the angles either in degrees or in radians")
    given = _floats(radians if degrees is None else degrees, "angles")
    if width == 1 and given.ndim <= 1:
        given = given.reshape(-1, 1)
    rows = _rows(given, width, "angles")
    return rows if degrees is None else np.radians(rows)


def _turn(axis: int, angle: Floats) -> Floats:
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.zeros((len(angle), 3, 3))
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turn[:, axis, axis] = np.where(np.isnan(angle), np.nan, 1.0)
    turn[:, first, first] = turn[:, second, second] = cosine
    turn[:, second, first], turn[:, first, second] = sine, -sine
    return np.where(np.isnan(angle)[:, None, None], np.nan, turn)


def _rows(given: Any, width: int, what: str) -> Floats:
    array = np.atleast_2d(_floats(given, what))
    if array.ndim != 2 or array.shape[1] != width:
        raise FrameError(f"{what} have the shape (n, {width}), not {array.shape}")
    absent = _absent(array, what)
    return np.where(absent[:, None], np.nan, array)


def _absent(rows: Floats, what: str) -> npt.NDArray[np.bool_]:
    """Rows of NaN throughout. One that is NaN in part is a fault, not a frame without the sensor."""
    missing = np.isnan(rows)
    absent = missing.all(axis=1)
    _refuse(
        missing.any(axis=1) & ~absent, f"{what}: NaN in some of the numbers; a sensor is there or not there"
    )
    _refuse(np.isinf(rows).any(axis=1), f"{what}: a number that is not finite")
    return np.asarray(absent, dtype=np.bool_)


def _floats(given: Any, what: str) -> Floats:
    try:
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise FrameError(f"{what}: not an array of numbers") from None


def _refuse(wrong: npt.NDArray[np.bool_] | np.bool_, detail: str) -> None:
    rows = np.flatnonzero(wrong)
    if len(rows) > 0:
        raise FrameError(detail, (int(row) for row in rows))
