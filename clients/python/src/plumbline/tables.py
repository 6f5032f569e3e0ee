"""Answers of the service as columns: a series of a vehicle, and lists of things, for NumPy and pandas.

Units stand in the names of the columns: `_deg`, `_m`, `_mm`, `_nats`, `_sd` (standard deviations). Times are UTC. NumPy
and pandas are asked for only where they are used: `pip install "plumbline-client[pandas]"`.
"""

# The stubs of NumPy and pandas leave much of what they return unknown:
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._model import Model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd  # type: ignore[import-untyped]

_TIERS = ("UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z")
# The times by which things happened, the likeliest first.
_INDICES = ("time", "detected_at", "captured_at", "at")
_RENAMED = {
    "frame_seqs": "frame_seq",
    "tiers": "tier",
    "cusum_statistic": "cusum_statistic_nats",
    "cusum_statistic_max": "cusum_statistic_max_nats",
}


class SeriesTable(Model):
    """A series of a vehicle as columns, one row a point: `from plumbline import models; models.VehicleSeries`."""

    def to_columns(self) -> dict[str, list[Any]]:
        """Every column by its name, without any library. `captured_at` holds RFC 3339 texts; None is no value.

        Of a channel there are, after its name, `…_residual_deg` (or `…_m`), `…_cusum_upper_sd`, `…_cusum_lower_sd` and,
        where a point stands for several frames, their extremes (`…_min`, `…_max`).
        """
        answer = self.to_dict()
        points = len(answer["timestamps"])
        columns: dict[str, list[Any]] = {"captured_at": answer["timestamps"]}
        for name, values in answer.items():
            if name != "timestamps" and _is_column(name, values, points):
                columns[_RENAMED.get(name, name)] = values
        for channel in answer["channels"]:
            for name, values in channel.items():
                if _is_column(name, values, points):
                    columns[_channel_column(channel, name)] = values
        return columns

    def to_numpy(self) -> dict[str, npt.NDArray[Any]]:
        """The same as arrays: `captured_at` as datetime64[ns] in UTC, numbers as float64 with NaN, texts as objects."""
        import numpy as np

        columns = self.to_columns()
        times = [time.removesuffix("Z") for time in columns.pop("captured_at")]
        arrays: dict[str, npt.NDArray[Any]] = {"captured_at": np.array(times, dtype="datetime64[ns]")}
        return arrays | {name: _array(values, np) for name, values in columns.items()}

    def to_pandas(self) -> pd.DataFrame:
        """The same columns as a DataFrame with a UTC index, `captured_at`. Tiers are ordered categories. What holds for
        all points is in `attrs`: `vehicle_id`, `frames`, `downsampled`, `cusum_limit_nats`, `cusum_limits_sd`."""
        import pandas as pd

        arrays = self.to_numpy()
        index = pd.DatetimeIndex(arrays.pop("captured_at"), name="captured_at").tz_localize("UTC")
        table = pd.DataFrame(arrays, index=index)
        table["tier"] = _tiers(table["tier"], pd)
        answer = self.to_dict()
        table.attrs = {name: answer[name] for name in ("vehicle_id", "frames", "downsampled")}
        table.attrs["cusum_limit_nats"] = answer["cusum_limit"]
        table.attrs["cusum_limits_sd"] = {one["channel"]: one["cusum_limit"] for one in answer["channels"]}
        return table


def to_pandas(items: Iterable[Model]) -> pd.DataFrame:
    """A list of the service's as a DataFrame, one row an item: `to_pandas(client.evidence.list())` reads all its pages.

    Members of members have a dot between their names (`measurements.health_score`). Times are UTC; the time
    at which the things happened is the index, where they have one.
    """
    import pandas as pd

    rows = [dict(_flat(item.to_dict())) for item in items]
    table = pd.DataFrame.from_records(rows) if rows else pd.DataFrame()
    for name in table.columns:
        if _holds_times(table[name]):
            table[name] = pd.to_datetime(table[name], utc=True, format="ISO8601").dt.as_unit("ns")
        elif name.rpartition(".")[2] in ("tier", "tier_before"):
            table[name] = _tiers(table[name], pd)
    index = next((name for name in _INDICES if name in table.columns), None)
    return table if index is None else table.set_index(index)


def _flat(members: Mapping[str, Any], path: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in members.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{path}{name}.")
        else:
            yield path + name, value


def _is_column(name: str, values: Any, points: int) -> bool:
    return isinstance(values, list) and len(values) == points and name != "channels"


def _channel_column(channel: Mapping[str, Any], name: str) -> str:
    unit = channel["unit"] if name.startswith("residual") else "sd"
    return f"{channel['channel']}_{name}_{unit}"


def _array(values: list[Any], np: Any) -> npt.NDArray[np.generic]:
    if any(isinstance(value, str) for value in values):
        return np.array(values, dtype=object)  # type: ignore[no-any-return]
    if values and all(type(value) is int for value in values):
        return np.array(values, dtype=np.int64)  # type: ignore[no-any-return]
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)  # type: ignore[no-any-return]


def _tiers(column: pd.Series, pd: Any) -> pd.Series:
    """Ordered from UNKNOWN to CRITICAL; tiers of a later service stand behind them, unordered."""
    later = sorted(set(column.dropna()) - set(_TIERS))
    return pd.Categorical(column, categories=[*_TIERS, *later], ordered=not later)


def _holds_times(column: pd.Series) -> bool:
    there = column.dropna()
    return len(there) > 0 and all(isinstance(value, str) and _TIME.fullmatch(value) for value in there)
