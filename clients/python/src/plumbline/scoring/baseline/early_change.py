"""A change among the first blocks of a sensor that has no baseline yet, told before there is one (4.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..change.weigh_change import sensor_factors, student_factors
from ..model.score import ChangePointInterval, ChannelInWindow, DecidingWindow, Side
from ..model.sensors import CHANNELS, FIRST_CHANNEL, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.standing import PhysicalDrift
from ..model.state import Block
from ..numeric.matrix import unit_root
from ..numeric.profile import binary32, exp, ln
from ..numeric.robust import median
from ..numeric.rotation import mean_rotation
from ..verdict.drift import correlation_inflation, exceedance, in_limit_units, limits_of
from .accept_baseline import CalibratedLearning, Choice, EarlyChange, accept_baseline
from .calibrate import Calibrated, calibrate, in_pose, narrowed, rotation_of
from .learner import Learner, effective_noise, indifference_zones

# Beyond it blocks are one block.
_LARGEST_CORRELATION = 0.99

Row = Sequence[float]


class _Split(NamedTuple):
    """The blocks before and after one possible change."""

    at: int
    before: Row
    after: Sequence[Row]
    moved: Row
    """Difference of the means, in the track's unit."""
    shifts: Row
    """The same in independent units of one block's noise."""
    variances: Row
    """Noise variance of one block in those units, as a mean of correlated blocks has it."""
    correlation: float
    degrees: float
    drift: PhysicalDrift
    likelihood: float


def early_baseline(learner: Learner) -> CalibratedLearning | None:
    """The blocks before the change are the reference, those after it are watched. None when nothing can be told."""
    name, track, settings = learner
    # The confidence has no early verdict: it accuses nobody.
    if name == "confidence":
        return None
    blocks = track.learnt
    change = _early_change(learner, name, blocks)
    if change is None:
        return None
    # What was heard of the fault is no baseline: only the blocks before it wait for its end.
    before = Learner(name, track._replace(learnt=blocks[: change.at]), settings)
    calibrated = _calibrate_beside(before, blocks, change)
    accepted = accept_baseline(before, Choice(calibrated, blocks, change.at, established=False))
    return accepted._replace(early=change)


def _calibrate_beside(learner: Learner, blocks: Sequence[Block], change: EarlyChange) -> Calibrated:
    """The noise from all blocks, each beside its own side of the change: five alone would tell little of it."""
    unmoved = [
        block if at < change.at else block._replace(values=_minus(block.values, change.moved))
        for at, block in enumerate(blocks)
    ]
    calibration, correlation = calibrate(learner, unmoved)
    taken = [max(0.0, min(0.95, change.correlation))] * len(calibration.correlation)
    noise = calibration._replace(correlation=taken, least_correlation=taken, blocks=change.at)
    zones = indifference_zones(learner, noise.location, noise.scale, noise.clip_unit)
    return Calibrated(narrowed(noise._replace(zones=zones)), correlation)


def _early_change(learner: Learner, name: LimitedSensor, blocks: Sequence[Block]) -> EarlyChange | None:
    """The likeliest change, when it is surely one and surely beyond the CAUTION limit."""
    settings = learner.settings
    early = settings.early
    if len(blocks) < early.fewest_blocks or _typical_gap_us(blocks) > early.longest_gap_us:
        return None
    splits = _compare_splits(learner, name, blocks)
    total = 0.0
    best = splits[0]
    for split in splits:
        # As in W: a split that says nothing adds nothing.
        total += max(0.0, split.likelihood - 1)
        if split.likelihood > best.likelihood:
            best = split
    if not (total > 0 and ln(total) >= early.limit_nats):
        return None
    caution = limits_of(name, settings).caution
    is_sure = exceedance(name, best.drift, caution) >= settings.tiers.caution_probability
    if not is_sure or not _is_beyond_without_any_block(name, best, caution):
        return None
    axis, side = _loudest(best)
    return EarlyChange(
        at=best.at,
        blocks_after=len(best.after),
        nats=ln(total),
        correlation=best.correlation,
        moved=best.moved,
        drift=best.drift,
        likely=_interval_of(splits, blocks, 0.5),
        widely=_interval_of(splits, blocks, 0.9),
        window=_describe_split(name, blocks, best),
        axis=axis,
        side=side,
    )


def _compare_splits(learner: Learner, name: LimitedSensor, blocks: Sequence[Block]) -> list[_Split]:
    track, settings = learner.track, learner.settings
    pose = mean_rotation([rotation_of(track, block) for block in blocks]) if name == "camera" else None
    rows = [in_pose(track, pose, block.values) for block in blocks]
    usual = _usual_correlation(blocks, settings)
    first = int(settings.early.fewest_before)
    if first != settings.early.fewest_before:
        # Parts of a block are what no two languages count alike.
        raise ValueError("settings.early.fewestBefore: not a whole number")
    last = math.floor(len(rows) - settings.early.fewest_after)
    return [_compare_split(learner, name, rows, at, usual) for at in range(first, last + 1)]


def _typical_gap_us(blocks: Sequence[Block]) -> float:
    return median([block.at_us - before.at_us for before, block in pairwise(blocks)])


def _usual_correlation(blocks: Sequence[Block], settings: ScoringSettings) -> float:
    """Recorded drives are correlated over a second or two, so blocks this close resemble each other."""
    gap_us = _typical_gap_us(blocks)
    return exp(max(-40.0, -max(0.0, gap_us) / settings.early.correlation_time_us))


def _compare_split(
    learner: Learner, name: LimitedSensor, rows: Sequence[Row], at: int, usual: float
) -> _Split:
    settings = learner.settings
    evidence = settings.evidence
    before, after = rows[:at], rows[at:]
    mean_before, mean_after = _mean_of(before), _mean_of(after)
    moved = _minus(mean_after, mean_before)
    sides = ([_minus(row, mean_before) for row in before], [_minus(row, mean_after) for row in after])
    beside = [*sides[0], *sides[1]]
    scale, unevenness = _noise_beside(learner, sides)
    information = (at * len(after)) / len(rows)
    correlation = _correlation_along(moved, beside, usual, settings)
    inflation = correlation_inflation(correlation)
    degrees = max(1.0, (len(rows) - 2) / inflation)
    shifts = _independent(moved, scale, beside, settings)
    variances = [factor * inflation for factor in unevenness]
    factors: list[Sequence[float]] = []
    for axis, shift in enumerate(shifts):
        beyond = max(0.0, shift) if name == "lidar" else abs(shift)
        factors.append(
            student_factors(1 / information, beyond, variances[axis], degrees, evidence.shift_variances)
        )
    likelihood = 0.0
    for weight, factor in zip(
        evidence.shift_weights, sensor_factors(factors, len(evidence.shift_variances)) or (), strict=True
    ):
        likelihood += weight * factor
    sds = [one * math.sqrt(variances[axis] / information) for axis, one in enumerate(scale)]
    drift = in_limit_units(name, mean_before, moved, sds)
    return _Split(at, mean_before, after, moved, shifts, variances, correlation, degrees, drift, likelihood)


def _noise_beside(learner: Learner, sides: Sequence[Sequence[Row]]) -> tuple[list[float], list[float]]:
    """Of each value the standard deviation of a block about its own side's mean, and how uneven the sides are."""
    floor = effective_noise(learner).floor
    counts = [len(side) for side in sides]
    scale: list[float] = []
    unevenness: list[float] = []
    for axis in range(len(sides[0][0])):
        squares = [_sum_of([row[axis] * row[axis] for row in side]) for side in sides]
        pooled = max(floor * floor, (squares[0] + squares[1]) / (counts[0] + counts[1] - 2))
        # A side that is quieter by chance must not lend its calm to the other.
        own = [max(pooled, total / (count - 1)) for total, count in zip(squares, counts, strict=True)]
        even = pooled / counts[0] + pooled / counts[1]
        scale.append(math.sqrt(pooled))
        unevenness.append((own[0] / counts[0] + own[1] / counts[1]) / even)
    return scale, unevenness


def _correlation_along(moved: Row, beside: Sequence[Row], usual: float, settings: ScoringSettings) -> float:
    """Lag-1 correlation of what lies beside the split, along the direction that has moved, rather too much of it."""
    along = [_dot(row, moved) for row in beside]
    products = squares = 0.0
    for at, value in enumerate(along):
        squares += value * value
        if at > 0:
            products += value * along[at - 1]
    lag = products / squares if squares > 0 else 0.0
    count = len(beside)
    corrected = lag + (2 * (1 + 3 * lag)) / count + settings.early.correlation_errors / math.sqrt(count)
    return min(_LARGEST_CORRELATION, max(usual, corrected))


def _independent(moved: Row, scale: Row, beside: Sequence[Row], settings: ScoringSettings) -> Sequence[float]:
    """The shift in units of independent noise: the values of a camera may shake together."""
    units = [shift / one for shift, one in zip(moved, scale, strict=True)]
    width = len(units)
    if width == 1:
        return units
    scores = [[value / one for value, one in zip(row, scale, strict=True)] for row in beside]
    root = unit_root(scores, width, settings.prior.degrees)
    return [_dot(root[row * width : (row + 1) * width], units) for row in range(width)]


def _is_beyond_without_any_block(name: LimitedSensor, split: _Split, caution: float) -> bool:
    """No single block tells anything: without whichever matters most the rest still stand beyond the limit."""
    for left in range(len(split.after)):
        rest = [row for at, row in enumerate(split.after) if at != left]
        shifts = _minus(_mean_of(rest), split.before)
        amount = in_limit_units(name, split.before, shifts, [0.0] * len(shifts)).amount
        if not (abs(amount) if name == "radar" else amount) > caution:
            return False
    return True


def _interval_of(
    splits: Sequence[_Split], blocks: Sequence[Block], probability: float
) -> ChangePointInterval:
    """From the lower to the upper tail of the splits, each with what it adds: the change lies in the block after each."""
    terms = [max(0.0, split.likelihood - 1) for split in splits]
    tail = 0.5 * (1 - probability) * _sum_of(terms)
    first = _beyond_tail(terms, tail)
    last = len(terms) - 1 - _beyond_tail(terms[::-1], tail)
    return ChangePointInterval(blocks[splits[first].at - 1].seq + 1, blocks[splits[last].at].seq)


def _beyond_tail(terms: Sequence[float], tail: float) -> int:
    total = 0.0
    for at, term in enumerate(terms):
        total += term
        if total > tail:
            return at
    raise ValueError("no split lies beyond the tail")


def _describe_split(name: LimitedSensor, blocks: Sequence[Block], split: _Split) -> DecidingWindow:
    """Written in the form of W's own windows, from which every Bayes factor follows."""
    channels = tuple(
        ChannelInWindow(
            channel=CHANNELS[FIRST_CHANNEL[name] + axis],
            blocks_since=float(len(split.after)),
            blocks_before=float(split.at),
            mean_since=binary32(shift),
            mean_before=0.0,
            sigma=binary32(math.sqrt(split.variances[axis])),
            mean_variance=binary32(1 / len(split.after) + 1 / split.at),
            degrees=binary32(split.degrees),
            zone=0.0,
            side="upper" if name == "lidar" else "both",
        )
        for axis, shift in enumerate(split.shifts)
    )
    return DecidingWindow(blocks[split.at].seq, 1, split.likelihood, ln(split.likelihood - 1), channels)


def _loudest(split: _Split) -> tuple[int, Side]:
    sizes = [
        (shift * shift) / variance for shift, variance in zip(split.shifts, split.variances, strict=True)
    ]
    axis = sizes.index(max(sizes))
    return axis, "lower" if split.shifts[axis] < 0 else "upper"


def _mean_of(rows: Sequence[Row]) -> list[float]:
    return [_sum_of([row[axis] for row in rows]) / len(rows) for axis in range(len(rows[0]))]


def _sum_of(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def _minus(one: Row, other: Row) -> list[float]:
    return [value - taken for value, taken in zip(one, other, strict=True)]


def _dot(one: Row, other: Row) -> float:
    total = 0.0
    for value, factor in zip(one, other, strict=True):
        total += value * factor
    return total
