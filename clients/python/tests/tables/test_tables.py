"""Series and lists as columns, with the types that NumPy and pandas users expect."""

import math
import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]

from plumbline import models
from plumbline.tables import to_pandas

from ..scripted_service import contract


def a_series(**more: Any) -> models.VehicleSeries:
    """Three points of a vehicle whose camera was silent once."""
    channel = {
        "channel": "camera_z",
        "sensor": "camera",
        "unit": "deg",
        "residual": [0.01, None, 0.5],
        "cusum_upper": [0.0, None, 6.5],
        "cusum_lower": [0.0, None, 0.0],
        "cusum_limit": 5.0,
    }
    answer = {
        "vehicle_id": "veh-1",
        "from": "2026-11-23T12:00:00.000Z",
        "to": "2026-11-23T12:02:00.000Z",
        "frames": 3,
        "downsampled": False,
        "continues": False,
        "next_cursor": None,
        "timestamps": ["2026-11-23T12:00:00.000Z", "2026-11-23T12:01:00.000001Z", "2026-11-23T12:02:00.000Z"],
        "frame_seqs": [7, 8, 9],
        "tiers": ["UNKNOWN", "NOMINAL", "CRITICAL"],
        "channels": [channel],
        "cusum_statistic": [None, 0.25, 12.5],
        "cusum_limit": 9.5,
        "t2": [None, 1.0, 20.0],
        "t2_limit": [None, 9.5, 9.5],
    }
    return models.VehicleSeries.model_validate(answer | more)


def test_a_series_in_pandas_has_a_utc_index_and_units_in_its_names() -> None:
    table = a_series().to_pandas()
    assert list(table.columns) == [
        "frame_seq",
        "tier",
        "cusum_statistic_nats",
        "t2",
        "t2_limit",
        "camera_z_residual_deg",
        "camera_z_cusum_upper_sd",
        "camera_z_cusum_lower_sd",
    ]
    assert table.index.name == "captured_at"
    assert str(table.index.tz) == "UTC"
    assert table.index[1] == pd.Timestamp("2026-11-23T12:01:00.000001Z")
    assert table["frame_seq"].dtype == np.int64
    assert table["camera_z_residual_deg"].dtype == np.float64
    assert math.isnan(table["camera_z_residual_deg"].iloc[1])
    assert (table["tier"] >= "CAUTION").tolist() == [False, False, True]
    assert table.attrs == {
        "vehicle_id": "veh-1",
        "frames": 3,
        "downsampled": False,
        "cusum_limit_nats": 9.5,
        "cusum_limits_sd": {"camera_z": 5.0},
    }


def test_a_series_in_numpy_has_the_same_columns() -> None:
    arrays = a_series().to_numpy()
    table = a_series().to_pandas()
    assert arrays["captured_at"].dtype == np.dtype("datetime64[ns]")
    assert [name for name in arrays if name != "captured_at"] == list(table.columns)
    np.testing.assert_array_equal(arrays["cusum_statistic_nats"], table["cusum_statistic_nats"])


def test_a_vehicle_without_frames_is_an_empty_table_of_the_same_kind() -> None:
    none: list[Any] = []
    empty = dict.fromkeys(("timestamps", "frame_seqs", "tiers", "cusum_statistic", "t2", "t2_limit"), none)
    table = a_series(**empty, channels=none, frames=0).to_pandas()
    assert len(table) == 0
    assert str(table.index.tz) == "UTC"
    assert table["tier"].cat.ordered


def test_what_a_later_service_adds_is_a_column_too_and_a_tier_nobody_knew_is_kept() -> None:
    table = a_series(humidity=[1, 2, 3], tiers=["NOMINAL", "BLUE", "NOMINAL"]).to_pandas()
    assert table["humidity"].tolist() == [1, 2, 3]
    assert table["tier"].tolist() == ["NOMINAL", "BLUE", "NOMINAL"]


def evidence(**more: Any) -> models.EvidenceListItem:
    example = contract()["components"]["schemas"]["EvidenceList"]["examples"][0]["data"][0]
    return models.EvidenceListItem.model_validate(example | more)


def test_a_list_is_a_table_with_its_times_in_utc() -> None:
    table = to_pandas([evidence(), evidence(detected_at="2026-11-23T12:00:00.000Z", tier="CAUTION")])
    assert table.index.name == "detected_at"
    assert table.index[1] == pd.Timestamp("2026-11-23T12:00:00Z")
    assert str(table["issued_at"].dt.tz) == "UTC"
    assert table["measurements.camera_drift_deg"].dtype == np.float64
    assert table["tier"].cat.ordered


def test_a_list_of_nothing_is_an_empty_table() -> None:
    assert len(to_pandas([])) == 0


def test_the_columns_need_no_library() -> None:
    program = (
        "import sys\n"
        "for name in ('numpy', 'pandas'): sys.modules[name] = None\n"
        "from plumbline import models\n"
        f"series = models.VehicleSeries.model_validate_json({a_series().to_json()!r})\n"
        "print(series.to_columns()['camera_z_residual_deg'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[0.01, None, 0.5]\n"
