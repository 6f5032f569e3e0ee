"""Sums as a bucket keeps them, in a third of the space."""

from __future__ import annotations

from collections.abc import Sequence

from ..numeric.profile import binary32, sixteen_bits


def kept_sums(sums: Sequence[float], channels: int) -> list[float]:
    """The weight of each channel as binary32; its sum, and the squares about its mean, with sixteen significant bits."""
    kept = list(sums)
    for at in range(0, 3 * channels, 3):
        weight = sums[at]
        if weight == 0:
            kept[at] = kept[at + 1] = kept[at + 2] = 0.0
            continue
        about = squares_about_mean(sums, at)
        # Of a single block nothing is left but the error of the arithmetic.
        squares = sixteen_bits(about) if about > 9.313225746154785e-10 * sums[at + 2] else 0.0
        weight = binary32(weight)
        total = sixteen_bits(sums[at + 1]) if weight != 0 else 0.0
        kept[at] = weight
        kept[at + 1] = total
        kept[at + 2] = squares_with(weight, total, squares) if weight != 0 else 0.0
    return kept


def squares_with(weight: float, total: float, about_mean: float) -> float:
    """Σwy² of the weight, the sum and the squares about the mean."""
    return (total * total) / weight + about_mean


def squares_about_mean(sums: Sequence[float], at: int) -> float:
    weight, total = sums[at], sums[at + 1]
    return sums[at + 2] - (total * total) / weight if weight > 0 else 0.0
