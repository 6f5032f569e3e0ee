"""The two frames of a sensor that looks (REP 103): optical (z forward, x right, y down) and body (x forward,
y left, z up)."""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from typing import Any

import numpy as np

from .rotations import Floats, rotations_from_matrices

# The optical axes in the body frame, one a column.
_BODY_FROM_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


def optical_from_body(vehicle_from_body: Any) -> Floats:
    """Rotations of a body frame (in ROS, `…_link`) as those of the optical frame (`…_optical_frame`). The
    service then names pitch as x, yaw as y and roll as z."""
    return _times(vehicle_from_body, _BODY_FROM_OPTICAL)


def body_from_optical(vehicle_from_optical: Any) -> Floats:
    """The other way: the service then names roll as x, pitch as y and yaw as z."""
    return _times(vehicle_from_optical, _BODY_FROM_OPTICAL.T)


def _times(rotations: Any, turn: Floats) -> Floats:
    product: Floats = rotations_from_matrices(rotations) @ turn
    return product
