"""exp, ln, atan2, cosine and sine of the numeric profile: the same 64 bits in every language.

They are made of + - * / and exact powers of two only, summed from left to right, so that no library of a platform has a
say in a verdict (docs/scoring-method.md, "Arithmetic").
"""

from __future__ import annotations

import math
import struct

LN2_HIGH = 0.6931467056274414
LN2_LOW = 4.7493250390316726e-7
PI = 3.141592653589793

_PI_LOW = 1.2246467991473532e-16
_HALF_PI = 1.5707963267948966
_HALF_PI_LOW = 6.123233995736766e-17
_SQUARE_ROOT_OF_2 = 1.4142135623730951

_ldexp = math.ldexp
_frexp = math.frexp
_floor = math.floor


def exp(x: float) -> float:
    """e^x, within 1 ulp: Taylor polynomial of degree 13 beside the nearest whole multiple of ln 2."""
    if x > 709.782712893384:
        return math.inf
    if x < -745.1332191019412:
        return 0.0
    if x != x:
        return x
    k = _floor(x * 1.4426950408889634 + 0.5)
    r = x - k * LN2_HIGH - k * LN2_LOW
    tail = 1 / 479001600 + r * (1 / 6227020800)
    tail = 1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * tail))
    tail = 0.5 + r * (
        1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * tail)))))
    )
    power = 1 + (r + r * r * tail)
    if -1022 < k < 1024:
        return power * _ldexp(1.0, k)
    # 2^1024 is no double and 2^-1080 is none either: both halves of k are.
    half = k // 2
    return power * _ldexp(1.0, half) * _ldexp(1.0, k - half)


def ln(x: float) -> float:
    """Natural logarithm, within 1 ulp; -inf of 0, NaN of less."""
    if not x > 0:
        return -math.inf if x == 0 else math.nan
    if x == math.inf:
        return x
    mantissa, k = _frexp(x)  # from 0.5 to below 1
    mantissa *= 2
    k -= 1
    if mantissa >= _SQUARE_ROOT_OF_2:
        mantissa *= 0.5
        k += 1
    f = mantissa - 1
    s = f / (2 + f)
    z = s * s
    series = 2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21))))
    series = 2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * series))))
    half_square = 0.5 * f * f
    return k * LN2_HIGH - (half_square - (s * (half_square + z * series) + k * LN2_LOW) - f)


# arctan(i/8), i = 0 to 8, as a double and what is left of it.
_ARCTAN_HIGH = (
    0.0,
    0.12435499454676144,
    0.24497866312686414,
    0.35877067027057225,
    0.4636476090008061,
    0.5585993153435624,
    0.6435011087932844,
    0.7188299996216245,
    0.7853981633974483,
)
_ARCTAN_LOW = (
    0.0,
    -3.1253241424539383e-18,
    1.0698755618734451e-17,
    -2.4623815582638635e-17,
    2.2698777452961687e-17,
    -5.4556305485916264e-18,
    1.5834785051444286e-17,
    -2.1478388444456983e-17,
    3.061616997868383e-17,
)


def atan2(y: float, x: float) -> float:
    """Angle of the point (x, y) in radians, within 2 ulp; 0 of the origin."""
    up, along = abs(y), abs(x)
    if up == 0 and along == 0:
        return 0.0
    steep = up > along
    eighths = _floor((8 * min(up, along)) / max(up, along) + 0.5)
    slope = eighths / 8
    near, far = (up, along) if steep else (along, up)
    t = (far - slope * near) / (near + slope * far)
    z = t * t
    series = 1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 + z * (-1 / 15)))))
    rest = t + t * z * (-1 / 3 + z * series)
    angle = _ARCTAN_HIGH[eighths] + (_ARCTAN_LOW[eighths] + rest)
    if steep:
        angle = _HALF_PI - (angle - _HALF_PI_LOW)
    if x < 0:
        angle = PI - (angle - _PI_LOW)
    return -angle if y < 0 else angle


def cos_sin_of_turns(turns: float) -> tuple[float, float]:
    """Cosine and sine of an angle in whole turns: quarters are taken off exactly, the rest by Taylor series."""
    part = turns - _floor(turns)
    quarters = _floor(4 * part + 0.5)
    angle = 2 * PI * (part - quarters / 4)
    z = angle * angle
    cos_tail = 1 / 40_320 + z * (
        -1 / 3_628_800 + z * (1 / 479_001_600 + z * (-1 / 87_178_291_200 + z / 20_922_789_888_000))
    )
    sin_tail = 1 / 362_880 + z * (
        -1 / 39_916_800 + z * (1 / 6_227_020_800 + z * (-1 / 1_307_674_368_000 + z / 355_687_428_096_000))
    )
    cos = 1 + z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * cos_tail)))
    sin = angle + angle * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * sin_tail)))
    if quarters == 1:
        return -sin, cos
    if quarters == 2:
        return -cos, -sin
    return (sin, -cos) if quarters == 3 else (cos, sin)


_binary32 = struct.Struct("<f")
_pack32 = _binary32.pack
_unpack32 = _binary32.unpack


def binary32(number: float) -> float:
    """The nearest number that binary32 holds, ties to even."""
    return _unpack32(_pack32(number))[0]  # type: ignore[no-any-return]


def sixteen_bits(number: float) -> float:
    """The nearest number with sixteen significant bits (Dekker 1971); less than 2^-100 is 0."""
    if not abs(number) >= 7.888609052210118e-31:
        return 0.0
    spread = 137438953473.0 * number
    return spread - (spread - number)


def soft_clip(u: float, degrees: float) -> float:
    """The normal score of a Student t variable (Wallace 1959)."""
    size = math.sqrt(degrees * ln(1 + (u * u) / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3))
    return -size if u < 0 else size


def unclipped(clipped: float, degrees: float) -> float:
    """The value of which this is the soft clip."""
    score = (clipped * (8 * degrees + 3)) / (8 * degrees + 1)
    size = math.sqrt(degrees * (exp((score * score) / degrees) - 1))
    return -size if clipped < 0 else size
