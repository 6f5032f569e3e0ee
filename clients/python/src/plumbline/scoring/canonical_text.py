"""The one text of a JSON value (RFC 8785), for reports: as every verifier writes what it compares."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, cast


def canonical_text(value: Any) -> str:
    """Numbers are written as doubles, members ordered by the UTF-16 units of their names.

    :raises ValueError: on what JSON cannot say, NaN and infinities.
    """
    if isinstance(value, Mapping):
        members = cast(Mapping[str, Any], value)
        names = sorted(members, key=_utf16_units)
        return "{" + ",".join(f"{_text(name)}:{canonical_text(members[name])}" for name in names) + "}"
    if isinstance(value, (list, tuple)):
        items = cast(Sequence[Any], value)
        return "[" + ",".join(canonical_text(item) for item in items) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return _text(value)


def _utf16_units(name: str) -> bytes:
    return name.encode("utf-16-be")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """As ECMAScript writes it, from the shortest digits that read back the same."""
    if not math.isfinite(value):
        raise ValueError(f"not a JSON number: {value}")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, power = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.digits times 10^point: what stood before the dot, less the zeros in front.
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    return sign + _placed(digits.rstrip("0"), point)


def _placed(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = point - 1
    fraction = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{fraction}e{'+' if power > 0 else '-'}{abs(power)}"
