"""Strict DER (X.690): one encoding for each value, definite lengths in their shortest form, nothing left
over."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .fault import Fault, expect
from .instants import microseconds_of

BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, NULL, OBJECT_IDENTIFIER = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET = 0x17, 0x18, 0x30, 0x31

_TIMES = {
    UTC_TIME: re.compile(rb"([0-9]{12})Z"),
    GENERALIZED_TIME: re.compile(rb"([0-9]{14})(?:\.([0-9]{0,8}[1-9]))?Z"),
}


@dataclass(frozen=True)
class Der:
    tag: int
    content: bytes
    whole: bytes
    """Identifier, length and content: what is hashed and compared."""

    def children(self, tag: int) -> list[Der]:
        """What is in it, if it has this tag."""
        return list(_values(self.expect(tag).content))

    def expect(self, tag: int) -> Der:
        expect(self.tag == tag, f"DER tag {self.tag:#04x} where {tag:#04x} is due")
        return self


def explicit(number: int) -> int:
    """The tag `[number]` around a value."""
    return 0xA0 | number


def implicit(number: int) -> int:
    """The tag `[number]` in place of a primitive value's own."""
    return 0x80 | number


def read_der(data: bytes) -> Der:
    """The one value these bytes are. Raises `Fault`."""
    value = _value_at(data, 0)
    expect(len(value.whole) == len(data), "bytes follow the DER value")
    return value


def at_least(values: list[Der], count: int) -> list[Der]:
    expect(len(values) >= count, "a DER value is missing")
    return values


def integer_of(value: Der, tag: int = INTEGER) -> int:
    """A whole number of at most 21 octets: RFC 5280 has serial numbers of 20."""
    content = value.expect(tag).content
    expect(1 <= len(content) <= 21, "not a DER integer")
    repeats_sign = len(content) > 1 and content[0] == (0x00 if content[1] < 0x80 else 0xFF)
    expect(not repeats_sign, "not a DER integer")
    return int.from_bytes(content, "big", signed=True)


def boolean_of(value: Der) -> bool:
    content = value.expect(BOOLEAN).content
    expect(content in (b"\x00", b"\xff"), "not a DER boolean")
    return content == b"\xff"


def identifier_of(value: Der) -> str:
    """Dotted decimal."""
    content = value.expect(OBJECT_IDENTIFIER).content
    expect(content != b"" and content[-1] < 0x80, "not an object identifier")
    arcs: list[int] = []
    arc, begins = 0, True
    for octet in content:
        expect(not (begins and octet == 0x80), "not an object identifier")
        arc, begins = arc << 7 | octet & 0x7F, octet < 0x80
        if begins:
            arcs.append(arc)
            arc = 0
    top = min(arcs[0] // 40, 2)
    return ".".join(map(str, [top, arcs[0] - 40 * top, *arcs[1:]]))


def time_us_of(value: Der) -> int:
    """Microseconds since 1970 of a UTCTime (1950 to 2049) or a GeneralizedTime; digits beyond the
    microsecond are cut off."""
    form = _TIMES.get(value.tag)
    match = form.fullmatch(value.content) if form is not None else None
    if match is None:
        raise Fault("not a DER time")
    digits = match[1].decode("ascii")
    if value.tag == UTC_TIME:
        digits = ("20" if digits < "50" else "19") + digits
    try:
        moment = datetime.datetime.strptime(f"{digits}+0000", "%Y%m%d%H%M%S%z")
    except ValueError:
        raise Fault("not a DER time") from None
    fraction = match[2] if value.tag == GENERALIZED_TIME and match[2] is not None else b""
    return microseconds_of(moment) + int(fraction.decode("ascii").ljust(6, "0")[:6])


def _values(content: bytes) -> Iterator[Der]:
    at = 0
    while at < len(content):
        value = _value_at(content, at)
        yield value
        at += len(value.whole)


def _value_at(data: bytes, at: int) -> Der:
    expect(len(data) >= at + 2, "a DER value is cut short")
    tag, first = data[at], data[at + 1]
    expect(tag & 0x1F != 0x1F, "a DER tag of more than one octet")
    start, length = at + 2, first
    if first >= 0x80:
        octets = first & 0x7F
        digits = data[start : start + octets]
        expect(1 <= octets <= 4 and len(digits) == octets, "not a definite DER length")
        length = int.from_bytes(digits, "big")
        expect(digits[0] != 0 and length >= 0x80, "a DER length that is not the shortest")
        start += octets
    expect(start + length <= len(data), "a DER value is cut short")
    return Der(tag, data[start : start + length], data[at : start + length])
