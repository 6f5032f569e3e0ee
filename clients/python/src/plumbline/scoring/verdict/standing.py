"""Where the sensors stand now; computed once for all frames that leave everything it rests on as it was."""

from __future__ import annotations

from typing import Any

from ..baseline.recent_blocks import RecentMeans, recent_means
from ..change.change_model import calibration_model
from ..change.histogram import with_buckets
from ..change.weigh_change import curves_of
from ..model.sensors import LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.standing import CurveMemo, Drift, Drifts, GroundedStanding, SensorCurves, Standing
from ..model.state import VehicleState
from ..numeric.profile import LN2_HIGH, LN2_LOW, exp
from ..numeric.rotation import Quaternion
from .absolute_check import check_against_zero
from .drift import estimate_drift, severity


def standing_of(
    state: VehicleState, settings: ScoringSettings, known: CurveMemo | None = None
) -> GroundedStanding:
    """Frames inside a block leave it the one the state carries."""
    grounds = _grounds_of(state, settings)
    before = state.standing
    if before is not None and all(one is other for one, other in zip(before.grounds, grounds, strict=True)):
        return before
    memo = CurveMemo(None if before is None else before.known) if known is None else known
    standing = _compute_standing(state, settings, memo)
    return GroundedStanding(grounds, standing, memo.last)


def _grounds_of(state: VehicleState, settings: ScoringSettings) -> tuple[Any, ...]:
    camera, radar, lidar, _ = state.tracks
    return (
        settings,
        state.evidence,
        state.breach if state.breach is None else state.breach.change_block_seq,
        _reference_in_force(state),
        camera.calibration,
        camera.recent,
        camera.learnt,
        camera.centre,
        radar.calibration,
        radar.recent,
        radar.learnt,
        radar.centre,
        lidar.calibration,
        lidar.recent,
        lidar.learnt,
        lidar.centre,
    )


def _reference_in_force(state: VehicleState) -> Quaternion | None:
    reference, newest_us = state.reference, state.newest_us
    if reference is None or newest_us is None or newest_us < reference.valid_from_us:
        return None
    return reference.rotation


def _compute_standing(state: VehicleState, settings: ScoringSettings, known: CurveMemo) -> Standing:
    tracks = state.tracks
    since = None if state.breach is None else state.breach.change_block_seq
    newest = {sensor: recent_means(tracks.of(sensor), since or 0) for sensor in LIMITED_SENSORS}
    curves = _sensor_curves(state, settings, known)

    def drift_of(sensor: LimitedSensor) -> Drift | None:
        return estimate_drift(sensor, tracks.of(sensor), since, curves.of(sensor), newest[sensor])

    def means_of(sensor: LimitedSensor) -> RecentMeans:
        return newest[sensor] if since is None else recent_means(tracks.of(sensor), 0)

    drifts = Drifts(drift_of("camera"), drift_of("radar"), drift_of("lidar"))
    absolute = check_against_zero(tracks, curves, _reference_in_force(state), means_of, settings)
    worst = absolute.severity
    for sensor in LIMITED_SENSORS:
        drift = drifts.of(sensor)
        if drift is not None:
            worst = max(worst, severity(sensor, drift, settings))
    return Standing(drifts, absolute, curves, 100 * exp(-worst * (LN2_HIGH + LN2_LOW)))


def _sensor_curves(state: VehicleState, settings: ScoringSettings, known: CurveMemo) -> SensorCurves:
    """How the variances of means grow, as the sums of the test that breaches have measured them."""
    evidence = state.evidence
    everything = with_buckets(evidence.past, evidence.buckets)
    curves = curves_of(evidence, everything, calibration_model(state.tracks, False, settings, known))
    return SensorCurves(curves[0:3], curves[3:4], curves[4:5])
