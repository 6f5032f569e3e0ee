import type { DatabaseSync } from "node:sqlite";

import { chainBeginning } from "../../../../core/evidence/frames/ingest-chain.ts";
import { moveChain, type ChainNeeds } from "../../../app/log/commit-chains.ts";
import type { JournalRecord } from "../../../app/ports/journal.ts";
import { framesInRange, journalOf, type CommandRow, type FrameRow } from "../journal-rows.ts";
import { withKeptPlaces } from "../chain-places.ts";
import { PreparedQueries } from "../prepare-query.ts";

/** What making the chains again out of the journals came to. */
export interface ChainsReport {
  /** Stored heads compared. */
  readonly compared: number;
  /** Places whose stored head the journal does not lead to, by vehicle; the first hundred. */
  readonly differences: readonly { readonly vehicleId: string; readonly seq: number }[];
}

const entriesAtOnce = 1_000;
const differencesListed = 100;

/** Links every journal again and compares every stored head with what comes out. Changes nothing. */
export function verifyChains(database: DatabaseSync, needs: ChainNeeds): ChainsReport {
  const differences: { vehicleId: string; seq: number }[] = [];
  let compared = 0;
  const queries = new PreparedQueries(database);
  const vehicles = queries.query<VehicleRow>(
    "SELECT vehicle_key AS vehicleKey, organisation, vehicle_id AS vehicleId FROM vehicle WHERE vehicle_key IN (SELECT vehicle_key FROM chain_end)",
  );
  const placesOf = queries.query<{ seq: number; head: Uint8Array }>(
    `${withKeptPlaces} SELECT seq, head FROM kept ORDER BY seq`,
  );
  for (const vehicle of vehicles.all()) {
    const { vehicleKey, vehicleId } = vehicle;
    const places = placesOf.all({ vehicleKey, fromSeq: 0 }).map((place) => ({
      seq: place.seq,
      head: Buffer.from(place.head).toString("hex"),
    }));
    let end = { seq: 0, head: chainBeginning };
    for (const { seq, head } of places) {
      for (const records of entriesBetween(queries, vehicleKey, { after: end.seq, through: seq })) {
        end = moveChain({ ...vehicle, records, breachSeqs: [] }, end, needs).chain;
      }
      compared += 1;
      if (end.head === head && end.seq === seq) continue;
      if (differences.length < differencesListed) differences.push({ vehicleId, seq });
      break;
    }
  }
  return { compared, differences };
}

interface VehicleRow {
  readonly vehicleKey: number;
  readonly organisation: string;
  readonly vehicleId: string;
}

function* entriesBetween(
  queries: PreparedQueries,
  vehicleKey: number,
  { after, through }: { readonly after: number; readonly through: number },
): Generator<readonly JournalRecord[]> {
  const frames = queries.query<FrameRow>(framesInRange);
  const commands = queries.query<CommandRow>(
    "SELECT * FROM command WHERE vehicle_key = ? AND seq > ? AND seq <= ? ORDER BY seq",
  );
  for (let from = after; from < through; from += entriesAtOnce) {
    const to = Math.min(through, from + entriesAtOnce);
    const records = journalOf(
      frames.all({ vehicleKey, afterSeq: from, throughSeq: to }),
      commands.all(vehicleKey, from, to),
    );
    if (records.length > 0) yield records;
  }
}
