"""Statistical certainty times physical magnitude: the tier, with hysteresis, and how surely it is right (section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..model.score import TIER_RANKS, Reason, Tier
from ..model.sensors import LIMITED_SENSORS
from ..model.settings import ConfidenceMap, ScoringSettings
from ..model.standing import AbsoluteStanding, Drifts
from ..model.state import TierState, VehicleState
from ..numeric.profile import exp
from .drift import exceedance, limits_of

# Of the CAUTION limit.
_HARMLESS_SHARE = 0.5
# The absolute check speaks only from this probability on.
_ABSOLUTE_CERTAINTY = 0.9


class Certainty(NamedTuple):
    """How sure and how large: what a tier and its confidence have in common."""

    breached: bool
    nats: float
    drifts: Drifts
    posterior: Sequence[float]
    """Probability that each sensor takes part in the breach."""
    absolute: AbsoluteStanding


class TierCase(NamedTuple):
    """Everything a tier is decided from, at one frame."""

    certainty: Certainty
    before: TierState
    at_seq: int
    at_us: float
    ready: bool
    """Some sensor has a baseline."""
    stepped: bool
    """This frame completed a block: the counters of the hysteresis move."""
    ended: bool
    """The drift has been back inside the noise of the frozen reference for long enough, and not by chance."""
    rested: bool
    """The open breach has been harmless for as long as it takes to come to rest."""
    provisional: bool
    """The breach rests on an early verdict alone: it is never CRITICAL by itself."""
    confidence_alarm: bool
    noise_inflated: bool
    unjudged: bool
    """The newest readings of a sensor all came too late."""


class TierVerdict(NamedTuple):
    state: TierState
    closes_breach: bool


_Demand = tuple[Tier, Reason]


def change_tier(state: VehicleState, tier: Tier, reason: Reason, at_us: float) -> TierState:
    """The tier that an operator sets, or frames that repeat."""
    before = state.tier
    if tier == before.tier:
        return TierState(tier, reason, before.since_seq, before.since_us, 0, 0)
    return TierState(tier, reason, state.entries, at_us, 0, 0)


def judge_tier(facts: TierCase, settings: ScoringSettings) -> TierVerdict:
    tier, reason = _demand_tier(facts, settings)
    before, tiers = facts.before, settings.tiers
    is_sustained = _is_sustained(facts, settings)
    sustained_blocks = _count_on(facts, before.sustained_blocks, is_sustained)
    held, calm_blocks = _hold_tier(facts, tier, settings)
    changed = held != before.tier
    state = TierState(
        tier=held,
        reason=reason if held == tier else _reason_of_hold(before),
        since_seq=facts.at_seq if changed else before.since_seq,
        since_us=facts.at_us if changed else before.since_us,
        calm_blocks=0 if changed else calm_blocks,
        sustained_blocks=sustained_blocks,
    )
    # With the tier's step down where one is due.
    is_due = TIER_RANKS[tier] < TIER_RANKS[before.tier]
    is_calm = not is_due or calm_blocks >= tiers.caution_hold_blocks
    return TierVerdict(state, facts.certainty.breached and facts.ended and is_calm)


def _reason_of_hold(before: TierState) -> Reason:
    """What is held after an alarm of the lidar's confidence alone never was a calibration fault."""
    is_of_alarm = before.reason == "lidar_confidence_low"
    return before.reason if is_of_alarm else "hysteresis_hold"


def probability_beyond(
    facts: Certainty, limit: Literal["caution", "critical"], share: float, settings: ScoringSettings
) -> float:
    """That some sensor is beyond a share of its limit, and takes part in the change."""
    none = 1.0
    for sensor, part in zip(LIMITED_SENSORS, facts.posterior, strict=True):
        drift = facts.drifts.of(sensor)
        if drift is None or drift.blocks == 0:
            continue
        pair = limits_of(sensor, settings)
        of = pair.caution if limit == "caution" else pair.critical
        none *= 1 - part * exceedance(sensor, drift, share * of)
    return 1 - none


def _demand_tier(facts: TierCase, settings: ScoringSettings) -> _Demand:
    """What this frame's numbers ask for, before any hysteresis."""
    certainty = facts.certainty
    if _is_beyond_critical(facts, settings):
        return "CRITICAL", "critical_limit_exceeded"
    if _is_lasting(facts, settings):
        return "CRITICAL", "sustained_evidence"
    if certainty.absolute.level == "critical":
        return "CRITICAL", "baseline_beyond_limits"
    if certainty.breached and not _is_harmless(facts, settings):
        crossed = probability_beyond(certainty, "caution", 1, settings) >= settings.tiers.caution_probability
        return "CAUTION", "caution_limit_exceeded" if crossed else "cusum_breach"
    if certainty.absolute.level == "caution":
        return "CAUTION", "baseline_beyond_limits"
    if facts.confidence_alarm:
        return "CAUTION", "lidar_confidence_low"
    return _demand_calm(facts)


def _demand_calm(facts: TierCase) -> _Demand:
    if not facts.ready:
        return "UNKNOWN", "learning"
    if facts.unjudged:
        return "UNKNOWN", "sensor_late"
    if facts.noise_inflated:
        return "NOMINAL", "noise_inflation"
    return "NOMINAL", "significant_below_limit" if facts.certainty.breached else "in_control"


def _is_beyond_critical(facts: TierCase, settings: ScoringSettings) -> bool:
    tiers, certainty = settings.tiers, facts.certainty
    if not certainty.breached or facts.provisional:
        return False
    enough = any((0 if drift is None else drift.blocks) >= tiers.minimum_blocks for drift in certainty.drifts)
    return enough and probability_beyond(certainty, "critical", 1, settings) >= tiers.critical_probability


def _is_lasting(facts: TierCase, settings: ScoringSettings) -> bool:
    """What is CRITICAL already has nothing to wait for."""
    before = facts.before
    has_lasted = before.sustained_blocks >= settings.tiers.sustained_blocks or before.tier == "CRITICAL"
    return has_lasted and _is_sustained(facts, settings)


def _is_sustained(facts: TierCase, settings: ScoringSettings) -> bool:
    certainty = facts.certainty
    if not certainty.breached or facts.provisional or certainty.nats < settings.evidence.critical_nats:
        return False
    return probability_beyond(certainty, "caution", 1, settings) >= settings.tiers.sustained_probability


def _is_harmless(facts: TierCase, settings: ScoringSettings) -> bool:
    """Surely under half the CAUTION limit. What has come to rest there must surely have left it."""
    tiers = settings.tiers
    beyond = probability_beyond(facts.certainty, "caution", _HARMLESS_SHARE, settings)
    return beyond < tiers.caution_probability if facts.rested else 1 - beyond >= tiers.harmless_probability


def _hold_tier(facts: TierCase, demanded: Tier, settings: ScoringSettings) -> tuple[Tier, int]:
    """Up at once, down one step at a time and only after the numbers have stayed low."""
    before, tiers = facts.before, settings.tiers
    if TIER_RANKS[demanded] >= TIER_RANKS[before.tier] or before.tier == "UNKNOWN":
        return demanded, 0
    critical = before.tier == "CRITICAL"
    calm = _is_below_critical(facts, settings) if critical else _is_below_caution(facts, settings)
    calm_blocks = _count_on(facts, before.calm_blocks, calm)
    if calm_blocks < (tiers.critical_hold_blocks if critical else tiers.caution_hold_blocks):
        return before.tier, calm_blocks
    return "CAUTION" if critical else demanded, calm_blocks


def _count_on(facts: TierCase, count: int, more: bool) -> int:
    if not more:
        return 0
    return count + 1 if facts.stepped else count


def _is_below_critical(facts: TierCase, settings: ScoringSettings) -> bool:
    if _is_still_lasting(facts, settings):
        return False
    certainty, tiers = facts.certainty, settings.tiers
    release = 1 - tiers.critical_probability
    relative = 0.0
    if certainty.breached:
        relative = probability_beyond(certainty, "critical", tiers.release_share, settings)
    return relative <= release and certainty.absolute.beyond_release_critical <= release


def _is_still_lasting(facts: TierCase, settings: ScoringSettings) -> bool:
    """Lasting certainty ends when the drift is rather below the CAUTION limit than beyond it."""
    certainty = facts.certainty
    if not certainty.breached or certainty.nats < settings.evidence.critical_nats:
        return False
    return probability_beyond(certainty, "caution", 1, settings) > 0.5


def _is_below_caution(facts: TierCase, settings: ScoringSettings) -> bool:
    certainty, tiers = facts.certainty, settings.tiers
    share = tiers.release_share
    release = 1 - tiers.caution_probability
    if facts.confidence_alarm or certainty.absolute.beyond_release_caution > release:
        return False
    if not certainty.breached:
        return True
    if probability_beyond(certainty, "caution", share, settings) > release:
        return False
    return (
        facts.ended or probability_beyond(certainty, "caution", share * _HARMLESS_SHARE, settings) <= release
    )


# --- Confidence (7.11) ---


def judge_confidence(tier: Tier, reason: Reason, facts: Certainty, settings: ScoringSettings) -> float:
    """Probability that the stated tier is right: that there is a change (or none), and that it is as large as it says."""
    changed = _probability_of_change(facts, settings)
    if tier == "UNKNOWN":
        return 0.5
    if tier == "NOMINAL":
        every_sensor = facts._replace(posterior=(1.0, 1.0, 1.0))
        return (1 - changed) * (1 - probability_beyond(every_sensor, "caution", 1, settings))
    beyond_critical = probability_beyond(facts, "critical", 1, settings)
    level = facts.absolute.level
    if tier == "CAUTION":
        return max(changed * (1 - beyond_critical), 0.0 if level == "within" else _ABSOLUTE_CERTAINTY)
    # Lasting certainty states a drift beyond the CAUTION limit, and that it is no matter of chance.
    is_lasting = reason == "sustained_evidence"
    beyond = probability_beyond(facts, "caution", 1, settings) if is_lasting else beyond_critical
    return max(changed * beyond, _ABSOLUTE_CERTAINTY if level == "critical" else 0.0)


def _probability_of_change(facts: Certainty, settings: ScoringSettings) -> float:
    """Before a breach by e^W; once W has crossed its limit by how rarely it does so without a change."""
    law = settings.evidence.in_control_law
    nats = facts.nats
    ln_ratio = law.ln_run_length_at + law.slope * (nats - law.at) if facts.breached else nats
    odds = settings.prior.change_rate * exp(min(600.0, ln_ratio))
    return odds / (1 + odds)


def calibrated_confidence(stated: float, given: ConfidenceMap) -> float:
    """Straight lines between the knots; beyond the first and the last knot their value."""
    raw, observed = given
    if stated <= raw[0]:
        return observed[0]
    for at in range(1, len(raw)):
        if stated > raw[at]:
            continue
        share = (stated - raw[at - 1]) / (raw[at] - raw[at - 1])
        return observed[at - 1] + share * (observed[at] - observed[at - 1])
    return observed[len(raw) - 1]
