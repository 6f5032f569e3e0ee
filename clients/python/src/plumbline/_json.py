from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any, cast

from pydantic import BaseModel


def encode_json(value: object) -> bytes:
    """JSON of dictionaries, models, aware times and NumPy values; NaN and infinities are refused."""
    return json.dumps(
        value, allow_nan=False, ensure_ascii=False, separators=(",", ":"), default=_plain
    ).encode()


def _plain(value: Any) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
    if isinstance(value, datetime):
        return text_of_time(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no form in JSON: {value!r:.100}")


def text_of_time(time: datetime) -> str:
    """As the contract writes times: UTC, with Z."""
    if time.tzinfo is None:
        raise ValueError(
            f"{time.isoformat()} has no time zone, so it is no moment: give it one, for example "
            "with .replace(tzinfo=timezone.utc)."
        )
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def object_of(value: object) -> dict[str, Any] | None:
    """None when it is anything else than a JSON object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
