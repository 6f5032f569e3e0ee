"""ln of the gamma function, tail of Fisher's F, and the normal distribution, in the numeric profile."""

from __future__ import annotations

from typing import NamedTuple

from .profile import exp, ln

_HALF_LN_TWO_PI = 0.9189385332046728
_INVERSE_ROOT_TWO_PI = 0.3989422804014327


def ln_gamma(x: float) -> float:
    """Of x > 0: arguments below 10 are lifted, above them Stirling's series (Abramowitz & Stegun 6.1.40)."""
    product = 1.0
    lifted = x
    while lifted < 10:
        product *= lifted
        lifted += 1
    z = 1 / (lifted * lifted)
    series = 1 / 1188 + z * (-691 / 360360 + z * (1 / 156 + z * (-3617 / 122400)))
    series = 1 / 12 + z * (-1 / 360 + z * (1 / 1260 + z * (-1 / 1680 + z * series)))
    return (lifted - 0.5) * ln(lifted) - lifted + _HALF_LN_TWO_PI + series / lifted - ln(product)


class Fisher(NamedTuple):
    """Fisher's F with d1 and d2 degrees of freedom, and ln B(d2/2, d1/2)."""

    d1: float
    d2: float
    ln_beta: float


def fisher_distribution(d1: float, d2: float) -> Fisher:
    return Fisher(d1, d2, ln_gamma(d2 / 2) + ln_gamma(d1 / 2) - ln_gamma(d2 / 2 + d1 / 2))


def fisher_tail(f: float, of: Fisher) -> float:
    """P(F > f), by the incomplete beta function."""
    total = of.d1 * f + of.d2
    x, rest = of.d2 / total, (of.d1 * f) / total
    a, b = of.d2 / 2, of.d1 / 2
    if not x > 0:
        return 0.0
    if not rest > 0:
        return 1.0
    front = exp(a * ln(x) + b * ln(rest) - of.ln_beta)
    # The fraction converges fast only below its mean.
    if x * (a + b + 2) < a + 1:
        return (front * _continued_fraction(x, a, b)) / a
    return 1 - (front * _continued_fraction(rest, b, a)) / b


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Abramowitz & Stegun 26.5.8, by the modified method of Lentz."""
    c = 1.0
    d = 1 / _away_from_zero(1 - ((a + b) * x) / (a + 1))
    value = d
    for m in range(1, 301):
        even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / _away_from_zero(1 + even * d)
        c = _away_from_zero(1 + even / c)
        value *= d * c
        odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _away_from_zero(1 + odd * d)
        c = _away_from_zero(1 + odd / c)
        step = d * c
        value *= step
        if abs(step - 1) < 1e-15:
            break
    return value


def _away_from_zero(value: float) -> float:
    return 1e-300 if abs(value) < 1e-300 else value


def normal_density(x: float) -> float:
    return exp(-0.5 * x * x) * _INVERSE_ROOT_TWO_PI


def normal_cdf(x: float) -> float:
    """P(Z <= x), by the series of Marsaglia (2004), J. Stat. Softw. 11(4)."""
    if x > 8.5:
        return 1.0
    if x < -8.5:
        return 0.0
    square = x * x
    term = total = x
    odd = 3
    while abs(term) > 1e-18 * abs(total) and odd < 400:
        term = (term * square) / odd
        total += term
        odd += 2
    return 0.5 + total * normal_density(x)
