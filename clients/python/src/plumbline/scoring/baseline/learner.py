"""Whose baseline is being learnt, and what its noise is taken to be before any block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ..frame.measurement import logit
from ..model.sensors import TRACK_WIDTHS, TrackName
from ..model.settings import ScoringSettings
from ..model.state import SensorTrack
from ..numeric.profile import exp, ln, soft_clip


class Learner(NamedTuple):
    name: TrackName
    track: SensorTrack
    settings: ScoringSettings


class EffectiveNoise(NamedTuple):
    prior: Sequence[float]
    floor: float
    degrees: float


def effective_noise(learner: Learner) -> EffectiveNoise:
    """That of this vehicle's earlier baseline, or else the prior."""
    name, track, settings = learner
    prior, floors = settings.prior, settings.floors
    coarse = track.frames > 0 and 2 * track.coarse_frames > track.frames
    noise = {
        "camera": prior.camera_deg,
        "radar": prior.radar_m,
        "lidar": prior.lidar_log,
        "confidence": prior.confidence_logit,
    }
    floor = {
        "camera": floors.coarse_camera_deg if coarse else floors.camera_deg,
        "radar": floors.radar_m,
        "lidar": floors.lidar_log,
        "confidence": floors.confidence_logit,
    }
    inherited = track.inherited
    if inherited is None:
        return EffectiveNoise([noise[name]] * TRACK_WIDTHS[name], floor[name], prior.degrees)
    return EffectiveNoise(inherited.scale, floor[name], inherited.degrees)


def clip_units(learner: Learner, location: Sequence[float], scale: Sequence[float]) -> list[float]:
    """How many sigma one unit of the clip stands for: a quiet sensor's clip is widened until its zone fits."""
    widest = learner.settings.evidence.widest_zone
    return [
        max(1.0, harmless_shift(learner.name, location[axis], learner.settings) / sigma / widest)
        for axis, sigma in enumerate(scale)
    ]


def indifference_zones(
    learner: Learner, location: Sequence[float], scale: Sequence[float], clip_unit: Sequence[float]
) -> list[float]:
    """The mean shift that is defined to be no drift, in the unit of the sums (clipped)."""
    evidence = learner.settings.evidence
    zones: list[float] = []
    for axis, sigma in enumerate(scale):
        unit = sigma * clip_unit[axis]
        physical = harmless_shift(learner.name, location[axis], learner.settings) / unit
        least = evidence.indifference_sigma / clip_unit[axis]
        zones.append(max(least, soft_clip(physical, evidence.clip_degrees)))
    return zones


def harmless_shift(name: TrackName, location: float, settings: ScoringSettings) -> float:
    """A share of the CAUTION limit in the unit the track works in."""
    limits = settings.limits
    share = settings.evidence.indifference_share
    if name == "camera":
        return share * limits.camera_deg.caution
    if name == "radar":
        return share * limits.radar_m.caution
    if name == "lidar":
        level = exp(location)
        return ln((level + share * limits.lidar_m.caution) / level)
    confidence = 1 / (1 + exp(-location))
    return max(0.0, location - logit(max(0.005, confidence - share * limits.lidar_confidence_drop)))


def whitening_factor(correlation: float) -> float:
    """Shrinks the noise of whitened scores: their variance is (1 + φ)/(1 - φ) for a kept mean."""
    return math.sqrt((1 - correlation) / (1 + correlation))
