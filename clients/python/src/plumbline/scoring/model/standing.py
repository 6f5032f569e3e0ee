"""Where a vehicle's sensors stand: against their baseline, and against what is right by definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from .sensors import LimitedSensor
from .settings import CurvePrior


class MeanScatter(NamedTuple):
    """By how much neighbouring means of 2^k blocks differed, channel by channel, and of how many. Binary32."""

    squares: Sequence[float]
    counts: Sequence[float]


class VarianceCurve(NamedTuple):
    """Var(mean of n blocks) = variance of a block·inflation(n)/n, by scale 2^k, with its degrees of freedom."""

    inflation: Sequence[float]
    degrees: Sequence[float]


class KnownCurves(NamedTuple):
    """The curves of a scatter, and all that they follow from."""

    scatter: MeanScatter
    variances: Sequence[float]
    prior_curves: Sequence[CurvePrior]
    block_levels: Sequence[int]
    curves: Sequence[VarianceCurve]


class CurveMemo:
    """The curves that were last asked for, of one vehicle: most blocks leave what they follow from as it was."""

    __slots__ = ("last",)

    def __init__(self, last: KnownCurves | None = None) -> None:
        self.last = last


class PhysicalDrift(NamedTuple):
    """A shift in degrees (camera: the angle, less what noise alone would show) or metres, and by value of the track."""

    amount: float
    sd: float
    parts: Sequence[float]
    part_sds: Sequence[float]


class Drift(NamedTuple):
    """How far a sensor stands from its reference, and the blocks the estimate comes from."""

    amount: float
    sd: float
    parts: Sequence[float]
    part_sds: Sequence[float]
    blocks: int


class Drifts(NamedTuple):
    camera: Drift | None
    radar: Drift | None
    lidar: Drift | None

    def of(self, sensor: LimitedSensor) -> Drift | None:
        drift: Drift | None = getattr(self, sensor)
        return drift


class SensorCurves(NamedTuple):
    camera: Sequence[VarianceCurve]
    radar: Sequence[VarianceCurve]
    lidar: Sequence[VarianceCurve]

    def of(self, sensor: LimitedSensor) -> Sequence[VarianceCurve]:
        curves: Sequence[VarianceCurve] = getattr(self, sensor)
        return curves


AbsoluteLevel = Literal["within", "caution", "critical"]


class AbsoluteStanding(NamedTuple):
    """Where the sensors stand against zero, or registered extrinsics; probabilities are for stepping down."""

    level: AbsoluteLevel
    beyond: tuple[LimitedSensor, ...]
    severity: float
    beyond_release_caution: float
    beyond_release_critical: float


class Standing(NamedTuple):
    drifts: Drifts
    absolute: AbsoluteStanding
    curves: SensorCurves
    health_score: float


class GroundedStanding(NamedTuple):
    """A standing and all that it was computed from, as values that are replaced whenever they change."""

    grounds: tuple[Any, ...]
    standing: Standing
    known: KnownCurves | None
