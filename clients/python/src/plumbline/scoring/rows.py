"""The numbers of a vehicle's score as the engine writes them (core/scoring/model/rows.ts), by name."""

from __future__ import annotations

from collections.abc import Sequence

from .sensors import SENSORS, Sensor

_VEHICLE_DOUBLES, _SENSOR_DOUBLES = 32, 88


def _named(places: str) -> dict[str, int]:
    names = places.split()
    return {name: int(place) for name, place in zip(names[::2], names[1::2], strict=True)}


_VEHICLE_ROW = _named("""
    entries 0 tier 2 reason 3 late 6 repeating 7 tested_channels 8 t2 9 p_value 10 t2_limit 11 outlier 12 many_outliers 13
    confidence 14 health 15 frozen 16 breached 17 correlation 20 has_late 21 has_unjudged 22 sensors 23
""")
# Of each channel, from the residual on: three of each.
_SENSOR_ROW = _named("""
    kind 0 rig 1 present 2 tier 3 changed 5 statistic 7 probability_of_change 8 change_entry 10 opened_entry 15
    opened_statistic 17 opened_channel 18 amount 19 amount_sd 20 provisional 33 stuck 34 unmonitored 37
    not_restored 38 readings 41 blocks 42 baseline 43 breached 47 residual 55 standardised 58 share 61 drift 64
    drift_sd 67 chart_upper 70 chart_lower 73 baseline_level 76
""")


class SensorRows:
    """One sensor of a vehicle, read out of its rows."""

    def __init__(self, rows: Sequence[float], index: int) -> None:
        start = _VEHICLE_DOUBLES + _SENSOR_DOUBLES * index
        self._rows = rows[start : start + _SENSOR_DOUBLES]
        self.kind: Sensor = SENSORS[int(self._rows[0])]

    def of(self, name: str, channel: int = 0) -> float:
        return self._rows[_SENSOR_ROW[name] + channel]

    def has(self, name: str) -> bool:
        return self.of(name) == 1


def vehicle_number(rows: Sequence[float], name: str) -> float:
    return rows[_VEHICLE_ROW[name]]


def sensors_in(rows: Sequence[float]) -> list[SensorRows]:
    """Every sensor that was received, in the order of its first reading."""
    return [SensorRows(rows, index) for index in range(int(vehicle_number(rows, "sensors")))]


def worst_of(sensors: Sequence[SensorRows], kind: Sensor) -> SensorRows | None:
    """Of a kind the first of those that stand worst: by tier, then by its probability of a change."""
    return max((one for one in sensors if one.kind == kind), key=_badness, default=None)


def _badness(sensor: SensorRows) -> float:
    return 2 * sensor.of("tier") + sensor.of("probability_of_change")
