import type { DatabaseSync } from "node:sqlite";

import { failed, type Finding, listed, ok, restore } from "./finding.ts";
import { faultsOfEvidence, storedEvidence, StoredLog } from "../storage/sqlite/audit/stored-evidence.ts";
import { recountTallies } from "../storage/sqlite/audit/recount-tallies.ts";
import { verifyLog } from "../storage/sqlite/audit/verify-log.ts";
import { framesWithTexts, receivedText } from "../storage/sqlite/journal-rows.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";

/** Bundles a quick look compares: the newest ones, and others by lot. */
const newestSampled = 20;
const otherSampled = 80;
const placesShown = 5;

/** Whether every bundle is what was issued, by the digests of its bytes, the log and its frames. */
export function examineEvidence(database: DatabaseSync, more: { readonly quick: boolean }): Finding {
  const what = "evidence";
  const total =
    prepareQuery<{ count: number }>(database, "SELECT count(*) AS count FROM evidence").get()?.count ?? 0;
  const faults = prepareQuery<{ event_id: string }>(
    database,
    "SELECT event_id FROM evidence WHERE length(bundle) = 0 AND event_id NOT IN (SELECT event_id FROM erased_evidence)",
  )
    .all()
    .map((row) => `${row.event_id}, table evidence, bundle: empty, and it was never erased`);
  let compared = 0;
  const log = new StoredLog(database);
  for (const row of storedEvidence(database, more.quick ? sample : everything)) {
    compared += 1;
    for (const fault of faultsOfEvidence(row, log)) {
      faults.push(`${row.organisation} ${row.vehicleId} ${row.eventId}, table evidence, ${fault}`);
    }
  }
  const extent = more.quick && compared < total ? `${compared} of ${total} bundles` : `${compared} bundles`;
  return faults.length === 0
    ? ok(what, `${extent} compared with their digests, the log and their frames`)
    : failed(
        what,
        `${extent} compared; ${listed(faults, { shown: placesShown })}. Restore a backup; damaged evidence is not handed out`,
      );
}

const everything = { sql: "1", values: [] };
const sample = {
  sql: `evidence_key IN (SELECT evidence_key FROM (SELECT evidence_key FROM evidence ORDER BY evidence_key DESC LIMIT ${newestSampled})
    UNION SELECT evidence_key FROM (SELECT evidence_key FROM evidence ORDER BY random() LIMIT ${otherSampled}))`,
  values: [],
};

/** Whether the log follows from its entries, and the documents from the log. */
export function examineLog(database: DatabaseSync): Finding {
  const what = "log";
  const { leaves, documents, faults } = verifyLog(database);
  return faults.length === 0
    ? ok(what, `${leaves} entries lead to every tile and checkpoint, ${documents} documents are those logged`)
    : failed(what, `${listed(faults, { shown: placesShown })}. ${restore}`);
}

/** What cannot be read of the journals as it stands; what was changed and can be read is for `--rebuild` to find. */
export function examineJournals(database: DatabaseSync): Finding {
  const what = "journals";
  const faults = [
    { table: framesWithTexts, place: "table frame, text", text: receivedText, of: "frame" },
    { table: "command", place: "table command, entry", text: "command.entry", of: "command" },
  ].flatMap(({ table, place, text, of }) =>
    prepareQuery<{ organisation: string | null; vehicle_id: string | null; seq: number }>(
      database,
      `SELECT organisation, vehicle_id, ${of}.seq FROM ${table} LEFT JOIN vehicle ON vehicle.vehicle_key = ${of}.vehicle_key
       WHERE NOT json_valid(${text}) LIMIT 100`,
    )
      .all()
      .map(
        (row) => `${String(row.organisation)} ${String(row.vehicle_id)} entry ${row.seq}, ${place}: no JSON`,
      ),
  );
  return faults.length === 0
    ? ok(what, "every entry can be read; --rebuild folds them again")
    : failed(what, `${listed(faults, { shown: placesShown })}. ${restore}`);
}

/** Whether what the health summary and the limits count with is what is stored. */
export function examineTallies(database: DatabaseSync): Finding {
  const what = "tallies";
  const faults = recountTallies(database);
  return faults.length === 0
    ? ok(what, "vehicles by tier, place and time, and frames by time, counted again")
    : failed(what, `${listed(faults, { shown: placesShown })}. ${restore}`);
}

/** Whether every frame is found: by its entry from the frames after it, and by its capture time. */
export function examinePlaces(database: DatabaseSync): Finding {
  const what = "places";
  const faults = misplacedFrames(database);
  return faults.length === 0
    ? ok(what, "every frame is found by its entry and by its capture time")
    : failed(what, `${listed(faults, { shown: placesShown })}. ${restore}`);
}

/** What the other frames of a vehicle say of where each stands, beside what it says itself. */
const misplaced = `
  SELECT vehicle_key, seq, 'frame, behind_us: not what the capture times say' AS fault FROM (
    SELECT vehicle_key, seq, timestamp_us, behind_us,
      max(timestamp_us) OVER (PARTITION BY vehicle_key ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newest_us
    FROM frame) WHERE behind_us IS NOT iif(newest_us >= timestamp_us, newest_us - timestamp_us, NULL)
  UNION ALL
  SELECT vehicle_key, seq, 'frame, back: does not lead to the frame before it' FROM (
    SELECT vehicle_key, seq, back,
      position - lag(position) OVER (PARTITION BY vehicle_key ORDER BY seq) AS step FROM frame) WHERE back IS NOT step
  UNION ALL
  SELECT place.vehicle_key, place.seq, 'frame_place, position: another frame stands there'
  FROM frame_place AS place LEFT JOIN frame USING (position)
  WHERE frame.vehicle_key IS NOT place.vehicle_key OR frame.seq IS NOT place.seq
  UNION ALL
  SELECT vehicle_key, entries, 'vehicle, newest_position: not where its newest frame is' FROM vehicle
    LEFT JOIN (SELECT vehicle_key, max(position) AS newest FROM frame GROUP BY vehicle_key) USING (vehicle_key)
  WHERE newest_position IS NOT newest
  UNION ALL
  SELECT vehicle_key, seq, 'chain_place, back: does not lead to the place before it' FROM (
    SELECT vehicle_key, seq, back,
      position - lag(position) OVER (PARTITION BY vehicle_key ORDER BY seq) AS step FROM chain_place) WHERE back IS NOT step
  UNION ALL
  SELECT vehicle_key, 0, 'chain_end, position: not where its newest place is'
  FROM chain_end FULL JOIN (SELECT vehicle_key, max(position) AS newest FROM chain_place GROUP BY vehicle_key) USING (vehicle_key)
  WHERE position IS NOT newest`;

function misplacedFrames(database: DatabaseSync): readonly string[] {
  return prepareQuery<{
    organisation: string | null;
    vehicle_id: string | null;
    seq: number;
    fault: string;
  }>(
    database,
    `SELECT organisation, vehicle_id, seq, fault FROM (${misplaced}) LEFT JOIN vehicle USING (vehicle_key) LIMIT 100`,
  )
    .all()
    .map(
      ({ organisation, vehicle_id: vehicleId, seq, fault }) =>
        `${String(organisation)} ${String(vehicleId)} entry ${seq}, table ${fault}`,
    );
}
