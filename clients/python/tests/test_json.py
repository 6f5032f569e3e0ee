from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from plumbline import InvalidArgumentError, Plumbline, PlumblineError, TelemetryFrame
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


NAN_FRAME = {
    "vehicle_id": "veh-0042",
    "timestamp": "2026-01-05T08:00:00Z",
    "sensors": {"radar_range_bias_m": float("nan")},
}
REFUSAL = (
    "sensors.radar_range_bias_m of veh-0042 is NaN, and JSON knows no such number: "
    "leave it out where nothing was measured."
)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (NAN_FRAME, REFUSAL),
        ({"frames": [{"vehicle_id": "veh-1"}, NAN_FRAME]}, f"frames[1].{REFUSAL}"),
        ({**NAN_FRAME, "sensors": {"radar_range_bias_m": np.float32("nan")}}, REFUSAL),
        ({"a": np.array([1.0, -np.inf])}, "a[1] is -Infinity"),
        (np.nan, "The value is NaN"),
    ],
)
def test_a_number_json_does_not_know_is_named_with_its_vehicle(value: object, message: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        encode_json(value)
    assert str(caught.value).startswith(message)


def test_no_way_of_sending_a_frame_lets_nan_pass() -> None:
    with Plumbline(base_url="http://127.0.0.1:1", max_retries=0) as client:
        telemetry = client.telemetry
        for send in (
            lambda: telemetry.ingest(NAN_FRAME),
            lambda: telemetry.ingest_batch([NAN_FRAME]),
            lambda: telemetry.ingest_stream([NAN_FRAME]),
            lambda: client.score.residual(NAN_FRAME),
        ):
            with pytest.raises(PlumblineError, match="veh-0042 is NaN"):
                send()
        with telemetry.writer() as writer, pytest.raises(PlumblineError, match="veh-0042 is NaN"):
            writer.write(NAN_FRAME)


def test_what_goes_round_in_circles_is_refused() -> None:
    circle: dict[str, object] = {}
    circle["a"] = circle
    with pytest.raises(InvalidArgumentError, match="no form in JSON"):
        encode_json(circle)


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
