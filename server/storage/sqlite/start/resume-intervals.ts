import type { DatabaseSync } from "node:sqlite";

import { captureTimeLimitUs } from "../../../../core/encoding/parse-time.ts";
import { noIntervalBefore } from "../../../../core/evidence/frames/ingest-chain.ts";
import { moveChain, type ChainNeeds } from "../../../app/log/commit-chains.ts";
import { OpenInterval, type LastInterval, type OpenChain } from "../../../app/log/open-interval.ts";
import { ChainRows } from "../write/chain-rows.ts";
import { journalOf } from "../journal-rows.ts";

/** A frame may be committed that much later than it came, so that its vehicle is looked at again. */
const slackUs = 600_000_000;

/**
 * The open interval as it was when the service ended, made again out of the journals: every chain that has moved since
 * the last one was closed. A journal from before there was pre-commitment is left alone: its chain begins with its next
 * entry.
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
  for (const one of movedSince(
    { movedSinceUs: stored === last ? last.toUs - slackUs : 0, sinceUs },
    database,
  )) {
    const moved = moveChain(one.move, one.end, needs);
    chains.push(moved.chain);
    entries += moved.entries;
  }
  return new OpenInterval(last, { chains, entries });
}

function lastInterval(database: DatabaseSync): LastInterval | null {
  const row = database
    .prepare("SELECT number, digest, to_us FROM interval ORDER BY number DESC LIMIT 1")
    .get();
  if (row === undefined) return null;
  return {
    number: row["number"] as number,
    digest: row["digest"] as string,
    toUs: row["to_us"] as number,
  };
}

/** Since when there is pre-commitment in this database. */
function begin(database: DatabaseSync, nowUs: number): number {
  database
    .prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('precommit_since_us', ?)")
    .run(String(nowUs));
  const row = database.prepare("SELECT value FROM meta WHERE name = 'precommit_since_us'").get();
  return Number(row!["value"]);
}

function* movedSince(
  { movedSinceUs, sinceUs }: { readonly movedSinceUs: number; readonly sinceUs: number },
  database: DatabaseSync,
) {
  const rows = new ChainRows(database);
  const moved = database.prepare(
    `SELECT vehicle_key, organisation, vehicle_id, first_received_us FROM vehicle
     WHERE last_received_us >= :since AND entries > coalesce(
       (SELECT max(seq) FROM chain_place
        WHERE chain_place.vehicle_key = vehicle.vehicle_key AND leaf_index IS NOT NULL), 0)`,
  );
  const frames = database.prepare("SELECT * FROM frame WHERE vehicle_key = ? AND seq > ? ORDER BY seq");
  const commands = database.prepare("SELECT * FROM command WHERE vehicle_key = ? AND seq > ? ORDER BY seq");
  const newestLeaf = database.prepare(
    `SELECT seq, head FROM chain_place WHERE vehicle_key = ? AND leaf_index IS NOT NULL ORDER BY seq DESC LIMIT 1`,
  );
  for (const row of moved.all({ since: movedSinceUs })) {
    const vehicleKey = row["vehicle_key"] as number;
    const leaf = newestLeaf.get(vehicleKey);
    const end =
      leaf === undefined
        ? rows.endOf(vehicleKey)
        : { seq: leaf["seq"] as number, head: Buffer.from(leaf["head"] as Uint8Array).toString("hex") };
    if (end === null && (row["first_received_us"] as number) < sinceUs) continue;
    const from = end?.seq ?? 0;
    const records = journalOf(frames.all(vehicleKey, from), commands.all(vehicleKey, from));
    const move = {
      vehicleKey,
      organisation: row["organisation"] as string,
      vehicleId: row["vehicle_id"] as string,
      records,
      breachSeqs: [],
    };
    if (records.length > 0) yield { move, end };
  }
}
