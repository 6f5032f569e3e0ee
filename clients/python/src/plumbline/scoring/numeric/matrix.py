"""Square matrices of small order, row-major and symmetric where nothing else is said."""

from __future__ import annotations

import math
from collections.abc import Sequence

_sqrt = math.sqrt


def eigen(matrix: Sequence[float], order: int) -> tuple[list[float], list[float]]:
    """Eigenvalues, and eigenvectors as columns, by cyclic Jacobi rotations (Golub & Van Loan 8.5)."""
    a = list(matrix)
    vectors = [1.0 if at % (order + 1) == 0 else 0.0 for at in range(order * order)]
    # Jacobi converges quadratically; order 5 needs about six sweeps.
    for _ in range(30):
        if not _off_diagonal(a, order) > 0:
            break
        for p in range(order - 1):
            for q in range(p + 1, order):
                _rotate(a, vectors, order, p, q)
    return [a[at * order + at] for at in range(order)], vectors


def _off_diagonal(a: Sequence[float], order: int) -> float:
    total = 0.0
    for i in range(order):
        for j in range(i + 1, order):
            total += a[i * order + j] * a[i * order + j]
    return total


def _rotate(a: list[float], vectors: list[float], order: int, p: int, q: int) -> None:
    apq = a[p * order + q]
    if apq == 0:
        return
    theta = (a[q * order + q] - a[p * order + p]) / (2 * apq)
    t = (-1 if theta < 0 else 1) / (abs(theta) + _sqrt(theta * theta + 1))
    c = 1 / _sqrt(t * t + 1)
    s = t * c
    for k in range(order):
        _turn(a, k * order + p, k * order + q, c, s)
    for k in range(order):
        _turn(a, p * order + k, q * order + k, c, s)
    a[p * order + q] = 0.0
    a[q * order + p] = 0.0
    for k in range(order):
        _turn(vectors, k * order + p, k * order + q, c, s)


def _turn(m: list[float], at: int, other: int, c: float, s: float) -> None:
    x, y = m[at], m[other]
    m[at] = c * x - s * y
    m[other] = s * x + c * y


def inverse_root(matrix: Sequence[float], order: int, floor: float) -> list[float]:
    """M^(-1/2); eigenvalues below ``floor`` count as ``floor``."""
    values, vectors = eigen(matrix, order)
    root: list[float] = []
    for i in range(order):
        for j in range(order):
            total = 0.0
            for k in range(order):
                value = _sqrt(max(floor, values[k]))
                total += (vectors[i * order + k] * vectors[j * order + k]) / value
            root.append(total)
    return root


def cholesky(matrix: Sequence[float], order: int) -> list[float] | None:
    """Lower factor, or None where the matrix is not positive definite. Reads only what lies on or below the diagonal."""
    factor = [0.0] * (order * order)
    for i in range(order):
        for j in range(i + 1):
            rest = matrix[i * order + j]
            for k in range(j):
                rest -= factor[i * order + k] * factor[j * order + k]
            if i != j:
                factor[i * order + j] = rest / factor[j * order + j]
            elif rest > 0:
                factor[i * order + i] = _sqrt(rest)
            else:
                return None
    return factor


def forward_solve(factor: Sequence[float], values: Sequence[float]) -> list[float]:
    """Solves L·w = v for a lower triangular L."""
    order = len(values)
    solved: list[float] = []
    for i in range(order):
        rest = values[i]
        for k in range(i):
            rest -= factor[i * order + k] * solved[k]
        solved.append(rest / factor[i * order + i])
    return solved


def invert3(matrix: Sequence[float]) -> list[float]:
    """Inverse of a 3 by 3 matrix by its cofactors; it need not be symmetric."""

    def at(row: int, column: int) -> float:
        return matrix[3 * (row % 3) + (column % 3)]

    def cofactor(row: int, column: int) -> float:
        return at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(
            row + 2, column + 1
        )

    determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2)
    return [cofactor(entry % 3, entry // 3) / determinant for entry in range(9)]


def shrink_correlation(scores: Sequence[Sequence[float]], order: int, prior_degrees: float) -> list[float]:
    """A correlation matrix shrunk towards independence (Ledoit & Wolf 2004), with so many blocks of independent noise."""
    count = len(scores)
    mean = [_sum_of_products(scores, j, k) / count for j in range(order) for k in range(order)]
    spread = size = 0.0
    for j in range(order):
        for k in range(order):
            if j == k:
                continue
            entry = mean[j * order + k]
            for row in scores:
                difference = row[j] * row[k] - entry
                spread += (difference * difference) / (count * count)
            size += entry * entry
    share = min(1, spread / size) if size > 0 else 1
    shrunk: list[float] = []
    for at, entry in enumerate(mean):
        on_diagonal = at % (order + 1) == 0
        kept = entry if on_diagonal else (1 - share) * entry
        shrunk.append((count * kept + (prior_degrees if on_diagonal else 0)) / (count + prior_degrees))
    return shrunk


def _sum_of_products(scores: Sequence[Sequence[float]], j: int, k: int) -> float:
    total = 0.0
    for row in scores:
        total += row[j] * row[k]
    return total


def unit_root(scores: Sequence[Sequence[float]], order: int, prior_degrees: float) -> list[float]:
    """The inverse root of the shrunk correlation, scaled to a diagonal of ones first."""
    shrunk = shrink_correlation(scores, order, prior_degrees)
    unit = [
        entry / _sqrt(shrunk[(at // order) * (order + 1)] * shrunk[(at % order) * (order + 1)])
        for at, entry in enumerate(shrunk)
    ]
    return inverse_root(unit, order, 1e-3)
