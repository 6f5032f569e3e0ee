"""What a wave of the day adds to the scatter of means, and the scatter without it (4.4.5)."""

from __future__ import annotations

from ..model.standing import MeanScatter
from ..model.state import SCALES
from ..numeric.profile import binary32, cos_sin_of_turns
from .time_of_day import DAY_US

# As sure of a scale that could be mostly wave as of so many samples.
_ASSUMED_COUNT = 20.0


def _wave_contrast(blocks: int, amplitude: float, spacing_us: float) -> float:
    """What a sinusoid adds, on average over its phase, to a sample: A²·sin⁴(nθ)/(n·sin²θ), θ = π·spacing/day."""
    half_turns = (0.5 * spacing_us) / DAY_US
    step = cos_sin_of_turns(half_turns)[1]
    window = cos_sin_of_turns(blocks * half_turns)[1]
    square = window * window
    power = amplitude * amplitude
    # Blocks a whole number of days apart all say the same.
    if step * step < 1e-24:
        return 0.0
    return (power * square * square) / (blocks * step * step)


def scatter_without_wave(
    scatter: MeanScatter, channel: int, amplitude: float, spacing_us: float
) -> MeanScatter:
    """A scale at which the wave was most of what was measured is forgotten."""
    squares, counts = list(scatter.squares), list(scatter.counts)
    for scale in range(SCALES):
        at = SCALES * channel + scale
        added = counts[at] * _wave_contrast(1 << scale, amplitude, spacing_us)
        is_wave = added > 0.5 * squares[at]
        squares[at] = 0.0 if is_wave else binary32(squares[at] - added)
        counts[at] = 0.0 if is_wave else counts[at]
    return MeanScatter(squares, counts)


def scatter_below_wave(
    scatter: MeanScatter, channel: int, amplitude: float, spacing_us: float
) -> MeanScatter:
    """As it would be without a wave that may be there: a scale that could be mostly wave is like the one below it."""
    squares, counts = list(scatter.squares), list(scatter.counts)
    for scale in range(1, SCALES):
        at = SCALES * channel + scale
        square, count = scatter.squares[at], scatter.counts[at]
        added = count * _wave_contrast(1 << scale, amplitude, spacing_us)
        if not added > 0.5 * square or not counts[at - 1] > 0:
            continue
        counts[at] = min(count, _ASSUMED_COUNT)
        squares[at] = min(square / count, squares[at - 1] / counts[at - 1]) * counts[at]
    return MeanScatter(squares, counts)
