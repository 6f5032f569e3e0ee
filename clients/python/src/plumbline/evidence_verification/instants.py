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
