"""Rotations as unit quaternions, scalar part first; q and -q are the same rotation."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .profile import PI, atan2
from .robust import median

Quaternion = tuple[float, float, float, float]
Vector3 = tuple[float, float, float]

_sqrt = math.sqrt


def as_vector(values: Sequence[float]) -> Vector3:
    """The first three of these values."""
    return values[0], values[1], values[2]


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """First b, then a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def between(start: Quaternion, end: Quaternion) -> Quaternion:
    """The way from one rotation to the other, in the axes of the first."""
    return multiply((start[0], -start[1], -start[2], -start[3]), end)


def normalise(q: Quaternion) -> Quaternion:
    w, x, y, z = q
    length = _sqrt(w * w + x * x + y * y + z * z)
    return w / length, x / length, y / length, z / length


def log_deg(q: Quaternion) -> Vector3:
    """Rotation vector in degrees, length 0 to 180."""
    w, x, y, z = q
    sign = -1.0 if w < 0 else 1.0
    length = _sqrt(x * x + y * y + z * z)
    # 2·arctan(|v|/w)/|v| tends to 2(1 + |v|²/6) as the vector part vanishes.
    scale = 2 * (1 + (length * length) / 6) if length < 1e-6 else (2 * atan2(length, sign * w)) / length
    degrees = sign * scale * (180 / PI)
    return degrees * x, degrees * y, degrees * z


def exp_deg(vector: Sequence[float]) -> Quaternion:
    """The rotation of a rotation vector in degrees, by halving the angle until the series of cosine and sine is short."""
    radians = PI / 180
    x, y, z = (vector[0] * radians) / 2, (vector[1] * radians) / 2, (vector[2] * radians) / 2
    halvings = 0
    while x * x + y * y + z * z > 1e-3:
        x, y, z = x / 2, y / 2, z / 2
        halvings += 1
    square = x * x + y * y + z * z
    cosine = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square / 40320)))
    sine = 1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040 - square / 362880)))
    q = (cosine, sine * x, sine * y, sine * z)
    for _ in range(halvings):
        q = multiply(q, q)
    return normalise(q)


def project_rotation(matrix: Sequence[float]) -> Quaternion:
    """The rotation nearest to a row-major matrix: the orthogonal factor of its polar decomposition (Higham 1986)."""
    r = list(matrix)
    # Newton's iteration doubles the right digits each time; 0.05 off needs five steps.
    for _ in range(20):
        if _step_towards_rotation(r) < 1e-15:
            break
    return _quaternion_of(r)


def _step_towards_rotation(r: list[float]) -> float:
    """X <- (X + X^-T)/2 in place; the largest change of an entry."""
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = r
    # Cofactors, row by row: over the determinant they are the transposed inverse.
    cofactors = (
        r4 * r8 - r5 * r7,
        r5 * r6 - r3 * r8,
        r3 * r7 - r4 * r6,
        r2 * r7 - r1 * r8,
        r0 * r8 - r2 * r6,
        r1 * r6 - r0 * r7,
        r1 * r5 - r2 * r4,
        r2 * r3 - r0 * r5,
        r0 * r4 - r1 * r3,
    )
    determinant = r0 * cofactors[0] + r1 * cofactors[1] + r2 * cofactors[2]
    moved = 0.0
    for at, cofactor in enumerate(cofactors):
        entry = r[at]
        following = 0.5 * (entry + cofactor / determinant)
        r[at] = following
        moved = max(moved, abs(entry - following))
    return moved


def _quaternion_of(r: Sequence[float]) -> Quaternion:
    """Shepperd's method: divide by the largest of the four components."""
    trace = r[0] + r[4] + r[8]
    largest = max(trace, r[0], r[4], r[8])
    if largest == trace:
        return normalise((1 + trace, r[7] - r[5], r[2] - r[6], r[3] - r[1]))
    if largest == r[0]:
        return normalise((r[7] - r[5], 1 + 2 * r[0] - trace, r[1] + r[3], r[2] + r[6]))
    if largest == r[4]:
        return normalise((r[2] - r[6], r[1] + r[3], 1 + 2 * r[4] - trace, r[5] + r[7]))
    return normalise((r[3] - r[1], r[2] + r[6], r[5] + r[7], 1 + 2 * r[8] - trace))


def orthonormality_error(matrix: Sequence[float]) -> float:
    """Largest entry of |RᵀR - I|: 0 for a rotation."""
    worst = 0.0
    for i in range(3):
        for j in range(3):
            product = matrix[i] * matrix[j] + matrix[3 + i] * matrix[3 + j] + matrix[6 + i] * matrix[6 + j]
            worst = max(worst, abs(product - (1 if i == j else 0)))
    return worst


def is_coarsely_rounded(matrix: Sequence[float]) -> bool:
    """Whether the sender rounded to three decimals or fewer; exact permutations of axes do not count as rounded."""
    if all(entry == math.floor(entry) for entry in matrix):
        return False
    return all(abs(1000 * entry - math.floor(1000 * entry + 0.5)) < 1e-9 for entry in matrix)


def mean_rotation(rotations: Sequence[Quaternion]) -> Quaternion:
    """The robust mean: Karcher mean, then twice with Huber weights."""
    mean = _karcher_mean(rotations, [1.0] * len(rotations), rotations[0])
    for _ in range(2):
        mean = _karcher_mean(rotations, _huber_weights(rotations, mean), mean)
    return mean


def _karcher_mean(rotations: Sequence[Quaternion], weights: Sequence[float], start: Quaternion) -> Quaternion:
    mean = start
    for _ in range(30):
        x, y, z = _weighted_tangent(rotations, weights, mean)
        # (1, v/2) and Exp(v) are the same rotation to third order, and the fixed point is the same.
        mean = normalise(multiply(mean, (1.0, x / 2, y / 2, z / 2)))
        if x * x + y * y + z * z < 1e-24:
            break
    return mean


def _weighted_tangent(rotations: Sequence[Quaternion], weights: Sequence[float], mean: Quaternion) -> Vector3:
    """Weighted mean of the rotation vectors from the mean, radians."""
    sum_x = sum_y = sum_z = total = 0.0
    for rotation, weight in zip(rotations, weights, strict=True):
        x, y, z = log_deg(between(mean, rotation))
        sum_x += weight * x
        sum_y += weight * y
        sum_z += weight * z
        total += weight
    scale = PI / 180 / total
    return sum_x * scale, sum_y * scale, sum_z * scale


def _huber_weights(rotations: Sequence[Quaternion], mean: Quaternion) -> list[float]:
    distances: list[float] = []
    for rotation in rotations:
        x, y, z = log_deg(between(mean, rotation))
        distances.append(_sqrt(x * x + y * y + z * z))
    # The median length of a 3-D normal vector is 1.538 sigma.
    sigma = median(distances) / 1.538
    return [1.0 if distance <= 2.5 * sigma else (2.5 * sigma) / distance for distance in distances]
