import { writeLine } from "../../../core/evidence/frames/frames-file.ts";
import {
  chainBeginning,
  chainLink,
  lineLeaf,
  vehicleTag,
} from "../../../core/evidence/frames/ingest-chain.ts";
import { anchorEveryEntries } from "../journal/evidence-window.ts";
import type { OpenInterval, OpenChain } from "./open-interval.ts";
import type { EvidenceNeeds } from "../evidence/issue-evidence.ts";
import type { JournalRecord } from "../ports/journal.ts";
import type { StoredPlace } from "../ports/chain-place.ts";
import type { StoredChains, StoredJournals } from "../ports/transaction.ts";
import type { VehicleName } from "../ports/vehicle-summary.ts";
import { sha256Hex } from "../sha256.ts";

/** The entries a batch adds to a vehicle's journal. */
export interface ChainMove extends VehicleName {
  readonly vehicleKey: number;
  /** Contiguous. */
  readonly records: readonly JournalRecord[];
  /** Those that opened a breach: evidence needs the head there. */
  readonly breachSeqs: readonly number[];
}

/** A chain after a batch. */
export interface MovedChain {
  readonly chain: OpenChain;
  /** Heads at the entries that opened a breach. */
  readonly atBreach: readonly StoredPlace[];
  /** Kept whatever becomes of the interval: where evidence windows may begin. */
  readonly kept: readonly StoredPlace[];
  readonly entries: number;
}

/** Where a chain goes on from. One that moved in the open interval knows its vehicle's tag, which takes two digests to make. */
type ChainEnd = Pick<StoredPlace, "seq" | "head"> & Partial<Pick<OpenChain, "vehicle">>;

export type ChainNeeds = Pick<EvidenceNeeds, "sha256" | "frameSalt">;

/** Every entry a batch adds is a link of its vehicle's chain. The chains go on from where memory or the store has them. */
export async function commitChains(
  moves: readonly ChainMove[],
  transaction: StoredChains & StoredJournals,
  given: ChainNeeds & { readonly open: OpenInterval; readonly scoring: string },
): Promise<readonly MovedChain[]> {
  const unmoved = moves.filter(({ vehicleKey }) => !given.open.chains.has(vehicleKey));
  const ends = await transaction.findChainEnds(unmoved.map(({ vehicleKey }) => vehicleKey));
  const stored = new Map(unmoved.map(({ vehicleKey }, at) => [vehicleKey, ends[at] ?? null]));
  const moved: MovedChain[] = [];
  for (const move of moves) {
    const { vehicleKey } = move;
    const end: ChainEnd | null = given.open.chains.get(vehicleKey) ?? stored.get(vehicleKey) ?? null;
    const before = endsOf(move.records).first - 1;
    const at = end?.seq ?? 0;
    // Only after a crash the store is behind the journal, and by no more than one interval.
    const missed =
      at === before ? [] : await recordsAfter({ vehicleKey, seq: at }, transaction, given.scoring);
    moved.push(moveChain({ ...move, records: [...missed, ...move.records] }, end, given));
  }
  return moved;
}

/** The chain with these entries linked to it; `end` is null for a chain that begins with them. */
export function moveChain(
  move: ChainMove,
  end: ChainEnd | null,
  { sha256, frameSalt }: ChainNeeds,
): MovedChain {
  const { vehicleKey, organisation, vehicleId, records, breachSeqs } = move;
  const vehicle = JSON.stringify([organisation, vehicleId]);
  const { first, last } = endsOf(records);
  const atBreach: StoredPlace[] = [];
  const kept: StoredPlace[] = [];
  if (end === null && first > 1)
    throw new Error(`the chain of vehicle ${vehicleKey} begins at entry ${first}`);
  let head = end?.head ?? chainBeginning;
  for (const record of records) {
    const { seq } = record;
    const line = writeLine(vehicleId, record, frameSalt(vehicle, seq));
    head = chainLink(head, lineLeaf(line, sha256Hex), sha256Hex);
    const place = { seq, head, interval: null };
    if (seq % anchorEveryEntries === 0) kept.push(place);
    if (breachSeqs.includes(seq)) atBreach.push(place);
  }
  const tag =
    end?.vehicle ?? vehicleTag(vehicleId, vehicleSalt({ organisation, vehicleId }, frameSalt), sha256);
  const chain = { vehicleKey, vehicle: tag, seq: last, head };
  return { chain, atBreach, kept, entries: records.length };
}

/** Keeps a vehicle's tag from being guessed; entries count from 1, so that no entry has the same salt. */
export function vehicleSalt(
  { organisation, vehicleId }: VehicleName,
  frameSalt: EvidenceNeeds["frameSalt"],
): string {
  return frameSalt(JSON.stringify([organisation, vehicleId]), 0);
}

async function recordsAfter(
  { vehicleKey, seq }: { readonly vehicleKey: number; readonly seq: number },
  transaction: StoredJournals,
  scoring: string,
): Promise<readonly JournalRecord[]> {
  const [tail] = await transaction.readTails([{ kind: "after", vehicleKey, seq }], scoring);
  if (tail === undefined) throw new Error(`the journal of vehicle ${vehicleKey} was not read`);
  return tail.records;
}

function endsOf(records: readonly JournalRecord[]): { readonly first: number; readonly last: number } {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) throw new Error("a chain moves by one entry at least");
  return { first: first.seq, last: last.seq };
}
