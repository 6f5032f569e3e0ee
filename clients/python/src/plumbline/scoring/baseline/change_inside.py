"""A change among the blocks a baseline is made of (3.5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..change.change_model import single_model
from ..change.histogram import BlockValues, HistogramShape, add_block
from ..change.noise_kinds import ratios_of_correlated
from ..change.variance_curve import KNOWN
from ..change.weigh_change import weigh_change
from ..model.sensors import TRACK_WIDTHS
from ..model.settings import CurvePrior
from ..model.state import SCALES, Block, SensorCalibration, no_change_sums
from ..numeric.robust import huber_mean
from .calibrate import lag_one
from .learner import Learner
from .score_block import ScoredBlock, score_all

_EVERY_BLOCK_BY_ITSELF = HistogramShape(1000, 2, reference_frozen=False, scatter_model=None)


class InnerChange(NamedTuple):
    at: int
    """Index of the first block after the change."""
    nats: float
    correlation: float
    """Lag-1 correlation left when each side has its own mean: a wandering sensor keeps it, a step does not."""


def change_inside(
    learner: Learner, calibration: SensorCalibration, blocks: Sequence[Block]
) -> InnerChange | None:
    """The likeliest one, when W speaks clearly of one."""
    name, _, settings = learner
    scored = score_against(learner, calibration, blocks)
    width = TRACK_WIDTHS[name]
    sums = no_change_sums(width)
    for block in scored:
        values = BlockValues(block.seq, [block.weight] * width, block.score)
        sums = add_block(sums, values, _EVERY_BLOCK_BY_ITSELF)
    # These blocks say too little of their own correlation: it is taken for known.
    prior_curves = [
        CurvePrior(ratios_of_correlated(correlation), (KNOWN,) * SCALES)
        for correlation in calibration.correlation
    ]
    model = single_model(name, calibration, False, settings)._replace(prior_curves=prior_curves)
    found = weigh_change(sums, model)
    if not found.nats > settings.baseline.change_nats:
        return None
    at = next((index for index, block in enumerate(blocks) if block.seq == found.change_seq), -1)
    return InnerChange(at, found.nats, largest_lag(scored, lambda values: _beside_step(values, at)))


def score_against(
    learner: Learner, calibration: SensorCalibration, blocks: Sequence[Block]
) -> Sequence[ScoredBlock]:
    """Blocks as a calibration sees them."""
    track = learner.track._replace(calibration=calibration, previous_us=None)
    return score_all(track, blocks, learner.settings)[1]


def _beside_step(values: Sequence[float], at: int) -> list[float]:
    """Each side of a step about its own mean."""
    residuals: list[float] = []
    for side in (values[:at], values[at:]):
        centre = huber_mean(side, 1.0)
        residuals += [value - centre for value in side]
    return residuals


def beside_change(values: Sequence[float]) -> Sequence[float]:
    """Beside what explains them best with one change: a step, or a line that bends once, wherever it fits best."""
    least = math.inf
    best = values
    size = len(values)
    for start in range(1, size):
        step = [1.0 if at >= start else 0.0 for at in range(size)]
        ramp = [float(max(0, at - start + 1)) for at in range(size)]
        for regressor in (step, ramp):
            residuals = _beside_regressor(values, regressor)
            squares = 0.0
            for residual in residuals:
                squares += residual * residual
            if squares < least:
                least, best = squares, residuals
    return best


def _beside_regressor(values: Sequence[float], regressor: Sequence[float]) -> list[float]:
    """Residuals of least squares on a constant and one regressor."""
    count = len(values)
    sum_x = sum_y = squares = products = 0.0
    for value, x in zip(values, regressor, strict=True):
        sum_x += x
        sum_y += value
        squares += x * x
        products += x * value
    spread = squares - (sum_x * sum_x) / count
    slope = (products - (sum_x * sum_y) / count) / spread if spread > 0 else 0.0
    level = (sum_y - slope * sum_x) / count
    return [value - level - slope * x for value, x in zip(values, regressor, strict=True)]


def largest_lag(
    scored: Sequence[ScoredBlock], residuals_of: Callable[[Sequence[float]], Sequence[float]]
) -> float:
    """Largest lag-1 correlation of any value, after what is no noise has been taken out."""
    most = -1.0
    for axis in range(len(scored[0].standardised)):
        most = max(most, lag_one(residuals_of([block.standardised[axis] for block in scored])))
    return most
