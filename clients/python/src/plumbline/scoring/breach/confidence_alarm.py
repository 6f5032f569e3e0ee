"""The lidar's own confidence has fallen for good, by the same statistic as a breach, downward only (7.4)."""

from __future__ import annotations

import math

from ..baseline.advance_tracks import Advance
from ..baseline.learner import harmless_shift
from ..baseline.recent_blocks import recent_values
from ..change.gather import Gathered, Weighed
from ..change.variance_curve import variance_of_difference
from ..change.weigh_change import curves_of
from ..model.settings import ScoringSettings
from ..model.state import ChangeSums, ConfidenceAlarm, SensorTrack
from ..numeric.robust import huber_mean
from .open_breach import freeze_at_change, is_carried_by_many
from .since_breach import has_ended


def advance_confidence_alarm(
    alarm: ConfidenceAlarm | None,
    gathered: Gathered,
    advance: Advance,
    settings: ScoringSettings,
) -> tuple[ConfidenceAlarm | None, ChangeSums]:
    """It asks for an inspection, never for a calibration; it ends once the confidence has been back for a while."""
    sums, weighed = gathered
    if weighed is None:
        return alarm, sums
    if alarm is None:
        if not is_carried_by_many(weighed, settings.evidence.caution_nats):
            return None, sums
        return ConfidenceAlarm(weighed.found.change_seq, 0), freeze_at_change(weighed, sums, weighed.found)
    is_back = _is_back(advance.tracks.confidence, alarm, weighed, settings)
    calm_blocks = alarm.calm_blocks + 1 if is_back else 0
    if calm_blocks < settings.tiers.caution_hold_blocks:
        return alarm._replace(calm_blocks=calm_blocks), sums
    return None, sums._replace(buckets=[])


def _is_back(track: SensorTrack, alarm: ConfidenceAlarm, weighed: Weighed, settings: ScoringSettings) -> bool:
    """Within its zone and two standard deviations, and by no matter of chance."""
    values = recent_values(track, 0, alarm.change_seq)
    if track.calibration is None or len(values) == 0:
        return False
    scale = track.calibration.scale[0]
    curve = curves_of(weighed.sums, weighed.sums.past, weighed.model)[0]
    between = variance_of_difference(curve, len(values), max(1.0, track.centre_weight))
    sd = scale * math.sqrt(between)
    harmless = harmless_shift("confidence", track.calibration.location[0], settings)
    if not huber_mean(values, scale) >= track.centre[0] - harmless - 2 * sd:
        return False
    return has_ended(alarm.change_seq, weighed.sums, weighed.model, weighed.found.nats, settings)
