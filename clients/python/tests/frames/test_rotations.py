"""Rotations in every form, against SciPy's."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation  # type: ignore[import-untyped]

from plumbline.frames import (
    FrameError,
    body_from_optical,
    inverse,
    optical_from_body,
    rotations_from_euler,
    rotations_from_homogeneous,
    rotations_from_matrices,
    rotations_from_quaternions,
    rotations_from_roll_pitch_yaw,
)

angles = st.floats(-720, 720, allow_nan=False)
triples = st.lists(st.tuples(angles, angles, angles), min_size=1, max_size=5).map(np.array)
seeds = st.integers(0, 2**32 - 1)
often = settings(deadline=None)
SEQUENCES = ["xyz", "zyx", "XYZ", "ZYX", "zxz", "ZXZ", "yxz", "YZY", "xy", "ZY", "x", "Z"]


def random_rotations(seed: int, count: int = 7) -> Rotation:
    return Rotation.random(count, random_state=np.random.default_rng(seed))


@often
@given(seeds)
def test_quaternions_in_both_orders(seed: int) -> None:
    expected = random_rotations(seed)
    last = expected.as_quat()
    first = last[:, [3, 0, 1, 2]]
    np.testing.assert_allclose(rotations_from_quaternions(scalar_last=last), expected.as_matrix(), atol=1e-14)
    np.testing.assert_allclose(
        rotations_from_quaternions(scalar_first=first), expected.as_matrix(), atol=1e-14
    )
    # A quaternion and its negative are one rotation.
    np.testing.assert_allclose(
        rotations_from_quaternions(scalar_last=-last), expected.as_matrix(), atol=1e-14
    )


@pytest.mark.parametrize("sequence", SEQUENCES)
@often
@given(triples)
def test_euler_sequences_as_scipy_names_them(sequence: str, given_angles: Any) -> None:
    rows = given_angles[:, : len(sequence)]
    expected = Rotation.from_euler(sequence, rows, degrees=True).as_matrix().reshape(-1, 3, 3)
    np.testing.assert_allclose(rotations_from_euler(sequence, degrees=rows), expected, atol=1e-12)
    np.testing.assert_allclose(rotations_from_euler(sequence, radians=np.radians(rows)), expected, atol=1e-12)


@often
@given(triples)
def test_roll_pitch_and_yaw_by_each_convention(given_angles: Any) -> None:
    roll, pitch, yaw = given_angles.T
    degrees = {"roll_deg": roll, "pitch_deg": pitch, "yaw_deg": yaw}
    radians = {name.replace("deg", "rad"): np.radians(one) for name, one in degrees.items()}
    ros = Rotation.from_euler("ZYX", np.stack([yaw, pitch, roll], axis=1), degrees=True).as_matrix()
    other = Rotation.from_euler("XYZ", np.stack([roll, pitch, yaw], axis=1), degrees=True).as_matrix()
    for convention, expected in (
        ("intrinsic_zyx", ros),
        ("extrinsic_xyz", ros),
        ("intrinsic_xyz", other),
        ("extrinsic_zyx", other),
    ):
        for unit in (degrees, radians):
            found = rotations_from_roll_pitch_yaw(convention=convention, **unit)  # type: ignore[arg-type]
            np.testing.assert_allclose(found, expected, atol=1e-12)


def test_an_angle_left_out_is_zero_and_one_number_is_one_row() -> None:
    found = rotations_from_roll_pitch_yaw(convention="intrinsic_zyx", yaw_deg=90)
    np.testing.assert_allclose(found, [[[0, -1, 0], [1, 0, 0], [0, 0, 1]]], atol=1e-15)
    assert rotations_from_roll_pitch_yaw(convention="intrinsic_zyx", yaw_deg=[1, 2], roll_deg=3).shape == (
        2,
        3,
        3,
    )


@often
@given(seeds)
def test_matrices_in_every_shape(seed: int) -> None:
    rotation = random_rotations(seed)
    expected = rotation.as_matrix()
    poses = np.tile(np.eye(4), (len(expected), 1, 1))
    poses[:, :3, :3], poses[:, :3, 3] = expected, [1.0, 2.0, 3.0]
    for found in (
        rotations_from_matrices(expected),
        rotations_from_matrices(expected.reshape(-1, 9)),
        rotations_from_matrices(rotation),
        rotations_from_homogeneous(poses),
        inverse(inverse(rotation)),
    ):
        np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(rotations_from_matrices(expected[0].reshape(9)), expected[:1])
    np.testing.assert_allclose(inverse(rotation), rotation.inv().as_matrix(), atol=1e-15)


@often
@given(seeds)
def test_optical_and_body_frame_of_a_camera(seed: int) -> None:
    body = random_rotations(seed)
    # The static transform ROS publishes between camera_link and camera_optical_frame.
    fixed = Rotation.from_euler("xyz", [-90, 0, -90], degrees=True)
    np.testing.assert_allclose(optical_from_body(body), (body * fixed).as_matrix(), atol=1e-15)
    np.testing.assert_allclose(body_from_optical(optical_from_body(body)), body.as_matrix(), atol=1e-15)


def test_what_lies_ahead_lies_ahead_in_both_frames() -> None:
    level = np.eye(3)
    forward, left, up = np.eye(3)
    optical = optical_from_body(level)[0]
    np.testing.assert_array_equal(optical @ [0, 0, 1], forward)
    np.testing.assert_array_equal(optical @ [-1, 0, 0], left)
    np.testing.assert_array_equal(optical @ [0, -1, 0], up)


NAN = [float("nan")] * 4


def test_a_row_of_nan_is_a_row_of_nan() -> None:
    found = rotations_from_quaternions(scalar_last=[[0, 0, 0, 1], NAN])
    np.testing.assert_array_equal(found[0], np.eye(3))
    assert np.isnan(found[1]).all()
    assert np.isnan(rotations_from_euler("ZYX", degrees=[NAN[:3]])).all()
    assert np.isnan(rotations_from_homogeneous(np.full((1, 4, 4), np.nan))).all()
    assert np.isnan(body_from_optical(np.full((1, 3, 3), np.nan))).all()


@pytest.mark.parametrize(
    ("make", "said", "rows"),
    [
        (lambda: rotations_from_quaternions(scalar_last=[[0, 0, 0, 1], [0, 0, 0, 2]]), "norm 1", [1]),
        (lambda: rotations_from_quaternions(scalar_last=[[0, 0, 0, 0]]), "norm 1", [0]),
        (lambda: rotations_from_quaternions(scalar_last=[[0, 0, 0]]), r"shape \(n, 4\)", []),
        (lambda: rotations_from_quaternions(), "scalar_last", []),
        (lambda: rotations_from_quaternions(scalar_last=[NAN], scalar_first=[NAN]), "scalar_first", []),
        (lambda: rotations_from_quaternions(scalar_last=[["a"] * 4]), "not an array of numbers", []),
        (lambda: rotations_from_quaternions(scalar_last=[[*NAN[:3], 1.0]]), "NaN in some", [0]),
        (lambda: rotations_from_matrices(np.stack([np.eye(3), 2 * np.eye(3)])), "not the unit matrix", [1]),
        (lambda: rotations_from_matrices(np.diag([1.0, 1.0, -1.0])), "reflections", [0]),
        (lambda: rotations_from_matrices(np.full((3, 3), np.inf)), "not finite", [0]),
        (lambda: rotations_from_matrices(np.zeros((2, 4))), r"shape \(n, 3, 3\)", []),
        (lambda: rotations_from_homogeneous(np.eye(3)), r"shape \(n, 4, 4\)", []),
        (lambda: rotations_from_homogeneous(transposed_pose()), "is it transposed", [0]),
        (lambda: rotations_from_euler("xYz", degrees=[[1, 2, 3]]), "no sequence of axes", []),
        (lambda: rotations_from_euler("xxy", degrees=[[1, 2, 3]]), "no axis twice", []),
        (lambda: rotations_from_euler("", degrees=[[]]), "no sequence of axes", []),
        (lambda: rotations_from_euler("xyz", degrees=[[1, 2]]), r"shape \(n, 3\)", []),
        (lambda: rotations_from_euler("xyz"), "in degrees or in radians", []),
        (lambda: rotations_from_roll_pitch_yaw(convention="ros", yaw_deg=1), "convention is", []),  # type: ignore[arg-type]
        (lambda: rotations_from_roll_pitch_yaw(convention="intrinsic_zyx"), "degrees", []),
        (
            lambda: rotations_from_roll_pitch_yaw(convention="intrinsic_zyx", yaw_deg=1, roll_rad=1),
            "all in degrees",
            [],
        ),
    ],
)
def test_what_is_no_rotation_is_refused_with_its_rows(make: Any, said: str, rows: list[int]) -> None:
    with pytest.raises(FrameError, match=said) as refused:
        make()
    assert refused.value.rows == rows


def transposed_pose() -> Any:
    pose = np.eye(4)
    pose[:3, 3] = [1.0, 2.0, 3.0]
    return pose.T


def test_of_many_faulty_rows_five_are_named() -> None:
    with pytest.raises(FrameError, match=r"\(rows 0, 1, 2, 3, 4 and 2 more\)$"):
        rotations_from_quaternions(scalar_first=np.zeros((7, 4)))
