"""Which sensor is at fault, and what to do with the vehicle next."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..baseline.block_average import PRESENCE_MEMORY
from ..baseline.recent_blocks import recent_values
from ..breach.describe_breach import is_provisional
from ..frame.measurement import has_unjudged, is_stuck, logit
from ..model.score import Action, FaultSource, NoiseGrowth
from ..model.sensors import FIRST_CHANNEL, LIMITED_SENSORS, TRACK_WIDTHS
from ..model.settings import ScoringSettings
from ..model.standing import AbsoluteStanding
from ..model.state import ChannelNoise, SensorTrack, VehicleState
from ..numeric.profile import exp
from ..numeric.robust import median

_SILENT_SHARE = 0.2
_LN_RAREST = 16


def recommend_action(state: VehicleState, settings: ScoringSettings) -> Action:
    tier, reason = state.tier.tier, state.tier.reason
    if tier == "CRITICAL":
        return "calibration_required"
    if tier == "CAUTION":
        return _act_at_caution(state)
    if reason == "noise_inflation" or _needs_inspection(state, settings):
        return "inspect_sensor"
    return "monitor" if reason == "significant_below_limit" else "none"


def _act_at_caution(state: VehicleState) -> Action:
    reason = state.tier.reason
    # Of an early verdict nothing was learnt of the mount yet: somebody should look before anybody calibrates.
    if reason == "lidar_confidence_low" or is_provisional(state.breach):
        return "inspect_sensor"
    return "monitor" if reason == "cusum_breach" else "schedule_calibration"


def is_unmonitored(track: SensorTrack) -> bool:
    """A learnt sensor that has all but fallen silent, and not by chance (7.10)."""
    calibration, presence, usual = track.calibration, track.presence, track.usual_presence
    if calibration is None or not presence < _SILENT_SHARE * usual:
        return False
    least = usual * (1 - 2 / math.sqrt(max(5, calibration.blocks)))
    return presence < least * exp(-0.42 - _LN_RAREST / (PRESENCE_MEMORY * least))


def _needs_inspection(state: VehicleState, settings: ScoringSettings) -> bool:
    if has_unjudged(state.tracks) or any(
        is_unmonitored(state.tracks.of(sensor)) for sensor in LIMITED_SENSORS
    ):
        return True
    if any(is_stuck(state.repeats, sensor) for sensor in LIMITED_SENSORS):
        return True
    # During a breach outliers are what is to be expected.
    if state.breach is None and state.outliers.many:
        return True
    return _has_low_lidar_confidence(state.tracks.confidence, settings)


def _has_low_lidar_confidence(track: SensorTrack, settings: ScoringSettings) -> bool:
    tiers = settings.tiers
    values: Sequence[float]
    if track.calibration is None:
        values = [block.values[0] for block in track.learnt[-int(tiers.drift_blocks) :]]
    else:
        values = recent_values(track, 0, 0)
    if len(values) < tiers.minimum_blocks:
        return False
    limit = logit(settings.lidar.low_confidence)
    below = sum(1 for value in values if value < limit)
    # With fewer than half of them below, the middle is not: mostly so, and it saves the sorting.
    return 2 * below >= len(values) and median(values) < limit


def name_fault_source(state: VehicleState, absolute: AbsoluteStanding) -> FaultSource:
    """Those that more likely than not take part in the breach, or stand beyond an absolute limit."""
    if state.tier.tier in ("NOMINAL", "UNKNOWN"):
        return "none"
    suspects = set(absolute.beyond)
    if state.breach is not None:
        posterior = state.breach.posterior
        most = max(posterior[: len(LIMITED_SENSORS)])
        suspects.add(LIMITED_SENSORS[list(posterior).index(most)])
        suspects.update(
            sensor for sensor, share in zip(LIMITED_SENSORS, posterior, strict=True) if share >= 0.5
        )
    if not suspects:
        is_lidars = state.confidence_alarm is not None or state.tier.reason == "lidar_confidence_low"
        return "lidar" if is_lidars else "none"
    return "multi_modal" if len(suspects) > 1 else suspects.pop()


def is_common_mode(state: VehicleState) -> bool:
    """All sensors have moved in one breach while the lidar matches worse: rather a knock than three mounts (7.8)."""
    is_matched = state.confidence_alarm is None and state.finding.confidence_change_seq is None
    if state.breach is None or is_matched:
        return False
    return all(share >= 0.5 for share in state.breach.posterior[: len(LIMITED_SENSORS)])


def noise_growths(noise: Sequence[ChannelNoise]) -> tuple[NoiseGrowth, ...]:
    """The sensors whose noise has grown, each since its first channel's did."""
    growths: list[NoiseGrowth] = []
    for sensor in LIMITED_SENSORS:
        first = FIRST_CHANNEL[sensor]
        grown = [of for of in noise[first : first + TRACK_WIDTHS[sensor]] if of.grown]
        if grown:
            earliest = min(grown, key=lambda of: of.since_seq)
            growths.append(NoiseGrowth(sensor, earliest.since_seq, earliest.since_us))
    return tuple(growths)
