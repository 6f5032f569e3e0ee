import { foldRecords } from "../journal/evidence-window.ts";
import type { JournalTail, TailRequest } from "../ports/journal.ts";
import type { StoredJournals } from "../ports/transaction.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { CachedState, StateCache } from "../journal/state-cache.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { withAnswers } from "../in-order.ts";

/** What it takes to bring a state up. */
export interface StateNeeds {
  readonly settings: ScoringSettings;
  /** Names version and settings of the scoring; states folded under another name are not used. */
  readonly scoring: string;
  /** Kept from batch to batch: it need not look for its limits again. */
}

/**
 * The states of these vehicles at the end of their journals, in the same order: from memory where they stand there
 * already, else the entries that are missing are folded onto what memory or the newest snapshot has.
 */
export async function bringUp(
  vehicles: readonly VehicleSummary[],
  transaction: StoredJournals,
  cache: StateCache,
  needs: StateNeeds,
): Promise<readonly CachedState[]> {
  const known = vehicles.map((vehicle) => ({ vehicle, cached: cache.lend(vehicle.vehicleKey) }));
  const behind = known.filter(({ vehicle, cached }) => cached?.seq !== vehicle.entries);
  const tails = await transaction.readTails(behind.map(tailRequest), needs.scoring);
  const folded = new Map(
    withAnswers(behind, tails).map((each) => [each[0], foldTail(each[0].cached, each[1], needs)]),
  );
  return known.map((each) => folded.get(each) ?? each.cached ?? nothingFolded());
}

/** Of a vehicle that stands where memory has it there is nothing to fold, and of all others the tail was read. */
function nothingFolded(): never {
  throw new Error("a vehicle is neither in memory nor brought up");
}

function tailRequest({
  vehicle,
  cached,
}: {
  vehicle: VehicleSummary;
  cached: CachedState | undefined;
}): TailRequest {
  const { vehicleKey } = vehicle;
  return cached === undefined
    ? { kind: "from-state", vehicleKey, bySeq: vehicle.entries }
    : { kind: "after", vehicleKey, seq: cached.seq };
}

function foldTail(cached: CachedState | undefined, tail: JournalTail, needs: StateNeeds): CachedState {
  const start = cached ?? startOf(tail);
  const state = foldRecords(start?.state ?? null, tail.records, needs.settings);
  return {
    state,
    seq: tail.records.at(-1)?.seq ?? start?.seq ?? 0,
    snapshotSeq: start?.snapshotSeq ?? 0,
  };
}

function startOf({ from }: JournalTail): CachedState | null {
  return from === null ? null : { state: unpackState(from.state), seq: from.seq, snapshotSeq: from.seq };
}
