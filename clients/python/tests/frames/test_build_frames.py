"""Frames from columns, tables and ROS messages."""

import datetime
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation  # type: ignore[import-untyped]

from plumbline.frames import FrameError, build_frames, frames_from_dataframe, read_transforms
from plumbline.models import TelemetryFrame

UTC = datetime.timezone.utc
NOON = datetime.datetime(2026, 11, 23, 12, tzinfo=UTC)
NOON_NS = 1_795_435_200_000_000_000
NAN = float("nan")


def test_every_sensor_of_a_row_that_has_it() -> None:
    frames = build_frames(
        "veh-1",
        timestamps_ns=[NOON_NS, NOON_NS + 1_000_000_000, NOON_NS + 2_500_000_000],
        camera_rotation=np.stack([np.eye(3), np.full((3, 3), np.nan), np.eye(3)]),
        radar_range_bias_m=[0.25, 0.5, NAN],
        lidar_registration_error_m=[NAN, 0.125, NAN],
        lidar_confidence=0.75,
        fleet_id="vans",
        region=["north", "south", "north"],
        metadata={"route": 7},
    )
    assert [frame["timestamp"] for frame in frames] == [
        "2026-11-23T12:00:00.000Z",
        "2026-11-23T12:00:01.000Z",
        "2026-11-23T12:00:02.500Z",
    ]
    unit = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    assert [frame["sensors"] for frame in frames] == [
        {"camera_rotation_matrix": unit, "radar_range_bias_m": 0.25, "lidar_confidence": 0.75},
        {"radar_range_bias_m": 0.5, "lidar_registration_error_m": 0.125, "lidar_confidence": 0.75},
        {"camera_rotation_matrix": unit, "lidar_confidence": 0.75},
    ]
    assert frames[1]["metadata"] == {"fleet_id": "vans", "region": "south", "route": 7}
    for frame in frames:
        TelemetryFrame.model_validate(json.loads(json.dumps(frame)))


@pytest.mark.parametrize(
    "timestamps",
    [
        [NOON],
        NOON,
        [NOON.astimezone(datetime.timezone(datetime.timedelta(hours=-8)))],
        np.array([NOON_NS], dtype="datetime64[ns]"),
        np.array(["2026-11-23T12:00:00"], dtype="datetime64[s]"),
        pd.DatetimeIndex(["2026-11-23T12:00:00Z"]),
        pd.DatetimeIndex(["2026-11-23T13:00:00"]).tz_localize("Europe/Berlin"),
        pd.Series(pd.to_datetime(["2026-11-23T12:00:00Z"])),
        pd.Series([NOON], dtype=object),
        [pd.Timestamp("2026-11-23T12:00:00Z")],
        np.array([NOON], dtype=object),
    ],
    ids=lambda given: f"{type(given).__module__}.{type(given).__name__}",
)
def test_one_moment_in_every_form(timestamps: Any) -> None:
    (frame,) = build_frames("veh-1", timestamps=timestamps, radar_range_bias_m=[0])
    assert frame["timestamp"] == "2026-11-23T12:00:00.000Z"


@settings(deadline=None)
@given(st.lists(st.integers(10**17, 7_258_118_399_999_999_999), min_size=1, max_size=5))
def test_no_nanosecond_is_lost(nanoseconds: list[int]) -> None:
    frames = build_frames("v", timestamps_ns=nanoseconds, lidar_confidence=np.zeros(len(nanoseconds)))
    assert [pd.Timestamp(frame["timestamp"]).value for frame in frames] == nanoseconds
    for unit in ("timestamps", "timestamps_ns"):
        times = np.array(nanoseconds, dtype="datetime64[ns]" if unit == "timestamps" else np.int64)
        assert frames == build_frames("v", lidar_confidence=np.zeros(len(times)), **{unit: times})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "said", "rows"),
    [
        ({"timestamps": [NOON, NOON.replace(tzinfo=None)]}, "replace\\(tzinfo", [1]),
        ({"timestamps": pd.DatetimeIndex(["2026-11-23T12:00:00"] * 2)}, "tz_localize\\('UTC'\\)", []),
        ({"timestamps": pd.Series(pd.to_datetime(["2026-11-23"] * 2))}, "dt.tz_localize", []),
        ({"timestamps": [NOON, pd.NaT]}, "without a time", [1]),
        ({"timestamps": pd.DatetimeIndex(["2026-11-23T12:00:00Z", None])}, "without a time", [1]),
        ({"timestamps": np.array(["2026-11-23", "NaT"], dtype="datetime64[ns]")}, "without a time", [1]),
        ({"timestamps": [NOON_NS, NOON_NS]}, "timestamps_ns", [0, 1]),
        ({"timestamps": "2026-11-23T12:00:00Z"}, "fromisoformat", []),
        ({"timestamps": ["2026-11-23T12:00:00Z"] * 2}, "times, not str", [0, 1]),
        ({"timestamps_ns": [1.5e18, 1.5e18]}, "float64 cannot hold", []),
        ({"timestamps_ns": [NOON_NS, -1]}, "before 1970", [1]),
        ({"timestamps_ns": [NOON_NS // 10**9] * 2}, "looks like seconds: send value \\* 1000000000", [0, 1]),
        ({"timestamps_ns": [NOON_NS, NOON_NS // 10**6]}, "looks like milliseconds", [1]),
        ({"timestamps_ns": [NOON_NS, NOON_NS // 10**3]}, "looks like microseconds", [1]),
        ({"timestamps_ns": [NOON_NS, 9_000_000_000_000_000_000]}, "after 2199", [1]),
        ({}, "either timestamps or timestamps_ns", []),
        (
            {"timestamps": [NOON] * 2, "timestamps_ns": [NOON_NS, NOON_NS + 1]},
            "either timestamps or timestamps_ns",
            [],
        ),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": [0, 1001]},
            "from -1000 to 1000",
            [1],
        ),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": [np.inf, 0]}, "from -1000", [0]),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "lidar_registration_error_m": [-0.1, 0]},
            "from 0 to 1000",
            [0],
        ),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "lidar_confidence": [0, 95]}, "from 0 to 1", [1]),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": [1]},
            "shape \\(1,\\), and there are 2 times",
            [],
        ),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": ["x", "y"]},
            "not a column of numbers",
            [],
        ),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "camera_rotation": np.eye(3)},
            "1 rows, and there are 2",
            [],
        ),
        (
            {"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": [NAN, NAN]},
            "empty_rows='skip'",
            [0, 1],
        ),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "radar_range_bias_m": None}, "no sensor is given", []),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "vehicle_id": ["a"]}, "vehicle_id has 1 rows", []),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "vehicle_id": ["a", "-a"]}, "a vehicle_id is", [1]),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "vehicle_id": ["a", 5]}, "vehicle_id is a text", [1]),
        ({"timestamps_ns": [NOON_NS, NOON_NS + 1], "fleet_id": ["a"]}, "fleet_id has 1 rows", []),
    ],
)
def test_what_is_no_frame_is_refused_with_its_rows(given: dict[str, Any], said: str, rows: list[int]) -> None:
    with pytest.raises(FrameError, match=said) as refused:
        build_frames(**{"vehicle_id": "veh-1", "radar_range_bias_m": [0, 0], **given})
    assert refused.value.rows == rows


@pytest.mark.parametrize("build", [build_frames, frames_from_dataframe])
def test_a_misspelt_reading_is_refused(build: Any) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'radar_range_m'"):
        build(
            a_drive(),
            radar_range_m=[0],
            **({"vehicle_id": "v"} if build is frames_from_dataframe else {"timestamps_ns": [NOON_NS]}),
        )


def test_rows_without_any_sensor_are_left_out_on_demand() -> None:
    given: dict[str, Any] = {
        "timestamps_ns": [NOON_NS, NOON_NS + 1000, NOON_NS + 2000],
        "radar_range_bias_m": [0.5, NAN, 1.5],
        "empty_rows": "skip",
    }
    frames = build_frames("v", **given)
    assert [frame["timestamp"] for frame in frames] == [
        "2026-11-23T12:00:00.000000Z",
        "2026-11-23T12:00:00.000002Z",
    ]
    assert build_frames("v", timestamps_ns=np.array([], dtype=np.int64), radar_range_bias_m=[]) == []


def a_drive(count: int = 4) -> Any:
    rotations = Rotation.from_euler("ZYX", [[row, 1.0, 0.5] for row in range(count)], degrees=True)
    quaternions = rotations.as_quat()
    table = {name: quaternions[:, at] for at, name in enumerate(["qx", "qy", "qz", "qw"])}
    table |= {f"r{at}": column for at, column in enumerate(rotations.as_matrix().reshape(-1, 9).T)}
    table |= {"roll": [0.5] * count, "pitch": [1.0] * count, "yaw": [float(row) for row in range(count)]}
    table |= {"bias": [0.1, None, 0.3, 0.4][:count], "car": [f"car-{row % 2}" for row in range(count)]}
    return pd.DataFrame(table, index=pd.date_range("2026-11-23T12:00:00Z", periods=count, freq="50ms"))


def test_a_table_in_each_way_gives_the_same_frames() -> None:
    table = a_drive()
    common: dict[str, Any] = {"vehicle_id": "car", "radar_range_bias_m": "bias", "region": "lab"}
    ways: list[dict[str, Any]] = [
        {"quaternion_scalar_last": ["qx", "qy", "qz", "qw"]},
        {"quaternion_scalar_first": ["qw", "qx", "qy", "qz"]},
        {"rotation_matrix": [f"r{at}" for at in range(9)]},
        {"roll_pitch_yaw_deg": ["roll", "pitch", "yaw"], "convention": "intrinsic_zyx"},
    ]
    first, *others = (frames_from_dataframe(table, **common, **way) for way in ways)
    assert first[1]["timestamp"] == "2026-11-23T12:00:00.050Z"
    assert "radar_range_bias_m" not in first[1]["sensors"]
    expected = Rotation.from_quat(table[["qx", "qy", "qz", "qw"]].to_numpy()).as_matrix().reshape(-1, 9)
    for frames in (first, *others):
        found = [frame["sensors"]["camera_rotation_matrix"] for frame in frames]
        np.testing.assert_allclose(found, expected, atol=1e-14)


def test_vehicles_and_times_may_be_columns() -> None:
    table = a_drive().reset_index(names="at")
    frames = frames_from_dataframe(
        table, vehicle_id_column="car", timestamp_column="at", radar_range_bias_m="bias", empty_rows="skip"
    )
    assert [frame["vehicle_id"] for frame in frames] == ["car-0", "car-0", "car-1"]
    nullable = table.assign(bias=table["bias"].astype("Float64"))
    assert frames == frames_from_dataframe(
        nullable, vehicle_id_column="car", timestamp_column="at", radar_range_bias_m="bias", empty_rows="skip"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "either vehicle_id"),
        ({"vehicle_id": "v", "vehicle_id_column": "car"}, "either vehicle_id"),
        ({"vehicle_id": "v", "radar_range_bias_m": "bais"}, "no column 'bais'; there are qx"),
        ({"vehicle_id": "v", "radar_range_bias_m": "car"}, "car: not columns of numbers"),
        ({"vehicle_id": "v", "roll_pitch_yaw_deg": ["roll", "pitch", "yaw"]}, "convention='intrinsic_zyx'"),
        ({"vehicle_id": "v", "roll_pitch_yaw_rad": ["roll"], "convention": "intrinsic_zyx"}, "three columns"),
        ({"vehicle_id": "v", "quaternion_scalar_last": ["qx"] * 4, "rotation_matrix": ["r0"] * 9}, "2 ways"),
        (
            {"vehicle_id": "v", "timestamp_column": "yaw", "radar_range_bias_m": "bias"},
            "timestamps are times",
        ),
    ],
)
def test_a_table_that_says_too_little_or_too_much(given: dict[str, Any], said: str) -> None:
    with pytest.raises(FrameError, match=said):
        frames_from_dataframe(a_drive(), **given)


def stamped(
    row: int, *, parent: str = "base_link", child: str = "camera", ros: int = 2, turn: Any = None
) -> Any:
    x, y, z, w = Rotation.from_euler("z", row, degrees=True).as_quat().tolist() if turn is None else turn
    stamp = (
        {"sec": 1_795_435_200 + row, "nanosec": 5} if ros == 2 else {"secs": 1_795_435_200 + row, "nsecs": 5}
    )
    return {
        "header": {"stamp": stamp, "frame_id": parent},
        "child_frame_id": child,
        "transform": {
            "translation": {"x": 1.0, "y": 0.0, "z": 2.0},
            "rotation": {"x": x, "y": y, "z": z, "w": w},
        },
    }


@pytest.mark.parametrize("ros", [1, 2])
def test_ros_transforms_of_one_pair_of_frames(ros: int) -> None:
    messages = [
        stamped(0, ros=ros),
        stamped(1, child="lidar", ros=ros),
        {"transforms": [stamped(2, ros=ros), stamped(2, child="radar", ros=ros)]},
        stamped(3, parent="/base_link", child="/camera", ros=ros),
    ]
    found = read_transforms(messages, parent="base_link", child="camera")
    assert found.timestamps_ns.tolist() == [NOON_NS + row * 10**9 + 5 for row in (0, 2, 3)]
    expected = Rotation.from_euler("z", [[0], [2], [3]], degrees=True).as_matrix()
    np.testing.assert_allclose(found.rotations, expected, atol=1e-15)
    frames = build_frames("v", timestamps_ns=found.timestamps_ns, camera_rotation=found.rotations)
    assert frames[0]["timestamp"] == "2026-11-23T12:00:00.000000005Z"


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], "only: none at all"),
        ([stamped(0, child="lidar")], "only: lidar in base_link"),
        ([stamped(0, parent="camera", child="base_link")], r"turn them round with inverse\(\)"),
        ([stamped(0), {"header": {}}], r"header.frame_id is missing \(row 1\)"),
        ([stamped(0) | {"transform": {"translation": {}}}], r"transform.rotation is missing \(row 0\)"),
        ([stamped(0, turn=[0, 0, 0, "1"])], r"w of a transform is a number, not str \(row 0\)"),
        ([stamped(0, turn=[0, 0, 0, 0])], "norm 1"),
        (
            [stamped(0) | {"header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": "base_link"}}],
            "of the time 0",
        ),
    ],
)
def test_messages_that_are_none(messages: list[Any], said: str) -> None:
    with pytest.raises(FrameError, match=said):
        read_transforms(messages, parent="base_link", child="camera")


def test_without_numpy_the_client_works_and_frames_say_what_to_install() -> None:
    program = (
        "import sys, importlib.abc\n"
        "class Hidden(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numpy', 'pandas', 'scipy'): raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "import plumbline, plumbline.__main__\n"
        "try:\n    import plumbline.frames\nexcept ModuleNotFoundError as fault:\n    print(fault)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 'pip install "plumbline-client[numpy]"' in done.stdout
