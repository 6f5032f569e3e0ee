import type { DatabaseSync } from "node:sqlite";

import { captureTimeLimitUs } from "../../../../core/encoding/instant.ts";
import { noIntervalBefore } from "../../../../core/evidence/frames/ingest-chain.ts";
import { moveChain, type ChainNeeds } from "../../../app/log/commit-chains.ts";
import { OpenInterval, type LastInterval, type OpenChain } from "../../../app/log/open-interval.ts";
import { withKeptPlaces } from "../chain-places.ts";
import { ChainRows } from "../write/rows/chain-rows.ts";
import { framesInRange, journalOf, type CommandRow, type FrameRow } from "../journal-rows.ts";
import { entriesAfter } from "../linked-frames.ts";
import { metaValue } from "../meta-value.ts";
import { prepareQuery } from "../prepare-query.ts";

/** A frame may be committed that much later than it came, so that its vehicle is looked at again. */
const slackUs = 600_000_000;

/**
 * The open interval as it was when the service ended, made again out of the journals: every chain that has moved since
 * the last one was closed.
 */
export function resumeIntervals(
  database: DatabaseSync,
  { nowUs, ...needs }: ChainNeeds & { readonly nowUs: () => number },
): OpenInterval {
  const sinceUs = begin(database, nowUs());
  const stored = lastInterval(database) ?? { number: 0, digest: noIntervalBefore, toUs: sinceUs };
  // Closed under a clock far ahead: the next one does not wait, or claim a time, until then.
  const last = stored.toUs < captureTimeLimitUs ? stored : { ...stored, toUs: nowUs() };
  const chains: OpenChain[] = [];
  let entries = 0;
  for (const one of movedSince(stored === last ? last.toUs - slackUs : 0, database)) {
    const moved = moveChain(one.move, one.end, needs);
    chains.push(moved.chain);
    entries += moved.entries;
  }
  return new OpenInterval(last, { chains, entries });
}

function lastInterval(database: DatabaseSync): LastInterval | null {
  const newest = "SELECT number, digest, to_us AS toUs FROM interval ORDER BY number DESC LIMIT 1";
  return prepareQuery<LastInterval>(database, newest).get() ?? null;
}

/** When the first interval of this database began. */
function begin(database: DatabaseSync, nowUs: number): number {
  database
    .prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('precommit_since_us', ?)")
    .run(String(nowUs));
  return Number(metaValue(database, "precommit_since_us"));
}

interface MovedRow {
  readonly vehicleKey: number;
  readonly organisation: string;
  readonly vehicleId: string;
}

function* movedSince(movedSinceUs: number, database: DatabaseSync) {
  const rows = new ChainRows(database);
  const moved = prepareQuery<MovedRow>(
    database,
    `SELECT vehicle.vehicle_key AS vehicleKey, organisation, vehicle_id AS vehicleId
     FROM vehicle LEFT JOIN chain_end USING (vehicle_key) LEFT JOIN chain_place USING (position)
     WHERE last_received_us >= :since AND (leaf_index IS NULL OR entries > chain_place.seq)`,
  );
  const frames = prepareQuery<FrameRow>(database, framesInRange);
  const commands = prepareQuery<CommandRow>(
    database,
    "SELECT * FROM command WHERE vehicle_key = ? AND seq > ? ORDER BY seq",
  );
  // They come newest first: the first leaf ends the way back.
  const newestLeaf = prepareQuery<{ seq: number; head: Uint8Array }>(
    database,
    `${withKeptPlaces} SELECT seq, head FROM kept WHERE leaf_index IS NOT NULL LIMIT 1`,
  );
  for (const row of moved.all({ since: movedSinceUs })) {
    const { vehicleKey, organisation, vehicleId } = row;
    const leaf = newestLeaf.get({ vehicleKey, fromSeq: 0 });
    const end =
      leaf === undefined
        ? rows.endOf(vehicleKey)
        : { seq: leaf.seq, head: Buffer.from(leaf.head).toString("hex") };
    const from = end?.seq ?? 0;
    const records = journalOf(frames.all(entriesAfter(vehicleKey, from)), commands.all(vehicleKey, from));
    if (records.length > 0) {
      yield { move: { vehicleKey, organisation, vehicleId, records, breachSeqs: [] }, end };
    }
  }
}
