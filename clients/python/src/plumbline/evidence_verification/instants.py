"""Times as evidence writes them, in microseconds since 1970."""

from __future__ import annotations

import datetime
import re

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_CAPTURED = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]"
    r"(?P<minute>[0-9]{2}:[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]{1,9}))?)?"
    r"(?:[Zz]|\+00:00)"
)
_ZONED = re.compile(r"(?P<clock>.{16,29})(?P<sign>[+-])(?P<hours>[0-9]{2})(?::?(?P<minutes>[0-9]{2}))?")
_LAST_YEAR = 9998


def captured_us(text: str) -> int | None:
    """A frame's own time: RFC 3339 in UTC whose `T` and `Z` may be small and whose seconds may be left out.

    None for what is no time of the calendar, for years before 1970 and after 9998, and for a leap second.
    Up to nine digits
    may follow the seconds, of which six count.
    """
    match = _CAPTURED.fullmatch(text)
    if match is None:
        return None
    try:
        moment = datetime.datetime.strptime(
            f"{match['day']}T{match['minute']}:{match['second'] or '00'}+0000", "%Y-%m-%dT%H:%M:%S%z"
        )
    except ValueError:
        return None
    if not 1970 <= moment.year <= _LAST_YEAR:
        return None
    return microseconds_of(moment) + int((match["fraction"] or "").ljust(6, "0")[:6])


def utc_text(text: str) -> str:
    """A frame's own time in UTC: as it is where it is written so; from an offset, such as `+05:30` or `+0530`, as the
    service writes times. What is no time stays as it is."""
    match = _ZONED.fullmatch(text)
    if captured_us(text) is not None or match is None:
        return text
    hours, minutes = int(match["hours"]), int(match["minutes"] or "00")
    local = captured_us(f"{match['clock']}Z")
    if local is None or hours > 23 or minutes > 59:
        return text
    offset = (hours * 60 + minutes) * 60_000_000
    at_us = local + offset if match["sign"] == "-" else local - offset
    return text if at_us < 0 else _time_text(at_us)


def _time_text(at_us: int) -> str:
    """`Z`, three fraction digits, or six when the time is not whole milliseconds."""
    rest_us = at_us % 1000
    return instant_text(at_us) if rest_us == 0 else f"{instant_text(at_us)[:-1]}{rest_us:03}Z"


def instant_us(text: str) -> int | None:
    """The same by the letter of RFC 3339: with seconds, and `T` and `Z` in upper case."""
    if text[10:11] != "T" or text[16:17] != ":" or text.endswith("z"):
        return None
    return captured_us(text)


def microseconds_of(moment: datetime.datetime) -> int:
    """An aware time. One that names no zone is refused: whose clock it was, cannot be told from it."""
    if moment.utcoffset() is None:
        raise ValueError("the time names no zone; write datetime.datetime(…, tzinfo=datetime.timezone.utc)")
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def instant_text(at_us: int) -> str:
    """RFC 3339 in UTC with exactly three fraction digits. Microseconds are cut off."""
    moment = _EPOCH + datetime.timedelta(milliseconds=at_us // 1000)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"
