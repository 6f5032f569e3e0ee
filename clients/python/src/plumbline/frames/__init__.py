"""Telemetry frames from what calibration engineers have: NumPy arrays, SciPy rotations, quaternions, ROS
transforms, tables.

A rotation is here always *vehicle from sensor*: its columns are the sensor's axes in the vehicle's frame, and
`v = R @ s` turns what the sensor sees into what the vehicle sees. The service then names a drift in the
sensor's own axes.
Arrays of rotations have the shape (n, 3, 3); a row of NaN is a frame without that sensor.

Needs NumPy: `pip install "plumbline-client[numpy]"`; SciPy and pandas only where they are handed in.
"""

from __future__ import annotations

from ._numpy import require_numpy

require_numpy()

from .build_frames import Frame, build_frames  # noqa: E402 -- NumPy is asked for first, in words of ours
from .fault import FrameError  # noqa: E402
from .optical_frames import body_from_optical, optical_from_body  # noqa: E402
from .ros_transforms import Transforms, read_transforms  # noqa: E402
from .rotations import (  # noqa: E402
    inverse,
    rotations_from_euler,
    rotations_from_homogeneous,
    rotations_from_matrices,
    rotations_from_quaternions,
    rotations_from_roll_pitch_yaw,
)
from .table_frames import frames_from_dataframe  # noqa: E402

__all__ = [
    "Frame",
    "FrameError",
    "Transforms",
    "body_from_optical",
    "build_frames",
    "frames_from_dataframe",
    "inverse",
    "optical_from_body",
    "read_transforms",
    "rotations_from_euler",
    "rotations_from_homogeneous",
    "rotations_from_matrices",
    "rotations_from_quaternions",
    "rotations_from_roll_pitch_yaw",
]
