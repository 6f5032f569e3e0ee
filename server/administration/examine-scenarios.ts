import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";

import type { ScenarioFeed } from "../../core/contract/types.ts";
import { validate } from "../../core/contract/requests/validate.ts";
import { exportFormatNames } from "../../core/scenario/exports/export-formats.ts";
import { exportScenario } from "../../core/scenario/exports/export-scenario.ts";
import { asExported } from "../app/scenario/export-kept.ts";
import { scenarioIdOf } from "../app/scenario/scenario-id.ts";
import { messageOf } from "../platform/fault.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { failed, type Finding, listed, ok, warning } from "./finding.ts";

const what = "scenarios";

interface KeptRow {
  readonly organisation: string;
  readonly id: string;
  readonly type: string;
  readonly origin: string;
  readonly seed: number;
  readonly durationS: number;
  readonly vehicleId: string | null;
  readonly evidenceId: string | null;
  readonly bytes: number;
  readonly feed: Uint8Array;
}

/**
 * Whether every kept scenario is the one its id is the digest of, is listed as what it is, and gives the files whose digests
 * it names. What is damaged can be deleted and made anew: nothing else rests on it.
 */
export async function examineScenarios(database: DatabaseSync): Promise<readonly Finding[]> {
  const damaged: string[] = [];
  const otherwise: string[] = [];
  let files = 0;
  let kept = 0;
  const rows = prepareQuery<KeptRow>(
    database,
    `SELECT organisation, scenario_id AS id, type, origin, seed, duration_s AS durationS, vehicle_id AS vehicleId,
       evidence_id AS evidenceId, bytes, feed FROM scenario ORDER BY position`,
  );
  for (const row of rows.iterate()) {
    kept += 1;
    const read = readKept(row);
    if (typeof read === "string") {
      damaged.push(`${row.organisation} ${row.id} ${read}`);
      continue;
    }
    const changed = await changedFiles(read);
    files += read.exports.length;
    otherwise.push(...changed.map((format) => `${row.organisation} ${row.id} ${format}`));
  }
  if (damaged.length > 0) {
    const names = listed(damaged, { shown: 3, of: "scenarios" });
    return [
      failed(
        what,
        `${names}: delete it (plumbline scenario delete) and create it again, or restore a backup`,
      ),
    ];
  }
  const sound = ok(
    what,
    `${kept} kept scenarios agree with their ids, and ${files} files with their digests`,
  );
  if (otherwise.length === 0) return [sound];
  const names = listed(otherwise, { shown: 3, of: "files" });
  return [
    warning(
      what,
      `written otherwise by this version than the feed says: ${names}. Who holds such a file keeps a good one; fetch it again for the present one`,
    ),
  ];
}

/** The feed, or what is wrong with its row. */
function readKept(row: KeptRow): ScenarioFeed | string {
  if (row.feed.byteLength !== row.bytes) return "has another length than is counted";
  let feed: ScenarioFeed;
  try {
    feed = JSON.parse(inflateRawSync(row.feed).toString("utf8")) as ScenarioFeed;
  } catch (fault) {
    return `cannot be read (${messageOf(fault)})`;
  }
  const [fault] = validate("ScenarioFeed", feed);
  if (fault !== undefined) return `is no feed: ${fault.pointer || "the whole"}: ${fault.detail}`;
  const id = scenarioIdOf(feed);
  if (id !== row.id || feed.scenario_id !== row.id) return `holds what has the id ${id}`;
  return isListedAsItIs(row, feed) ? feed : "is listed as something else than it is";
}

function isListedAsItIs(
  row: KeptRow,
  { scenario_type, seed, provenance, parameters }: ScenarioFeed,
): boolean {
  const { vehicle_id: vehicleId = null, evidence_event_id: evidenceId = null, kind } = provenance;
  const listedAs = [row.type, row.origin, row.seed, row.durationS, row.vehicleId, row.evidenceId];
  const is = [scenario_type, kind, seed, parameters.visualizer.duration_s, vehicleId, evidenceId];
  return is.every((value, at) => value === listedAs[at]);
}

/** Formats whose file is another one now. */
async function changedFiles(feed: ScenarioFeed): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { format, sha256 } of feed.exports) {
    const known = exportFormatNames.find((name) => name === format);
    const bytes = known === undefined ? null : (await exportScenario(asExported(feed), known)).bytes;
    const now = bytes === null ? null : createHash("sha256").update(bytes).digest("hex");
    if (now !== sha256) changed.push(format);
  }
  return changed;
}
