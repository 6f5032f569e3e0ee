"""Every number a verdict depends on that an organisation may choose, besides the frames: evidence records them whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

SCORING_VERSION = "1.0.0-dev"
NUMERIC_PROFILE = "binary64-ltr-v1"

Settings = Mapping[str, Any]

# The reason of each stands in core/scoring/settings/settings.ts.
DEFAULT_SETTINGS: Settings = {
    "limits": {
        "camera_deg": {"caution": 0.2, "critical": 0.5},
        "radar_m": {"caution": 0.2, "critical": 0.5},
        "lidar_m": {"caution": 0.1, "critical": 0.3},
        "lidar_confidence_drop": 0.2,
    },
    "change": {"limit_nats": 9.5, "harmless_share": 0.25},
    "expected": {"camera_deg": 0.06, "radar_m": 0.06, "lidar_log": 0.35, "confidence_logit": 0.6},
    "floors": {"camera_deg": 0.002, "radar_m": 0.002, "lidar_log": 0.02, "confidence_logit": 0.05},
    "lidar": {"offset_m": 0.01, "confidence_floor": 0.2, "low_confidence": 0.3},
    "frame": {"late_us": 600_000_000.0},
}


def settings_from_json(json: object) -> Settings:
    """The settings a bundle or a replay recorded.

    :raises TypeError: names the first member that is missing, unknown or no finite number: a recorded verdict must never be
        recomputed with today's defaults.
    """
    return cast(Settings, _shaped_like(DEFAULT_SETTINGS, json, "settings"))


def _shaped_like(like: object, value: object, path: str) -> object:
    if not isinstance(like, Mapping):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise TypeError(f"{path}: not a number")
        return float(value)
    if not isinstance(value, Mapping):
        raise TypeError(f"{path}: not an object")
    members, given = cast(Settings, like), cast(Settings, value)
    for name in given:
        if name not in members:
            raise TypeError(f"{path}.{_camel_case(name)}: unknown")
    return {
        name: _shaped_like(member, given.get(name), f"{path}.{_camel_case(name)}")
        for name, member in members.items()
    }


def _camel_case(name: str) -> str:
    """Members are named in messages as every verifier names them."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
