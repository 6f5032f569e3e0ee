"""What W assumes of the channels it compares, beside the sums themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..model.sensors import CHANNELS, FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS, TrackName
from ..model.settings import CurvePrior, ScoringSettings
from ..model.standing import CurveMemo
from ..model.state import SensorCalibration, Tracks
from .histogram import HistogramShape
from .mean_scatter import ScatterModel
from .noise_kinds import ratios_of_correlated

# A doubt rests on about as many blocks as a provisional baseline has.
_DOUBT_DEGREES = 10.0

# 0: a shift either way counts; 1: only upward; -1: only downward.
_DIRECTIONS: dict[TrackName, tuple[int, ...]] = {
    "camera": (0, 0, 0),
    "radar": (0,),
    "lidar": (1,),
    "confidence": (-1,),
}
_CALIBRATION_DIRECTIONS = tuple(direction for name in LIMITED_SENSORS for direction in _DIRECTIONS[name])


class ChangeModel(NamedTuple):
    zones: Sequence[float]
    """Mean shift that is no drift, per channel, in units of y."""
    directions: Sequence[int]
    sensors: Sequence[tuple[int, int]]
    """The channels of each sensor, as [first, one past the last]."""
    reference_frozen: bool
    """True: the reference is the past alone. False: everything outside the window under test."""
    participation: float
    shift_variances: Sequence[float]
    shift_weights: Sequence[float]
    minimum_reference: float
    prior_variances: Sequence[float]
    prior_degrees: float
    variance_floor: float
    prior_curves: Sequence[CurvePrior]
    block_levels: Sequence[int]
    known: CurveMemo | None = None

    def scatter_model(self) -> ScatterModel:
        return ScatterModel(self.prior_curves, self.prior_variances, self.prior_degrees)


class WeighedChange(NamedTuple):
    nats: float
    """W; -inf when no start of a change is likelier than none."""
    posterior: Sequence[float]
    change_row: int
    """Row of the bucket the likeliest window starts with; -1 without evidence."""
    change_seq: int
    channel: int
    side: Literal["upper", "lower"]


def calibration_model(
    tracks: Tracks, reference_frozen: bool, settings: ScoringSettings, known: CurveMemo | None = None
) -> ChangeModel:
    """Camera, radar and lidar together."""
    zones = [0.0] * len(CHANNELS)
    # Without a calibration there are no sums either, and neither zones nor variances are ever used.
    prior_variances = [1.0] * len(CHANNELS)
    prior_curves: list[CurvePrior] = []
    block_levels: list[int] = []
    for name in LIMITED_SENSORS:
        track = tracks.of(name)
        calibration = track.calibration
        first = FIRST_CHANNEL[name]
        for axis in range(TRACK_WIDTHS[name]):
            block_levels.append(track.level)
            least = 0.0 if calibration is None else calibration.least_correlation[axis]
            prior_curves.append(_prior_curve_of(name, least, settings))
            if calibration is not None:
                zones[first + axis] = calibration.zones[axis]
                prior_variances[first + axis] = _prior_variance_of(calibration.clip_unit[axis])
    evidence = settings.evidence
    return ChangeModel(
        zones,
        _CALIBRATION_DIRECTIONS,
        ((0, 3), (3, 4), (4, 5)),
        reference_frozen,
        evidence.participation,
        evidence.shift_variances,
        evidence.shift_weights,
        evidence.minimum_reference,
        prior_variances,
        settings.prior.degrees,
        evidence.variance_floor,
        prior_curves,
        block_levels,
        CurveMemo() if known is None else known,
    )


def single_model(
    name: TrackName, calibration: SensorCalibration | None, reference_frozen: bool, settings: ScoringSettings
) -> ChangeModel:
    """One track on its own: the lidar's confidence, or a baseline looked through for a change."""
    width = TRACK_WIDTHS[name]
    least = [0.0] * width if calibration is None else calibration.least_correlation
    units = [1.0] * width if calibration is None else calibration.clip_unit
    evidence = settings.evidence
    return ChangeModel(
        [0.0] * width if calibration is None else calibration.zones,
        _DIRECTIONS[name],
        ((0, width),),
        reference_frozen,
        evidence.participation,
        evidence.shift_variances,
        evidence.shift_weights,
        evidence.minimum_reference,
        [_prior_variance_of(unit) for unit in units],
        settings.prior.degrees,
        evidence.variance_floor,
        [_prior_curve_of(name, correlation, settings) for correlation in least],
        [0] * width,
        CurveMemo(),
    )


def histogram_shape(
    settings: ScoringSettings,
    reference_frozen: bool,
    kind: Literal["calibration", "confidence"],
    scatter_model: ScatterModel | None,
) -> HistogramShape:
    evidence = settings.evidence
    per_level = evidence.buckets_per_level if kind == "calibration" else evidence.confidence_buckets_per_level
    return HistogramShape(per_level, evidence.levels, reference_frozen, scatter_model)


def _prior_curve_of(name: TrackName, least_correlation: float, settings: ScoringSettings) -> CurvePrior:
    """That of the settings, or of its fleet; of a baseline that was doubted at least as correlated as was found."""
    usual: CurvePrior = getattr(settings.prior.curves, name)
    if least_correlation == 0:
        return usual
    correlated = ratios_of_correlated(least_correlation)
    return CurvePrior(
        tuple(max(ratio, other) for ratio, other in zip(usual.ratios, correlated, strict=True)),
        tuple(max(degrees, _DOUBT_DEGREES) for degrees in usual.degrees),
    )


def _prior_variance_of(clip_unit: float) -> float:
    """One sigma², in the unit of the sums."""
    return 1 / (clip_unit * clip_unit)
