import { formatInstant } from "../../../core/encoding/instant.ts";
import type { ScoringEvent } from "../../../core/scoring/model/score.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";
import type { OpenBreach, VehicleSummary } from "../ports/vehicle-summary.ts";

/** A journal entry that was folded, and its vehicle before and after it. */
export interface TakenEntry {
  readonly seq: number;
  /** Capture time of a frame, receipt of a command. */
  readonly atUs: number;
  readonly recordedAtUs: number;
  readonly before: VehicleSummary;
  readonly after: VehicleSummary;
}

/**
 * What listeners get of a journal entry, in the order in which the fold reports it. A breach that was not announced,
 * because only the rules that the journal was folded again by see it, ends without a word.
 */
export function eventsOfEntry(reported: readonly ScoringEvent[], entry: TakenEntry): readonly LedgerEvent[] {
  return reported
    .filter((event) => event.kind !== "breach_closed" || entry.before.openBreach !== null)
    .map((event) => eventOf(event, entry));
}

/** The breach a report is about: a frame may close one and open the next. */
export function breachOf(event: ScoringEvent, { before, after }: TakenEntry): OpenBreach | null {
  return event.kind === "breach_closed" ? before.openBreach : (after.openBreach ?? before.openBreach);
}

/** A vehicle that was announced as silent sends a frame; nothing for any other. */
export function recoveryOf({ before, after, recordedAtUs }: TakenEntry): readonly LedgerEvent[] {
  if (before.silentSinceUs === null || after.silentSinceUs !== null) return [];
  const { organisation } = after;
  const data = { silent_since: formatInstant(before.silentSinceUs) };
  const vehicle = nameAndTier(after);
  return [
    { type: "vehicle.recovered", organisation, vehicle, occurredAtUs: recordedAtUs, recordedAtUs, data },
  ];
}

/** A vehicle as its events name it. */
export function nameAndTier({
  vehicleId,
  fleetId,
  tier,
}: VehicleSummary): NonNullable<LedgerEvent["vehicle"]> {
  return { vehicleId, fleetId, tier };
}

function eventOf(event: ScoringEvent, entry: TakenEntry): LedgerEvent {
  const { after, seq, atUs, recordedAtUs } = entry;
  const breach = breachOf(event, entry);
  const whole = {
    organisation: after.organisation,
    vehicle: nameAndTier(after),
    occurredAtUs: atUs,
    recordedAtUs,
  };
  const verdict = {
    health_score: after.healthScore,
    probable_fault_source: after.probableFaultSource,
    recommended_action: after.recommendedAction,
  };
  switch (event.kind) {
    case "tier_changed": {
      const { from, to, reason } = event;
      const evidence_id = breach?.evidenceId ?? null;
      const data = { from, to, decided_by: reason, frame_seq: seq, evidence_id, ...verdict };
      return { ...whole, type: "vehicle.tier_changed", data };
    }
    case "breach_opened": {
      const { statistic, threshold, channel, side, provisional } = event;
      const { evidenceId } = known(breach);
      const named = { evidence_id: evidenceId, channel, side, statistic, threshold, frame_seq: seq };
      const data = { ...named, ...verdict, provisional };
      return { ...whole, type: "breach.opened", data };
    }
    case "breach_closed": {
      const { evidenceId, openedAtUs } = known(breach);
      const named = { evidence_id: evidenceId, opened_at: formatInstant(openedAtUs), frame_seq: seq };
      const data = { ...named, health_score: after.healthScore };
      return { ...whole, type: "breach.closed", data };
    }
    case "baseline_changed":
      return {
        ...whole,
        type: "vehicle.baseline_changed",
        data: { from: event.from, to: event.to, frame_seq: seq },
      };
  }
}

function known(breach: OpenBreach | null): OpenBreach {
  if (breach === null) throw new Error("a breach opens or closes, and none is known");
  return breach;
}
