"""The one step by which a vehicle's state moves."""

from __future__ import annotations

from .fold_command import fold_baseline_command
from .fold_frame import fold_frame
from .model.effective_settings import effective_settings
from .model.journal import BaselineEntry, FrameEntry, JournalEntry, ReferenceEntry, SensorNoise, StartingPrior
from .model.settings import DEFAULT_SETTINGS, ScoringSettings
from .model.state import Folded, RegisteredReference, VehicleState
from .numeric.profile import binary32
from .numeric.rotation import project_rotation


def fold(
    state: VehicleState,
    entry: JournalEntry,
    settings: ScoringSettings = DEFAULT_SETTINGS,
) -> Folded:
    """The same state, entry and settings give the same bits in every implementation. The state given stays as it was."""
    if isinstance(entry, FrameEntry):
        return fold_frame(state, entry.reading, effective_settings(state, settings))
    if isinstance(entry, BaselineEntry):
        return fold_baseline_command(state, entry, effective_settings(state, settings))
    entries = state.entries + 1
    if isinstance(entry, ReferenceEntry):
        return Folded(state._replace(entries=entries, reference=_registered(entry)), None, ())
    return Folded(state._replace(entries=entries, prior=_kept_prior(entry.prior)), None, ())


def _registered(entry: ReferenceEntry) -> RegisteredReference | None:
    if entry.camera_rotation is None:
        return None
    return RegisteredReference(project_rotation(entry.camera_rotation), entry.valid_from_us)


def _kept_prior(prior: StartingPrior) -> StartingPrior:
    """As a state keeps it: its curves, of which there is much, as binary32."""
    camera, radar, lidar, confidence = prior.sensors
    sensors = prior.sensors._replace(
        camera=_kept_noise(camera),
        radar=_kept_noise(radar),
        lidar=_kept_noise(lidar),
        confidence=_kept_noise(confidence),
    )
    return prior._replace(sensors=sensors)


def _kept_noise(noise: SensorNoise | None) -> SensorNoise | None:
    if noise is None or noise.curve is None:
        return noise
    level, ratios, degrees = noise.curve
    kept = noise.curve._replace(
        level=level,
        ratios=tuple(binary32(ratio) for ratio in ratios),
        degrees=tuple(binary32(of) for of in degrees),
    )
    return noise._replace(curve=kept)
