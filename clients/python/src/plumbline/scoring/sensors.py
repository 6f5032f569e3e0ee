"""Sensors and channels by their names and places."""

from __future__ import annotations

from typing import Final, Literal

Sensor = Literal["camera", "radar", "lidar", "confidence"]
Channel = Literal["camera_x", "camera_y", "camera_z", "radar", "lidar"]

SENSORS: Final[tuple[Sensor, ...]] = ("camera", "radar", "lidar", "confidence")
"""In the order of the engine's kinds; confidence is the lidar's own opinion of its match."""
LIMITED_SENSORS: Final[tuple[Sensor, ...]] = SENSORS[:3]
CHANNELS_OF: Final[dict[Sensor, tuple[Channel, ...]]] = {
    "camera": ("camera_x", "camera_y", "camera_z"),
    "radar": ("radar",),
    "lidar": ("lidar",),
}
