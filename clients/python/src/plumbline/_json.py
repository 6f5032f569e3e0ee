from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any, cast

from pydantic import BaseModel

from .errors import InvalidArgumentError


def encode_json(value: object) -> bytes:
    """JSON of dictionaries, models, aware times and NumPy values; NaN and infinities are refused by name."""
    try:
        return json.dumps(
            value, allow_nan=False, ensure_ascii=False, separators=(",", ":"), default=_plain
        ).encode()
    except InvalidArgumentError:
        raise
    except (ValueError, TypeError, RecursionError) as error:
        refusal = _refusal_of_number(value, "", "") or f"What was given has no form in JSON: {error}"
        raise InvalidArgumentError(refusal) from None


def _refusal_of_number(value: Any, path: str, vehicle: str, depth: int = 0) -> str | None:
    """The first number that JSON does not know, by its member and the vehicle of the frame around it."""
    if isinstance(value, float):
        return None if math.isfinite(value) else _no_such_number(value, path, vehicle)
    if depth > _DEEPEST or value is None or isinstance(value, (str, int)):
        return None
    if not isinstance(value, (dict, list, tuple)):
        return _refusal_of_number(_plain(value), path, vehicle, depth + 1)
    members = object_of(cast("object", value))
    if members is not None:
        named = members.get("vehicle_id")
        vehicle = named if isinstance(named, str) else vehicle
        steps = [(f".{name}" if path else name, member) for name, member in members.items()]
    else:
        elements = cast("Sequence[Any]", value)
        steps = [(f"[{index}]", element) for index, element in enumerate(elements)]
    refusals = (_refusal_of_number(inner, path + step, vehicle, depth + 1) for step, inner in steps)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _no_such_number(number: float, path: str, vehicle: str) -> str:
    spelled = "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    of = f" of {vehicle}" if vehicle else ""
    return (
        f"{path or 'The value'}{of} is {spelled}, and JSON knows no such number: "
        "leave it out where nothing was measured."
    )


_DEEPEST = 40


def _plain(value: Any) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
    if isinstance(value, datetime):
        return text_of_time(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise InvalidArgumentError(f"{type(value).__name__} has no form in JSON: {value!r:.100}")


def text_of_time(time: datetime) -> str:
    """As the contract writes times: UTC, with Z."""
    if time.tzinfo is None:
        raise InvalidArgumentError(
            f"{time.isoformat()} has no time zone, so it is no moment: give it one, for example "
            "with .replace(tzinfo=timezone.utc)."
        )
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def object_of(value: object) -> dict[str, Any] | None:
    """None when it is anything else than a JSON object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
