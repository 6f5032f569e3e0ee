"""A breach is opened by a change, and only another change ends it: one that leads back, or one that leads further."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..baseline.advance_tracks import Advance
from ..change.change_model import ChangeModel
from ..change.gather import Weighed
from ..change.place_blocks import clear_channels
from ..change.weigh_change import compare_window, weigh_change
from ..model.sensors import LIMITED_SENSORS, LimitedSensor
from ..model.settings import ScoringSettings
from ..model.state import Breach, ChangeSums
from ..numeric.profile import exp
from .open_breach import is_carried_by_many

# W of not even one block in favour of a change.
_SILENT_NATS = 0


def has_ended(
    change_seq: int, sums: ChangeSums, model: ChangeModel, nats: float | None, settings: ScoringSettings
) -> bool:
    """Whether a drift that is within its zone has gone for good: W speaks of none, or of a way back (5.9.3).

    :param change_seq: the first block of the breach's change, or of the alarm's.
    """
    if nats is None or nats <= _SILENT_NATS:
        return True
    since = _sums_since(sums, change_seq)
    way_back = _either_way(model, settings)
    caution_nats = settings.evidence.caution_nats
    if not weigh_change(since, way_back).nats >= caution_nats:
        return False
    needed = exp(caution_nats)
    return any(
        compare_window(since, way_back, row).term >= needed
        and not _speaks_against_reference(since, model, sums.past, row)
        for row in range(len(since.buckets))
    )


def _either_way(model: ChangeModel, settings: ScoringSettings) -> ChangeModel:
    """Down where only a rise is a fault, and with the least zone: the way back may be shorter than the zone."""
    least = settings.evidence.indifference_sigma
    zones = [
        min(zone, least * math.sqrt(variance))
        for zone, variance in zip(model.zones, model.prior_variances, strict=True)
    ]
    return model._replace(reference_frozen=False, directions=[0] * len(zones), zones=zones)


def further_change(breach: Breach, weighed: Weighed, settings: ScoringSettings) -> Weighed | None:
    """A further change of a drift that had come to rest, harmless; None when there is none, or it leads back (5.9.4)."""
    caution_nats = settings.evidence.caution_nats
    is_at_rest = breach.rested_blocks >= settings.tiers.caution_hold_blocks
    if not is_at_rest or not weighed.found.nats >= caution_nats:
        return None
    sums = _sums_since(weighed.sums, breach.change_block_seq)
    model = weighed.model._replace(reference_frozen=False)
    gathered = Weighed(sums, model, weigh_change(sums, model))
    if not is_carried_by_many(gathered, caution_nats):
        return None
    row = gathered.found.change_row
    return gathered if _speaks_against_reference(sums, weighed.model, weighed.sums.past, row) else None


def with_later_sensors(breach: Breach, weighed: Weighed, settings: ScoringSettings) -> Sequence[float]:
    """Which sensors take part in a breach whose own are settled: those, and whatever other has moved since."""
    if breach.rested_blocks >= settings.tiers.caution_hold_blocks:
        return breach.posterior
    posterior: list[float] = []
    for sensor, share in enumerate(breach.posterior):
        if share < 0.5:
            own = _only_sensor(weighed.sums, weighed.model, sensor)
            alone = Weighed(own, weighed.model, weigh_change(own, weighed.model))
            if is_carried_by_many(alone, settings.evidence.caution_nats):
                posterior.append(alone.found.posterior[sensor])
                continue
        posterior.append(share)
    return posterior


def _only_sensor(sums: ChangeSums, model: ChangeModel, sensor: int) -> ChangeSums:
    for other, (first, end) in enumerate(model.sensors):
        if other != sensor:
            sums = clear_channels(sums, first, end - first)
    return sums


def _speaks_against_reference(sums: ChangeSums, model: ChangeModel, past: Sequence[float], row: int) -> bool:
    """Whether the blocks from a row on are likelier to have moved from the frozen reference than not."""
    return compare_window(sums._replace(past=past), model._replace(reference_frozen=True), row).term > 0


def _sums_since(sums: ChangeSums, change_seq: int) -> ChangeSums:
    """The blocks since a breach began, and nothing else: they are their own reference."""
    buckets = [bucket for bucket in sums.buckets if bucket.seq >= change_seq]
    return sums._replace(past=[0.0] * len(sums.past), buckets=buckets)


def follow_early_breach(
    breach: Breach, weighed: Weighed, advance: Advance, settings: ScoringSettings
) -> Breach:
    """One step on: confirmed once W says the same of as many blocks as a baseline takes (4.5.10)."""
    early = breach.early
    if early is None or early.confirmed:
        return breach
    sensor = early.verdict.sensor
    blocks_since = early.blocks_since + (1 if sensor in advance.scored else 0)
    has_enough = blocks_since >= settings.baseline.provisional_blocks
    confirmed = has_enough and _speaks_by_itself(weighed, sensor, settings)
    posterior: Sequence[float] = breach.posterior
    if not confirmed:
        # Until then its sensor takes part, whatever W says.
        posterior = [
            1.0 if name == sensor else share for name, share in zip(LIMITED_SENSORS, posterior, strict=True)
        ]
    followed = early._replace(blocks_since=blocks_since, confirmed=confirmed)
    return breach._replace(early=followed, posterior=posterior)


def _speaks_by_itself(weighed: Weighed, sensor: LimitedSensor, settings: ScoringSettings) -> bool:
    share = weighed.found.posterior[LIMITED_SENSORS.index(sensor)]
    return share >= 0.5 and is_carried_by_many(weighed, settings.evidence.caution_nats)
