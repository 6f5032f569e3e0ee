import type { DatabaseSync } from "node:sqlite";

import { toBase64 } from "../../../../core/encoding/base64.ts";
import { equalBytes, toHex } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { pathInTree, type PrecommitProof } from "../../../../core/evidence/frames/ingest-chain.ts";
import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { contentDigest } from "../../../../core/evidence/bundle/content-digest.ts";
import { logEntryOf } from "../../../../core/evidence/log/log-entry.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import { parseTlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import type { StoredInterval } from "../../../app/ports/chain-place.ts";
import { sha256 } from "../../../app/sha256.ts";
import { LogRows } from "../write/rows/log-rows.ts";
import { PreparedQueries, prepareQuery } from "../prepare-query.ts";

/** Rows of `evidence` with these columns, of evidence that was not erased. */
export interface StoredEvidenceRow {
  readonly organisation: string;
  readonly vehicleId: string;
  readonly eventId: string;
  readonly trigger: string;
  readonly supersedes: string | null;
  readonly seq: number;
  readonly openedSeq: number;
  readonly tier: string;
  readonly channel: string;
  readonly side: string;
  readonly statistic: number;
  readonly threshold: number;
  readonly healthScore: number;
  readonly contentDigest: string;
  readonly frameCount: number;
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
  readonly bundleSha256: Uint8Array | null;
  readonly framesSha256: Uint8Array | null;
}

const columns = `evidence_key AS key, evidence.organisation, ifnull(vehicle_id, '') AS vehicleId, event_id AS eventId, trigger, supersedes, seq,
  opened_seq AS openedSeq,
  evidence.tier, channel, side, statistic, threshold, evidence.health_score AS healthScore,
  content_digest AS contentDigest, frame_count AS frameCount, bundle, evidence.frames, bundle_sha256 AS bundleSha256,
  frames_sha256 AS framesSha256`;

/** Row by row, at most what one row weighs in memory; erased evidence is left out. */
export function* storedEvidence(
  database: DatabaseSync,
  where: { readonly sql: string; readonly values: readonly (number | string)[] } = { sql: "1", values: [] },
): Generator<StoredEvidenceRow & { readonly key: number }> {
  const keys = prepareQuery<{ key: number }>(
    database,
    `SELECT evidence_key AS key FROM evidence WHERE length(bundle) > 0 AND ${where.sql} ORDER BY evidence_key`,
  ).all(...where.values);
  const one = prepareQuery<StoredEvidenceRow & { readonly key: number }>(
    database,
    `SELECT ${columns} FROM evidence LEFT JOIN vehicle USING (vehicle_key) WHERE evidence_key = ?`,
  );
  for (const { key } of keys) {
    const row = one.get(key);
    if (row !== undefined) yield row;
  }
}

/** The log as it is stored, for many bundles that are held against it. */
export class StoredLog {
  readonly queries: PreparedQueries;
  readonly rows: LogRows;

  constructor(database: DatabaseSync) {
    this.queries = new PreparedQueries(database);
    this.rows = new LogRows(database);
  }
}

/** What is wrong with stored evidence, by the column that is; empty for evidence that is as it was issued. */
export function faultsOfEvidence(row: StoredEvidenceRow, log: StoredLog): readonly string[] {
  const faults: string[] = [];
  const { bundleSha256, framesSha256 } = row;
  if (bundleSha256 === null || !equalBytes(bundleSha256, sha256(row.bundle))) {
    faults.push("bundle: not the bytes that were issued");
  }
  if (framesSha256 === null || !equalBytes(framesSha256, sha256(row.frames))) {
    faults.push("frames: not the bytes that were issued");
  }
  const bundle = parsed(row.bundle);
  if (bundle === null) return faults.length > 0 ? faults : ["bundle: no JSON"];
  try {
    return [...faults, ...faultsOfContent(row, bundle, log)];
  } catch (fault) {
    return [...faults, `bundle: ${fault instanceof Error ? fault.message : String(fault)}`];
  }
}

function faultsOfContent(row: StoredEvidenceRow, bundle: Bundle, log: StoredLog): readonly string[] {
  const { signature, proof, ...core } = bundle;
  const digest = contentDigest(core, sha256);
  const faults: string[] = [];
  if (digest !== signature) faults.push("bundle: its core does not have the digest it states");
  if (digest !== row.contentDigest) faults.push("content_digest: not the digest of the bundle's core");
  if (toHex(sha256(row.frames)) !== core.frames.sha256) faults.push("frames: not the file the bundle names");
  const { breach, measurements } = core;
  const compared: Readonly<Record<string, readonly [unknown, unknown]>> = {
    event_id: [row.eventId, core.event_id],
    vehicle_key: [row.vehicleId, core.vehicle_id],
    tier: [row.tier, core.tier],
    trigger: [row.trigger, breach.trigger],
    supersedes: [row.supersedes, core.supersedes],
    seq: [row.seq, breach.frame_seq],
    opened_seq: [row.openedSeq, breach.opened_seq],
    channel: [row.channel, breach.channel],
    side: [row.side, breach.side],
    statistic: [row.statistic, breach.statistic],
    threshold: [row.threshold, breach.threshold],
    health_score: [row.healthScore, measurements.health_score],
    frame_count: [row.frameCount, core.frames.count],
  };
  for (const [column, [stored, stated]] of Object.entries(compared)) {
    if (stored !== stated)
      faults.push(`${column}: ${String(stored)} is stored, ${String(stated)} is in the bundle`);
  }
  return [...faults, ...faultsOfLog({ proof }, log)];
}

/** Whether the log has what the bundle's proof states, and at the place it states. */
function faultsOfLog({ proof }: Pick<Bundle, "proof">, log: StoredLog): readonly string[] {
  if (proof.log === undefined) return ["bundle: no place in the log"];
  if (proof.keys[0]?.keyid !== proof.envelope.signatures[0]?.keyid)
    return ["bundle: its key is not the one that signed it"];
  const { index, entry, tlog_proof: text } = proof.log;
  const entries = log.queries.query<{ entry: Uint8Array }>("SELECT entry FROM log_leaf WHERE leaf_index = ?");
  const leaf = entries.get(index);
  if (leaf === undefined || !equalBytes(leaf.entry, logEntryOf(proof, sha256))) {
    return [`bundle: entry ${index} of the log is another one`];
  }
  const places = [
    entry === toBase64(leaf.entry),
    leadsToLog(text, log) === index,
    ...(proof.precommit ?? []).map((one) => isInterval(one, log)),
  ];
  return places.every(Boolean) ? [] : ["bundle: its proof does not lead to the log"];
}

/** The entry that a proof of inclusion is of, if it is the one the log gives; null for any other proof. */
function leadsToLog(text: string, { queries, rows }: StoredLog): number | null {
  const carried = parseTlogProof(text);
  const size = Number(carried?.checkpoint.split("\n")[1]);
  const notes = queries.query<{ note: string }>("SELECT note FROM log_checkpoint WHERE size = ?");
  const note = notes.get(size)?.note;
  // Witnesses add their lines below the log's own.
  if (carried === null || note === undefined || !carried.checkpoint.startsWith(note)) return null;
  const tree = new LogTree((level, index) => {
    const [tile] = rows.tiles([{ level, index }]);
    if (tile === undefined) throw new RangeError(`tile ${level}/${index} of the log is missing`);
    return tile.hashes;
  }, sha256);
  const due = tree.inclusionPath(carried.index, size);
  const isIts =
    due.length === carried.hashes.length &&
    carried.hashes.every((hash, at) => equalBytes(hash, due[at] ?? new Uint8Array(0)));
  return isIts ? carried.index : null;
}

function isInterval(one: PrecommitProof[number], log: StoredLog): boolean {
  const index = leadsToLog(one.tlog_proof, log);
  const intervals = log.queries.query<Omit<StoredInterval, "leafIndex">>(
    "SELECT envelope, leaves, tree FROM interval JOIN log_document USING (leaf_index) WHERE leaf_index = ?",
  );
  const row = intervals.get(index);
  if (row === undefined) return false;
  const path = pathInTree(row.tree, { index: one.index, size: row.leaves }).map(toBase64);
  return (
    equalBytes(canonicalBytes(one.envelope), row.envelope) &&
    path.length === one.path.length &&
    path.every((hash, at) => hash === one.path[at])
  );
}

function parsed(bytes: Uint8Array): Bundle | null {
  try {
    return readStoredBundle(bytes);
  } catch {
    return null;
  }
}
