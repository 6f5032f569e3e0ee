"""JSON in which no two parsers disagree, and its one canonical form (RFC 8785)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, cast

import rfc8785

from .fault import Fault, expect

Json = Any
"""`None`, a boolean, a number, a text, a list or a dict of these. An integer that binary64 holds exactly is
an `int`."""

FORBIDDEN_NAMES = frozenset({"__proto__", "constructor", "prototype"})
"""Names that exist on every object of some languages, so that a careless reader takes them for something
else."""

_GREATEST_INTEGER = 2**53 - 1
_DEEPEST = 32
_MOST_VALUES = 200_000
_LONGEST_NUMBER = 40


def read_json(data: bytes, *, forbidden: frozenset[str] = FORBIDDEN_NAMES) -> Json:
    """Reads JSON by the letter of RFC 8259, whatever its layout. Raises `Fault`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("not UTF-8") from None
    expect(not text.startswith("\ufeff"), "starts with a byte order mark")
    document = _parse(text, forbidden)
    _check_extent(document)
    return document


def read_canonical(data: bytes) -> Json:
    """Reads bytes that must be the canonical form of what they say. Raises `Fault`.

    The comparison with our own writing refuses white space, escapes, another order of members, 1.0 for 1,
    minus zero and integers that binary64 cannot hold, all at once.
    """
    document = read_json(data)
    expect(canonical(document) == data, "not in canonical form (RFC 8785)")
    return document


def canonical(value: Json) -> bytes:
    """The one text of a JSON value (RFC 8785)."""
    return rfc8785.dumps(value)


def _parse(text: str, forbidden: frozenset[str]) -> Json:
    def members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        expect(len(found) == len(pairs), "a member is given twice")
        expect(not forbidden.intersection(found), "a member of a name that is not allowed")
        return found

    try:
        document = json.loads(
            text,
            object_pairs_hook=members,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_no_constant,
        )
        # Half a surrogate pair, which an escape can write, has no encoding.
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise Fault("nested too deeply") from None
    except UnicodeEncodeError:
        raise Fault("half a surrogate pair") from None
    except json.JSONDecodeError as fault:
        raise Fault(f"not JSON: {fault.msg} at offset {fault.pos}") from None
    return document


def _no_constant(name: str) -> Json:
    raise Fault(f"{name} is not JSON")


def _integer(text: str) -> int | float:
    # Checked before it is read: the digits of a long integer cost their square.
    expect(len(text) <= _LONGEST_NUMBER, "a number too long")
    value = int(text)
    return value if abs(value) <= _GREATEST_INTEGER else _number(text)


def _number(text: str) -> int | float:
    expect(len(text) <= _LONGEST_NUMBER, "a number too long")
    value = float(text)
    expect(math.isfinite(value), "a number beyond binary64")
    return int(value) if value.is_integer() and abs(value) <= _GREATEST_INTEGER else value


def _check_extent(document: Json) -> None:
    values = 0
    level: list[Json] = [document]
    for depth in range(_DEEPEST + 2):
        if not level:
            return
        values += len(level)
        expect(values <= _MOST_VALUES, "too many values")
        holds_more = any(isinstance(value, (dict, list)) for value in level)
        expect(depth < _DEEPEST or not holds_more, "nested too deeply")
        level = [inner for value in level for inner in _inside(value)]


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return cast("dict[str, Json]", value).values()
    return cast("Iterable[Json]", value) if isinstance(value, list) else ()
