"""Which readings of a frame count: those that a sensor can have. The rule of the service, from the received bytes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from .._vocabulary import RANGES, ROTATIONS
from .strict_json import Json

SENSORS = tuple(sorted([*ROTATIONS.values(), *RANGES]))
"""In the order of canonical JSON."""

_NOT_A_NUMBER = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE | re.ASCII)
_ORTHONORMALITY = 0.05

_Judgement = Literal["absent", "taken", "impossible", "misshapen"]


@dataclass(frozen=True)
class TakenSensors:
    sensors: Mapping[str, Json]
    """The readings that count; a matrix as nine numbers."""
    dropped: tuple[str, ...]
    """Readings that their sensors cannot have: left out."""
    misshapen: tuple[str, ...]
    """What no service takes: a frame with one of these is refused."""


def take_sensors(received: Mapping[str, Json]) -> TakenSensors:
    sensors: dict[str, Json] = {}
    judged = {name: _judge(name, received.get(name)) for name in SENSORS}
    for name, judgement in judged.items():
        if judgement == "taken":
            sensors[name] = received[name] if name in RANGES else _entries(received[name])
    return TakenSensors(
        sensors,
        tuple(name for name in SENSORS if judged[name] == "impossible"),
        tuple(name for name in SENSORS if judged[name] == "misshapen"),
    )


def _judge(name: str, value: Json) -> _Judgement:
    if value is None:
        return "absent"
    if _is_not_a_number(value):
        return "impossible"
    if name not in RANGES:
        return _judge_rotation(value)
    if not _is_number(value):
        return "misshapen"
    low, high = RANGES[name]
    return "taken" if low <= value <= high else "impossible"


def _judge_rotation(value: Json) -> _Judgement:
    entries = _entries(value)
    if entries is None or len(entries) != 9 or not all(_is_entry(entry) for entry in entries):
        return "misshapen"
    return "taken" if all(_is_number(entry) for entry in entries) and _is_rotation(entries) else "impossible"


def _entries(value: Json) -> Sequence[Json] | None:
    """Row by row, of nine in one array and of three rows of three; None for what is no array."""
    rows = _listed(value)
    if rows is None or len(rows) != 3:
        return rows
    inner = [_listed(row) for row in rows]
    if any(row is None or len(row) != 3 for row in inner):
        return rows
    return [entry for row in inner if row is not None for entry in row]


def _listed(value: Json) -> Sequence[Json] | None:
    return cast("Sequence[Json]", value) if isinstance(value, list) else None


def _is_entry(value: Json) -> bool:
    return value is None or _is_number(value) or _is_not_a_number(value)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_not_a_number(value: Json) -> bool:
    return isinstance(value, str) and _NOT_A_NUMBER.fullmatch(value) is not None


def _is_rotation(entries: Sequence[Json]) -> bool:
    """Each operation as the service does it, in binary64, so that both decide alike at the limit."""
    a, b, c, d, e, f, g, h, i = (float(entry) for entry in entries)
    defect = max(
        abs(a * a + d * d + g * g - 1),
        abs(b * b + e * e + h * h - 1),
        abs(c * c + f * f + i * i - 1),
        abs(a * b + d * e + g * h),
        abs(a * c + d * f + g * i),
        abs(b * c + e * f + h * i),
    )
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return defect <= _ORTHONORMALITY and determinant > 0
