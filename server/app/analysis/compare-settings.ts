import type { RescoredVehicle } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { emptyReplay, replayEntry, type Replay } from "../../../core/scoring/replay.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";
import type { SettingsComparison } from "../ports/reading/vehicle-analysis.ts";

/** Entries folded without giving way. */
const entriesAtOnce = 32;

export interface ComparisonRequest {
  readonly vehicleKey: number;
  readonly entries: number;
  readonly present: ScoringSettings;
  readonly proposed: ScoringSettings;
  /** One for each: a limit belongs to a rate. */
}

/** A whole journal folded by two settings, and what each comes to. */
export async function compareSettings(
  ask: ComparisonRequest,
  journal: JournalReader,
): Promise<SettingsComparison> {
  const { vehicleKey, entries } = ask;
  let present = emptyReplay();
  let proposed = emptyReplay();
  for (let seq = 0; seq < entries; seq += entriesAtOnce) {
    const slice = await journal.listEntries({
      vehicleKey,
      afterSeq: seq,
      throughSeq: entries,
      limit: entriesAtOnce,
    });
    for (const { entry } of slice) {
      present = replayEntry(present, entry, ask.present);
      proposed = replayEntry(proposed, entry, ask.proposed);
    }
  }
  return {
    frames: present.frames,
    differs: pathOf(present) !== pathOf(proposed),
    present: outcomeOf(present),
    proposed: outcomeOf(proposed),
  };
}

/** Where tiers and breaches come, and nothing else: the statistic itself differs whenever a weight does. */
function pathOf({ tierPath, breaches }: Replay): string {
  return JSON.stringify([
    tierPath.map(({ seq, to }) => [seq, to]),
    breaches.map(({ openedSeq, closedSeq }) => [openedSeq, closedSeq]),
  ]);
}

/** A vehicle of more breaches has another trouble than its settings. */
const breachesListed = 50;

function outcomeOf({ tierPath, breaches }: Replay): RescoredVehicle["present"] {
  const first = breaches[0];
  return {
    // A command moves the tier without a score.
    tier: tierPath.at(-1)?.to ?? "UNKNOWN",
    tier_changes: tierPath.length,
    breaches: breaches.length,
    first_breach_at: first === undefined ? null : formatTime(first.openedUs),
    breaches_at: breaches.slice(0, breachesListed).map(({ openedUs }) => formatTime(openedUs)),
  };
}
