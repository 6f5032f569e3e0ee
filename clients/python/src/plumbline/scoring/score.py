"""The engine's numbers as a score, as far as evidence repeats it (core/scoring/verdict/score-of.ts, state-events.ts)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from .engine import engine
from .rows import SensorRows, sensors_in, vehicle_number, worst_of
from .sensors import CHANNELS_OF, LIMITED_SENSORS, Channel, Sensor
from .settings import Settings
from .six_digits import six_digits
from .state import VehicleState

Score = dict[str, Any]
"""What the detectors say of one frame: its `seq`, and what a bundle records as `scoring.outputs`."""

TIERS: Final = ("UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL")
TIER_RANKS: Final[dict[str, int]] = {"UNKNOWN": 0, "NOMINAL": 0, "CAUTION": 1, "CRITICAL": 2}
"""The one order of tiers: a greater rank is worse. UNKNOWN says nothing, and no alarm."""
REASONS: Final = (
    "learning",
    "in_control",
    "change_below_limit",
    "caution_limit_exceeded",
    "critical_limit_exceeded",
    "baseline_beyond_limits",
    "lidar_confidence_low",
    "noise_inflation",
    "hysteresis_hold",
    "sensor_late",
    "repeating",
    "convention_changed",
)
_DOUBTFUL: Final = frozenset({"lidar_confidence_low", "convention_changed"})
"""What somebody should look at before anybody calibrates."""
_BASELINE_STATES: Final = ("learning", "provisional", "established", "frozen")
_CAUTION = TIERS.index("CAUTION")
# Below it a sensor has no start of a change that counts.
_NO_STATISTIC = -99.0
# Blocks a sensor's baseline is learnt from.
_LEARNING_BLOCKS = 50
_CHART_LIMIT = 11.96


class BreachOpening(NamedTuple):
    """How a breach opened, as it was reported then."""

    opened_seq: float
    statistic: float
    threshold: float
    channel: Channel
    side: Literal["upper", "lower"]


def open_breach_of(state: VehicleState, settings: Settings) -> BreachOpening | None:
    """Of the breach that is open in a state; None where none is."""
    opened = _open_change(state)
    if opened is None:
        return None
    channel = int(opened.of("opened_channel"))
    return BreachOpening(
        opened_seq=opened.of("opened_entry"),
        statistic=six_digits(opened.of("opened_statistic")),
        threshold=settings["change"]["limit_nats"],
        channel=CHANNELS_OF[opened.kind][channel],
        side="lower" if opened.of("drift", channel) < 0 else "upper",
    )


def score_of(
    before: VehicleState, state: VehicleState, reading: Mapping[str, Any], settings: Settings
) -> Score:
    """Of the frame that moved a vehicle from one state to the other, with six significant digits."""
    vehicle = _Vehicle(state, reading, settings)
    of, sensors = vehicle.of, vehicle.sensors
    tested = of("tested_channels")
    opened, opened_before = _open_change(state), _open_change(before)
    entries, posterior = int(of("entries")), "probability_of_change"
    was_open = opened_before is not None and opened_before.of("opened_entry") == entries
    return {
        "seq": entries,
        "tier_before": TIERS[int(vehicle_number(before.rows, "tier"))],
        "tier": vehicle.tier,
        "reason": vehicle.reason,
        "residual_score": 0.0 if tested == 0 else six_digits(math.sqrt(of("t2") / tested)),
        "mahal_distance": None if tested == 0 else six_digits(math.sqrt(of("t2"))),
        "mahal_p_value": None if tested == 0 else six_digits(of("p_value")),
        "t2_limit": None if tested == 0 else six_digits(of("t2_limit")),
        "cusum_statistic": _statistic_of(sensors),
        "caution_limit": settings["change"]["limit_nats"],
        "cusum_triggered": opened is not None,
        "breach_opened": opened is not None and opened.of("opened_entry") == entries and not was_open,
        "confidence": six_digits(of("confidence")),
        "probable_fault_source": _fault_source(vehicle),
        "source_posterior": [six_digits(_of_worst(sensors, kind, posterior)) for kind in LIMITED_SENSORS],
        "recommended_action": _action(vehicle),
        "late": of("late") == 1,
        "outlier": of("outlier") == 1,
        "baseline": _baseline_of(vehicle),
        "channels": _channel_scores(sensors),
        "camera_drift_deg": six_digits(_of_worst(sensors, "camera", "amount")),
        "radar_drift_mm": six_digits(1000 * _of_worst(sensors, "radar", "amount")),
        "health_score": six_digits(of("health")),
        "change_point_seq": None if opened is None else opened.of("change_entry"),
        "warnings": [name for name, is_due in _WARNINGS.items() if is_due(vehicle)],
    }


class _Vehicle:
    def __init__(self, state: VehicleState, reading: Mapping[str, Any], settings: Settings) -> None:
        self._rows = state.rows
        self.sensors = sensors_in(state.rows)
        self.limited = [one for one in self.sensors if one.kind != "confidence"]
        self.reading, self.settings = reading, settings
        self.tier = TIERS[int(self.of("tier"))]
        self.reason = REASONS[int(self.of("reason"))]

    def of(self, name: str) -> float:
        return vehicle_number(self._rows, name)


def _open_change(state: VehicleState) -> SensorRows | None:
    """The sensor whose change was proved last among those that are open: the breach of the vehicle."""
    if vehicle_number(state.rows, "breached") != 1:
        return None
    breached = [one for one in sensors_in(state.rows) if one.has("breached")]
    return max(breached, key=lambda one: one.of("opened_entry"), default=None)


def _statistic_of(sensors: Sequence[SensorRows]) -> float | None:
    """The largest of its sensors'; of a change that is open at least what it was proved with."""
    most = _NO_STATISTIC
    for sensor in sensors:
        if sensor.kind != "confidence":
            opened = sensor.of("opened_statistic") if sensor.has("breached") else _NO_STATISTIC
            most = max(most, sensor.of("statistic"), opened)
    return None if most <= _NO_STATISTIC else six_digits(most)


def _of_worst(sensors: Sequence[SensorRows], kind: Sensor, name: str) -> float:
    sensor = worst_of(sensors, kind)
    return 0.0 if sensor is None else sensor.of(name)


def _fault_source(vehicle: _Vehicle) -> str:
    """Which sensor is at fault, of a vehicle at CAUTION or worse: those of such a tier themselves."""
    if vehicle.of("tier") < _CAUTION:
        return "none"
    suspects = {
        "lidar" if one.kind == "confidence" else one.kind
        for one in vehicle.sensors
        if one.of("tier") >= _CAUTION
    }
    return "multi_modal" if len(suspects) > 1 else next(iter(suspects), "none")


def _action(vehicle: _Vehicle) -> str:
    if vehicle.tier == "CRITICAL":
        return "calibration_required"
    if vehicle.tier == "CAUTION":
        # Nothing was learnt of this mount yet: somebody should look before anybody calibrates.
        is_new = any(one.has("provisional") for one in vehicle.sensors)
        return "inspect_sensor" if is_new or vehicle.reason in _DOUBTFUL else "schedule_calibration"
    if vehicle.reason == "noise_inflation" or _needs_inspection(vehicle):
        return "inspect_sensor"
    return "monitor" if vehicle.reason == "change_below_limit" else "none"


def _needs_inspection(vehicle: _Vehicle) -> bool:
    return (
        vehicle.of("has_unjudged") == 1
        or (vehicle.of("many_outliers") == 1 and vehicle.of("breached") == 0)
        or any(one.has("unmonitored") or one.has("stuck") for one in vehicle.limited)
        or any(
            _confidence_now(one) < vehicle.settings["lidar"]["low_confidence"]
            for one in vehicle.sensors
            if one.kind == "confidence" and one.of("baseline") > 0
        )
    )


def _confidence_now(sensor: SensorRows) -> float:
    return 1 / (1 + engine().exp(-(sensor.of("baseline_level") + sensor.of("drift"))))


def _baseline_of(vehicle: _Vehicle) -> dict[str, Any]:
    """How far the baseline of the sensor is that is furthest."""
    frames = blocks = 0.0
    most = -1.0
    for sensor in vehicle.limited:
        if sensor.of("blocks") >= most:
            frames, blocks = sensor.of("readings"), sensor.of("blocks")
            most = blocks
    frames_per_block = 1 if blocks == 0 else max(1, math.floor(frames / blocks + 0.5))
    furthest = int(max((one.of("baseline") for one in vehicle.limited), default=0))
    is_held = vehicle.of("frozen") == 1 or vehicle.of("breached") == 1
    state = "frozen" if furthest > 0 and is_held else _BASELINE_STATES[furthest]
    return {"state": state, "frames": frames, "needed": _LEARNING_BLOCKS * frames_per_block}


def _channel_scores(sensors: Sequence[SensorRows]) -> list[dict[str, Any]]:
    """Of the first rig, those that the frame carries: further rigs are named beside it."""
    scores: list[dict[str, Any]] = []
    for kind in LIMITED_SENSORS:
        sensor = next((one for one in sensors if one.kind == kind and one.of("rig") == 0), None)
        if sensor is not None and sensor.has("present") and sensor.of("baseline") > 0:
            scores += [_channel_score(sensor, axis) for axis in range(len(CHANNELS_OF[kind]))]
    return scores


def _channel_score(sensor: SensorRows, axis: int) -> dict[str, Any]:
    is_camera = sensor.kind == "camera"
    numbers = {
        "residual": _residual_of(sensor, axis),
        "standardised": sensor.of("standardised", axis),
        "cusum_upper": sensor.of("chart_upper", axis),
        "cusum_lower": sensor.of("chart_lower", axis),
        "cusum_limit": _CHART_LIMIT,
        "share_of_t2": sensor.of("share", axis),
        "drift": sensor.of("drift", axis) if is_camera else sensor.of("amount"),
        "drift_sd": sensor.of("drift_sd", axis) if is_camera else sensor.of("amount_sd"),
    }
    stated = {name: six_digits(number) for name, number in numbers.items()}
    return {"channel": CHANNELS_OF[sensor.kind][axis], **stated}


def _residual_of(sensor: SensorRows, axis: int) -> float:
    """In degrees or metres: the lidar's channel is a logarithm."""
    residual = sensor.of("residual", axis)
    if sensor.kind != "lidar":
        return residual
    level = sensor.of("baseline_level")
    return engine().exp(level + residual) - engine().exp(level)


def _is_not_orthonormal(matrix: Sequence[float] | None) -> bool:
    if matrix is None:
        return False
    worst = 0.0
    for i in range(3):
        for j in range(3):
            product = matrix[i] * matrix[j] + matrix[3 + i] * matrix[3 + j] + matrix[6 + i] * matrix[6 + j]
            worst = max(worst, abs(product - (i == j)))
    return worst > 1e-3


def _is_coarsely_rounded(matrix: Sequence[float] | None) -> bool:
    """To three decimals or fewer; exact axis permutations do not count."""
    if matrix is None or all(entry == math.floor(entry) for entry in matrix):
        return False
    return all(abs(1000 * entry - math.floor(1000 * entry + 0.5)) < 1e-9 for entry in matrix)


def _is_confidence_absent(reading: Mapping[str, Any]) -> bool:
    return reading.get("lidar_registration_error_m") is not None and reading.get("lidar_confidence") is None


def _is_below_floor(vehicle: _Vehicle) -> bool:
    confidence = vehicle.reading.get("lidar_confidence")
    return confidence is not None and confidence < vehicle.settings["lidar"]["confidence_floor"]


def _any(name: str) -> Callable[[_Vehicle], bool]:
    return lambda vehicle: any(one.has(name) for one in vehicle.limited)


# When each is given, in the order of a score.
_WARNINGS: dict[str, Callable[[_Vehicle], bool]] = {
    "rotation_not_orthonormal": lambda of: _is_not_orthonormal(of.reading.get("camera_rotation_matrix")),
    "rotation_coarsely_rounded": lambda of: _is_coarsely_rounded(of.reading.get("camera_rotation_matrix")),
    "lidar_confidence_absent": lambda of: _is_confidence_absent(of.reading),
    "lidar_confidence_below_floor": _is_below_floor,
    "correlated_channels": lambda vehicle: vehicle.of("correlation") > 0.3,
    "calibration_did_not_restore": _any("not_restored"),
    "sensor_unmonitored": _any("unmonitored"),
    "sensor_stuck": _any("stuck"),
    # A knock, a load or a sagging body has tilted the vehicle, rather than three mounts having failed at once.
    "common_mode_suspected": lambda vehicle: (
        len(vehicle.limited) < len(vehicle.sensors) and all(one.has("changed") for one in vehicle.sensors)
    ),
    "verdict_provisional": lambda vehicle: any(one.has("provisional") for one in vehicle.sensors),
    "sensor_late": lambda vehicle: vehicle.of("has_late") == 1,
    "frames_repeat": lambda vehicle: vehicle.of("repeating") == 1,
}
