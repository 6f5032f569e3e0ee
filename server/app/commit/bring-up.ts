import type { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { foldRecords } from "../journal/evidence-window.ts";
import type { JournalTail, TailRequest } from "../ports/journal.ts";
import type { StoredJournals } from "../ports/transaction.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { CachedState, StateCache } from "../journal/state-cache.ts";
import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";

/** What it takes to bring a state up. */
export interface StateNeeds {
  readonly settings: ScoringSettings;
  /** Names version and settings of the scoring; states folded under another name are not used. */
  readonly scoring: string;
  /** Kept from batch to batch: it need not look for its limits again. */
  readonly tester: FrameTester;
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
  const states = vehicles.map(({ vehicleKey }) => cache.get(vehicleKey));
  const behind = vehicles.flatMap((vehicle, at) =>
    states[at]?.seq === vehicle.entries ? [] : [{ at, vehicle, cached: states[at] }],
  );
  const tails = await transaction.readTails(behind.map(tailAsk), needs.scoring);
  behind.forEach(({ at, cached }, index) => {
    states[at] = foldTail(cached, tails[index]!, needs);
  });
  return states as CachedState[];
}

function tailAsk({
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
  const state = foldRecords(start?.state ?? null, tail.records, needs.settings, needs.tester);
  return {
    state,
    seq: tail.records.at(-1)?.seq ?? start?.seq ?? 0,
    snapshotSeq: start?.snapshotSeq ?? 0,
  };
}

function startOf({ from }: JournalTail): CachedState | null {
  return from === null ? null : { state: unpackState(from.state), seq: from.seq, snapshotSeq: from.seq };
}
