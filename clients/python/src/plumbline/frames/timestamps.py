"""Times of rows, in nanoseconds since 1970, UTC. Times without a zone are refused: whose clock was it?"""

# NumPy's stubs leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .fault import FrameError

Nanoseconds = npt.NDArray[np.int64]

_NO_TIME = "a frame without a time"
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
# 3 March 1973. Today's microseconds, milliseconds and seconds are all smaller than this many nanoseconds.
_EARLIEST_NS = 10**17
_LIMIT = np.datetime64("2200-01-01", "ns").astype(np.int64)


def epoch_ns(timestamps: Any, timestamps_ns: Any) -> Nanoseconds:
    """One of the two: `timestamps` are aware datetimes, pandas times with a zone, or NumPy's datetime64,
    which has no zones
    and counts as UTC; `timestamps_ns` are whole nanoseconds since 1970."""
    if (timestamps is None) == (timestamps_ns is None):
        raise FrameError("give either timestamps or timestamps_ns")
    found = _of_integers(timestamps_ns) if timestamps is None else _of_times(timestamps)
    coarse = np.flatnonzero((found > 0) & (found < _EARLIEST_NS))
    if timestamps is None and len(coarse) > 0:
        raise FrameError(_other_unit(int(found[coarse[0]])), (int(row) for row in coarse))
    wrong = np.flatnonzero((found < 0) | (found >= _LIMIT))
    if len(wrong) > 0:
        raise FrameError(
            "a time before 1970 or after 2199: are these nanoseconds?", (int(row) for row in wrong)
        )
    return found


def timestamp_texts(nanoseconds: Nanoseconds) -> list[str]:
    """RFC 3339 in UTC, to the millisecond, or as finely as the finest of the times."""
    unit = next(
        (name for name, size in (("ms", 1_000_000), ("us", 1_000)) if not (nanoseconds % size).any()), "ns"
    )
    times = nanoseconds.astype("datetime64[ns]")
    return [f"{text}Z" for text in np.datetime_as_string(times, unit=unit).tolist()]  # type: ignore[call-overload]


def _of_integers(given: Any) -> Nanoseconds:
    array = np.atleast_1d(np.asarray(given))
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise FrameError(
            f"timestamps_ns are whole numbers of nanoseconds, one a row, not {array.dtype}; "
            "float64 cannot hold today's nanoseconds: convert seconds with (seconds * "
            "1_000_000_000).astype('int64')"
        )
    return array.astype(np.int64)


def _other_unit(value: int) -> str:
    unit, factor = next(
        (unit, factor)
        for limit, unit, factor in (
            (10**11, "seconds", 10**9),
            (10**14, "milliseconds", 10**6),
            (10**17, "microseconds", 10**3),
        )
        if value < limit
    )
    return f"timestamps_ns are nanoseconds; {value} looks like {unit}: send value * {factor}"


def _of_times(given: Any) -> Nanoseconds:
    if isinstance(given, (str, bytes)):
        raise FrameError("timestamps are times, not a text: read it with datetime.datetime.fromisoformat")
    if isinstance(given, datetime.datetime):
        given = [given]
    if type(given).__module__.split(".")[0] == "pandas":
        return _of_pandas(given)
    if isinstance(given, (np.ndarray, np.datetime64)):
        array: npt.NDArray[Any] = np.atleast_1d(np.asarray(given))
        if array.dtype.kind == "M" and array.ndim == 1:
            return _of_datetime64(array)
        given = array.tolist()
    return _of_datetimes(list(given))


def _of_pandas(given: Any) -> Nanoseconds:
    dtype = getattr(given, "dtype", None)
    # A single pandas.Timestamp is a datetime.datetime, and was taken above.
    if dtype is not None and getattr(dtype, "kind", "") == "M":
        if getattr(dtype, "tz", None) is None:
            raise FrameError(
                _naive("timestamps.tz_localize('UTC'), of a Series timestamps.dt.tz_localize('UTC')")
            )
        times = given.dt if hasattr(given, "dt") else given
        return _of_datetime64(np.asarray(times.tz_convert(None), dtype="datetime64[ns]"))
    return _of_datetimes(list(given))


def _of_datetime64(array: npt.NDArray[Any]) -> Nanoseconds:
    missing = np.flatnonzero(np.isnat(array))
    if len(missing) > 0:
        raise FrameError(_NO_TIME, (int(row) for row in missing))
    return array.astype("datetime64[ns]").astype(np.int64)


def _of_datetimes(given: Sequence[Any]) -> Nanoseconds:
    strange = [row for row, time in enumerate(given) if not isinstance(time, datetime.datetime)]
    if strange:
        raise FrameError(
            f"timestamps are times, not {type(given[strange[0]]).__name__}; whole nanoseconds are timestamps_ns",
            strange,
        )
    # pandas.NaT is a datetime.datetime that is equal to none, not even to itself.
    missing = [row for row, time in enumerate(given) if time != time]
    if missing:
        raise FrameError(_NO_TIME, missing)
    naive = [row for row, time in enumerate(given) if time.utcoffset() is None]
    if naive:
        raise FrameError(_naive("time.replace(tzinfo=datetime.timezone.utc)"), naive)
    return np.array([_nanoseconds(time) for time in given], dtype=np.int64)


def _nanoseconds(time: datetime.datetime) -> int:
    since = time - _EPOCH
    whole = (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1_000
    # Of a pandas.Timestamp, which is a datetime with three digits more.
    return whole + int(getattr(time, "nanosecond", 0))


def _naive(cure: str) -> str:
    return f"times without a zone: if their clock was UTC say so with {cure}; otherwise name its zone"
