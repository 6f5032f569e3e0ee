"""The settings by which a vehicle is judged that started from the prior of its fleet (docs/scoring-method.md, 4.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .journal import FleetCurve, StartingPrior
from .sensors import TRACK_NAMES, TrackName
from .settings import CurvePrior, PriorCurves, ScoringSettings
from .state import Tracks, VehicleState


def effective_settings(state: VehicleState, settings: ScoringSettings) -> ScoringSettings:
    """The given ones, with the prior of its fleet in place of theirs where there is one."""
    estimated = state.prior
    if estimated is None:
        return settings
    prior = settings.prior
    tracks = state.tracks
    return settings._replace(
        prior=prior._replace(
            camera_deg=_sd_of(estimated, "camera", prior.camera_deg),
            radar_m=_sd_of(estimated, "radar", prior.radar_m),
            lidar_log=_sd_of(estimated, "lidar", prior.lidar_log),
            confidence_logit=_sd_of(estimated, "confidence", prior.confidence_logit),
            degrees=_least_degrees(estimated, tracks, prior.degrees),
            curves=PriorCurves(*(_curve_of(estimated, name, tracks, prior.curves) for name in TRACK_NAMES)),
            correlation=estimated.correlation,
        )
    )


def _sd_of(estimated: StartingPrior, name: TrackName, otherwise: float) -> float:
    noise = estimated.sensors.of(name)
    return otherwise if noise is None else noise.sd


def _curve_of(estimated: StartingPrior, name: TrackName, tracks: Tracks, usual: PriorCurves) -> CurvePrior:
    noise = estimated.sensors.of(name)
    own: CurvePrior = getattr(usual, name)
    if noise is None or noise.curve is None:
        return own
    return curve_at_level(noise.curve, tracks.of(name).level, own)


def _least_degrees(estimated: StartingPrior, tracks: Tracks, otherwise: float) -> float:
    """One weight serves all channels: that of the least certain sensor that has been heard."""
    degrees = math.inf
    for name in TRACK_NAMES:
        if tracks.of(name).frames == 0:
            continue
        noise = estimated.sensors.of(name)
        degrees = min(degrees, otherwise if noise is None else noise.degrees)
    return otherwise if degrees == math.inf else degrees


def curve_at_level(curve: FleetCurve, level: int, usual: CurvePrior) -> CurvePrior:
    """A curve for blocks of 2^level frames: ratio'(k) = ratio(k + d)/a(2^d); of shorter blocks nothing follows."""
    by = level - curve.level
    ratios, degrees = curve.ratios, curve.degrees
    if by == 0:
        return CurvePrior(ratios, degrees)
    last = len(ratios) - 1
    if by < 0 or by > last:
        return usual
    own = _inflation_at(ratios, by)
    places = [min(last, scale + by) for scale in range(last + 1)]
    return CurvePrior(tuple(ratios[at] / own for at in places), tuple(degrees[at] for at in places))


def _inflation_at(ratios: Sequence[float], scale: int) -> float:
    """a(2^scale) of rising ratios that are never below 1; the last stands for all that are longer."""
    total = 0.0
    share = 0.5
    for at in range(scale, len(ratios)):
        total += (2 * share if at == len(ratios) - 1 else share) * max(1.0, ratios[at])
        share *= 0.5
    return total
