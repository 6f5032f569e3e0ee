from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from plumbline import TelemetryFrame
from plumbline._json import encode_json


def test_times_are_written_in_utc() -> None:
    berlin = datetime(2026, 1, 5, 9, 0, 0, 120000, tzinfo=timezone(timedelta(hours=1)))
    assert encode_json({"t": berlin}) == b'{"t":"2026-01-05T08:00:00.120000Z"}'


def test_a_time_without_a_zone_is_refused_with_what_to_do() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        encode_json({"t": datetime(2026, 1, 5)})


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(number: float) -> None:
    with pytest.raises(ValueError):
        encode_json({"radar_range_bias_m": number})


def test_numpy_values_and_models_are_written() -> None:
    frame = {"vehicle_id": "a", "timestamp": "t", "sensors": {"camera_rotation_matrix": np.eye(3).ravel()}}
    assert encode_json(frame) == encode_json(
        TelemetryFrame.model_validate(
            {**frame, "sensors": {"camera_rotation_matrix": [1.0, 0, 0, 0, 1, 0, 0, 0, 1]}}
        )
    )
    assert encode_json({"n": np.float32(0.5), "m": np.int64(3)}) == b'{"n":0.5,"m":3}'


def test_anything_else_is_refused_by_its_kind() -> None:
    with pytest.raises(TypeError, match="set has no form in JSON"):
        encode_json({"a": {1}})
