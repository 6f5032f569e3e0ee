"""Every number a verdict depends on, besides the frames: evidence records them whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

SCORING_VERSION = "1.6.0"
NUMERIC_PROFILE = "binary64-ltr-v1"

_SCALES = 10


class CurvePrior(NamedTuple):
    """What is told of the variance of means of 2^k blocks, k = 0 to 9, and as how many samples it counts."""

    ratios: tuple[float, ...]
    degrees: tuple[float, ...]


class LimitPair(NamedTuple):
    caution: float
    critical: float


class ConfidenceMap(NamedTuple):
    raw: tuple[float, ...]
    observed: tuple[float, ...]


class Limits(NamedTuple):
    camera_deg: LimitPair
    radar_m: LimitPair
    lidar_m: LimitPair
    lidar_confidence_drop: float


class InControlLaw(NamedTuple):
    at: float
    ln_run_length_at: float
    slope: float


class EvidenceSettings(NamedTuple):
    caution_nats: float
    critical_nats: float
    participation: float
    shift_variances: tuple[float, ...]
    shift_weights: tuple[float, ...]
    buckets_per_level: float
    levels: float
    confidence_buckets_per_level: float
    minimum_reference: float
    variance_floor: float
    clip_degrees: float
    widest_zone: float
    indifference_sigma: float
    indifference_share: float
    in_control_law: InControlLaw


class BaselineSettings(NamedTuple):
    provisional_blocks: float
    established_blocks: float
    screen_sigma: float
    maximum_block_correlation: float
    correlation_allowance: float
    maximum_block_level: float
    change_nats: float


class EarlySettings(NamedTuple):
    fewest_blocks: float
    fewest_before: float
    fewest_after: float
    limit_nats: float
    correlation_errors: float
    correlation_time_us: float
    longest_gap_us: float


class PriorCurves(NamedTuple):
    camera: CurvePrior
    radar: CurvePrior
    lidar: CurvePrior
    confidence: CurvePrior


class PriorSettings(NamedTuple):
    camera_deg: float
    radar_m: float
    lidar_log: float
    confidence_logit: float
    degrees: float
    curves: PriorCurves
    correlation: float
    correlation_weight: float
    unknown_correlation: float
    change_rate: float


class Floors(NamedTuple):
    camera_deg: float
    coarse_camera_deg: float
    radar_m: float
    lidar_log: float
    confidence_logit: float


class LidarSettings(NamedTuple):
    offset_m: float
    confidence_floor: float
    low_confidence: float


class FrameSettings(NamedTuple):
    limit_rate: float
    outlier_rate: float
    outliers_per_hundred: float
    late_us: float


class NoiseRule(NamedTuple):
    dispersion: float
    limit_nats: float
    reference_nats: float


class ChartSettings(NamedTuple):
    k: float
    h: float
    clip_sigma: float


class TierSettings(NamedTuple):
    drift_blocks: float
    minimum_blocks: float
    critical_probability: float
    caution_probability: float
    harmless_probability: float
    absolute_error_rate: float
    sustained_probability: float
    sustained_blocks: float
    release_share: float
    critical_hold_blocks: float
    caution_hold_blocks: float
    settle_blocks: float


class ScoringSettings(NamedTuple):
    """Settings of one scoring; the reason of each default stands in ``core/scoring/settings/settings.ts``."""

    confidence_map: ConfidenceMap
    limits: Limits
    evidence: EvidenceSettings
    baseline: BaselineSettings
    early: EarlySettings
    prior: PriorSettings
    floors: Floors
    lidar: LidarSettings
    frame: FrameSettings
    noise: NoiseRule
    chart: ChartSettings
    tiers: TierSettings

    @classmethod
    def from_json(cls, json: object) -> ScoringSettings:
        """The settings a bundle or a replay recorded.

        :raises TypeError: names the first member that is missing, unknown or no finite number: a recorded verdict must
            never be recomputed with today's defaults.
        """
        settings: ScoringSettings = _shaped_like(DEFAULT_SETTINGS, json, "settings")
        return settings

    def to_json(self) -> dict[str, Any]:
        """Complete, as evidence records them."""
        plain: dict[str, Any] = _plain(self)
        return plain


_UNTOLD = CurvePrior((1.0,) * _SCALES, (0.0,) * _SCALES)

_CONFIDENCE_KNOTS = (
    (0.000073, 0.41703),
    (0.028912, 0.41703),
    (0.074545, 0.41703),
    (0.149446, 0.41703),
    (0.241633, 0.41703),
    (0.347725, 0.556452),
    (0.452233, 0.59375),
    (0.554107, 0.630841),
    (0.652146, 0.764205),
    (0.750276, 0.779915),
    (0.825943, 0.879114),
    (0.875796, 0.897239),
    (0.921449, 0.919759),
    (0.957765, 0.945226),
    (0.975285, 0.97521),
    (0.9857, 0.976403),
    (0.992757, 0.983824),
    (0.99683, 0.989041),
    (0.998566, 0.990762),
    (0.999939, 0.999178),
)

DEFAULT_SETTINGS = ScoringSettings(
    confidence_map=ConfidenceMap(
        raw=tuple(raw for raw, _ in _CONFIDENCE_KNOTS),
        observed=tuple(observed for _, observed in _CONFIDENCE_KNOTS),
    ),
    limits=Limits(
        camera_deg=LimitPair(0.2, 0.5),
        radar_m=LimitPair(0.2, 0.5),
        lidar_m=LimitPair(0.1, 0.3),
        lidar_confidence_drop=0.2,
    ),
    evidence=EvidenceSettings(
        caution_nats=7.75,
        critical_nats=10.5,
        participation=0.5,
        shift_variances=(0.06, 0.6, 6.0),
        shift_weights=(0.25, 0.35, 0.4),
        buckets_per_level=4.0,
        levels=9.0,
        confidence_buckets_per_level=4.0,
        minimum_reference=5.0,
        variance_floor=0.25,
        clip_degrees=3.0,
        widest_zone=0.7,
        indifference_sigma=0.05,
        indifference_share=0.25,
        in_control_law=InControlLaw(7.75, 12.0, 1.4),
    ),
    baseline=BaselineSettings(20.0, 50.0, 6.0, 0.3, 2.0, 12.0, 6.0),
    early=EarlySettings(10.0, 5.0, 2.0, 6.0, 0.5, 1_500_000.0, 10_000_000.0),
    prior=PriorSettings(
        camera_deg=0.06,
        radar_m=0.06,
        lidar_log=0.35,
        confidence_logit=0.6,
        degrees=4.0,
        curves=PriorCurves(_UNTOLD, _UNTOLD, _UNTOLD, CurvePrior(_UNTOLD.ratios, (20.0,) * _SCALES)),
        correlation=0.1,
        correlation_weight=70.0,
        unknown_correlation=0.5,
        change_rate=1 / 20_000,
    ),
    floors=Floors(0.002, 0.02, 0.002, 0.02, 0.05),
    lidar=LidarSettings(0.01, 0.2, 0.3),
    frame=FrameSettings(0.0027, 1e-4, 5.0, 600_000_000.0),
    noise=NoiseRule(3.0, 16.0, 5.5),
    chart=ChartSettings(0.5, 11.96, 3.0),
    tiers=TierSettings(
        drift_blocks=20.0,
        minimum_blocks=3.0,
        critical_probability=0.8,
        caution_probability=0.9,
        harmless_probability=0.95,
        absolute_error_rate=0.05,
        sustained_probability=0.95,
        sustained_blocks=20.0,
        release_share=0.8,
        critical_hold_blocks=20.0,
        caution_hold_blocks=30.0,
        settle_blocks=10.0,
    ),
)


def _shaped_like(like: Any, value: object, path: str) -> Any:
    if isinstance(like, float):
        return _number(value, path)
    if hasattr(like, "_fields"):
        return _group(like, value, path)
    return _list(like, value, path)


def _number(value: object, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"{path}: not a number")
    return float(value)


def _list(like: Any, value: object, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or not value:
        raise TypeError(f"{path}: not a list")
    items = cast(list[object], value)
    return tuple(_shaped_like(like[0], item, f"{path}[{at}]") for at, item in enumerate(items))


def _group(like: Any, value: object, path: str) -> Any:
    if not isinstance(value, Mapping):
        raise TypeError(f"{path}: not an object")
    given = cast(Mapping[str, object], value)
    for name in given:
        if name not in like._fields:
            raise TypeError(f"{path}.{_camel_case(name)}: unknown")
    members = {
        name: _shaped_like(getattr(like, name), given.get(name), f"{path}.{_camel_case(name)}")
        for name in like._fields
    }
    return type(like)(**members)


def _camel_case(name: str) -> str:
    """Members are named in messages as every verifier names them."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def _plain(value: Any) -> Any:
    if hasattr(value, "_fields"):
        return {name: _plain(getattr(value, name)) for name in value._fields}
    return value if isinstance(value, float) else [_plain(item) for item in value]
