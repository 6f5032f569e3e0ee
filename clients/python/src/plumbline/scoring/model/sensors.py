"""Sensors and channels by their names and places."""

from __future__ import annotations

from typing import Final, Literal

TrackName = Literal["camera", "radar", "lidar", "confidence"]
LimitedSensor = Literal["camera", "radar", "lidar"]
Channel = Literal["camera_x", "camera_y", "camera_z", "radar", "lidar"]

TRACK_NAMES: Final[tuple[TrackName, ...]] = ("camera", "radar", "lidar", "confidence")
LIMITED_SENSORS: Final[tuple[LimitedSensor, ...]] = ("camera", "radar", "lidar")
CHANNELS: Final[tuple[Channel, ...]] = ("camera_x", "camera_y", "camera_z", "radar", "lidar")

TRACK_WIDTHS: Final[dict[TrackName, int]] = {"camera": 3, "radar": 1, "lidar": 1, "confidence": 1}
"""How many values a block of each track holds."""

FIRST_CHANNEL: Final[dict[TrackName, int]] = {"camera": 0, "radar": 3, "lidar": 4, "confidence": 0}
"""First channel of each track in the sums it belongs to."""
