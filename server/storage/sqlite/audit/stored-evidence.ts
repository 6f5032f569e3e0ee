import type { DatabaseSync } from "node:sqlite";

import { toBase64 } from "../../../../core/encoding/base64.ts";
import { equalBytes, toHex } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { pathInTree, type PrecommitProof } from "../../../../core/evidence/frames/ingest-chain.ts";
import type { Bundle } from "../../../../core/evidence/bundle/bundle.ts";
import { contentDigest } from "../../../../core/evidence/bundle/content-digest.ts";
import { logEntryOf } from "../../../../core/evidence/log/log-entry.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import { parseTlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import { sha256 } from "../../../platform/sha256.ts";
import { inTransaction } from "../in-transaction.ts";
import { LogRows } from "../write/log-rows.ts";

/** Rows of `evidence` with these columns, of evidence that was not erased. */
export interface StoredEvidenceRow {
  readonly organisation: string;
  readonly vehicleId: string;
  readonly eventId: string;
  readonly seq: number;
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

const columns = `evidence_key, evidence.organisation, vehicle_id, event_id, seq, evidence.tier, channel, side, statistic,
  threshold, evidence.health_score, content_digest, frame_count, bundle, evidence.frames, bundle_sha256, frames_sha256`;

/** Row by row, at most what one row weighs in memory; erased evidence is left out. */
export function* storedEvidence(
  database: DatabaseSync,
  where: { readonly sql: string; readonly values: readonly (number | string)[] } = { sql: "1", values: [] },
): Generator<StoredEvidenceRow & { readonly key: number }> {
  const keys = database
    .prepare(
      `SELECT evidence_key FROM evidence WHERE length(bundle) > 0 AND ${where.sql} ORDER BY evidence_key`,
    )
    .all(...where.values);
  const one = database.prepare(
    `SELECT ${columns} FROM evidence LEFT JOIN vehicle USING (vehicle_key) WHERE evidence_key = ?`,
  );
  for (const { evidence_key: key } of keys) {
    const row = one.get(key as number);
    if (row === undefined) continue;
    yield {
      key: key as number,
      organisation: row["organisation"] as string,
      vehicleId: (row["vehicle_id"] ?? "") as string,
      eventId: row["event_id"] as string,
      seq: row["seq"] as number,
      tier: row["tier"] as string,
      channel: row["channel"] as string,
      side: row["side"] as string,
      statistic: row["statistic"] as number,
      threshold: row["threshold"] as number,
      healthScore: row["health_score"] as number,
      contentDigest: row["content_digest"] as string,
      frameCount: row["frame_count"] as number,
      bundle: row["bundle"] as Uint8Array,
      frames: row["frames"] as Uint8Array,
      bundleSha256: row["bundle_sha256"] as Uint8Array | null,
      framesSha256: row["frames_sha256"] as Uint8Array | null,
    };
  }
}

/** What is wrong with stored evidence, by the column that is; empty for evidence that is as it was issued. */
export function faultsOfEvidence(row: StoredEvidenceRow, database: DatabaseSync): readonly string[] {
  const faults: string[] = [];
  const { bundleSha256, framesSha256 } = row;
  if (bundleSha256 !== null && !equalBytes(bundleSha256, sha256(row.bundle))) {
    faults.push("bundle: not the bytes that were issued");
  }
  if (framesSha256 !== null && !equalBytes(framesSha256, sha256(row.frames))) {
    faults.push("frames: not the bytes that were issued");
  }
  const bundle = parsed(row.bundle);
  if (bundle === null) return faults.length > 0 ? faults : ["bundle: no JSON"];
  try {
    return [...faults, ...faultsOfContent(row, bundle, database)];
  } catch (fault) {
    return [...faults, `bundle: ${(fault as Error).message}`];
  }
}

function faultsOfContent(row: StoredEvidenceRow, bundle: Bundle, database: DatabaseSync): readonly string[] {
  const { signature, proof, ...core } = bundle;
  const digest = contentDigest(core, sha256);
  const faults: string[] = [];
  if (digest !== signature) faults.push("bundle: its core does not have the digest it states");
  if (digest !== row.contentDigest) faults.push("content_digest: not the digest of the bundle's core");
  if (toHex(sha256(row.frames)) !== core.frames.sha256) faults.push("frames: not the file the bundle names");
  const { breach, measurements } = core;
  const said: Readonly<Record<string, readonly [unknown, unknown]>> = {
    event_id: [row.eventId, core.event_id],
    vehicle_key: [row.vehicleId, core.vehicle_id],
    tier: [row.tier, core.tier],
    seq: [row.seq, breach.frame_seq],
    channel: [row.channel, breach.channel],
    side: [row.side, breach.side],
    statistic: [row.statistic, breach.statistic],
    threshold: [row.threshold, breach.threshold],
    health_score: [row.healthScore, measurements.health_score],
    frame_count: [row.frameCount, core.frames.count],
  };
  for (const [column, [stored, stated]] of Object.entries(said)) {
    if (stored !== stated)
      faults.push(`${column}: ${String(stored)} is stored, ${String(stated)} is in the bundle`);
  }
  return [...faults, ...faultsOfLog({ proof }, database)];
}

/** Whether the log has what the bundle's proof says it has, and where it says. */
function faultsOfLog({ proof }: Pick<Bundle, "proof">, database: DatabaseSync): readonly string[] {
  if (proof.log === undefined) return ["bundle: no place in the log"];
  if (proof.keys[0]?.keyid !== proof.envelope.signatures[0]?.keyid)
    return ["bundle: its key is not the one that signed it"];
  const { index, entry, tlog_proof: text } = proof.log;
  const leaf = database.prepare("SELECT entry FROM log_leaf WHERE leaf_index = ?").get(index);
  if (leaf === undefined || !equalBytes(leaf["entry"] as Uint8Array, logEntryOf(proof, sha256))) {
    return [`bundle: entry ${index} of the log is another one`];
  }
  const places = [
    entry === toBase64(leaf["entry"] as Uint8Array),
    leadsToLog(text, database) === index,
    ...(proof.precommit ?? []).map((one) => isInterval(one, database)),
  ];
  return places.every(Boolean) ? [] : ["bundle: its proof does not lead to the log"];
}

/** The entry that a proof of inclusion is of, if it is the one the log gives; null for any other proof. */
function leadsToLog(text: string, database: DatabaseSync): number | null {
  const carried = parseTlogProof(text);
  const size = Number(carried?.checkpoint.split("\n")[1]);
  const note = database.prepare("SELECT note FROM log_checkpoint WHERE size = ?").get(size)?.["note"];
  // Witnesses add their lines below the log's own.
  if (carried === null || note === undefined || !carried.checkpoint.startsWith(note as string)) return null;
  const rows = new LogRows(database);
  const tree = new LogTree((level, at) => rows.tiles([{ level, index: at }])[0]!.hashes, sha256);
  const due = tree.inclusionPath(carried.index, size);
  const isIts =
    due.length === carried.hashes.length && due.every((hash, at) => equalBytes(hash, carried.hashes[at]!));
  return isIts ? carried.index : null;
}

function isInterval(one: PrecommitProof[number], database: DatabaseSync): boolean {
  const index = leadsToLog(one.tlog_proof, database);
  const row = database
    .prepare(
      "SELECT envelope, leaves, tree FROM interval JOIN log_document USING (leaf_index) WHERE leaf_index = ?",
    )
    .get(index);
  if (row === undefined) return false;
  const size = row["leaves"] as number;
  const path = pathInTree(row["tree"] as Uint8Array, { index: one.index, size }).map(toBase64);
  return (
    equalBytes(canonicalBytes(one.envelope), row["envelope"] as Uint8Array) &&
    path.length === one.path.length &&
    path.every((hash, at) => hash === one.path[at])
  );
}

function parsed(bytes: Uint8Array): Bundle | null {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8")) as Bundle;
  } catch {
    return null;
  }
}

/** Evidence looked at in one transaction. */
const lookedAtOnce = 64;

/**
 * Gives evidence of earlier versions the digests of its bytes, where the log, its content digest and its frames show
 * that they are still those that were issued; what they do not show it for is marked as damaged.
 */
export function digestOldEvidence(database: DatabaseSync): void {
  const keep = database.prepare(
    "UPDATE evidence SET bundle_sha256 = ?, frames_sha256 = ? WHERE evidence_key = ?",
  );
  const waiting = database.prepare(
    "SELECT evidence_key FROM evidence WHERE bundle_sha256 IS NULL AND length(bundle) > 0 ORDER BY evidence_key LIMIT ?",
  );
  for (;;) {
    const keys = waiting.all(lookedAtOnce).map((row) => row["evidence_key"] as number);
    if (keys.length === 0) return;
    inTransaction(database, () => {
      const among = {
        sql: "evidence_key BETWEEN ? AND ? AND bundle_sha256 IS NULL",
        values: [keys[0]!, keys.at(-1)!],
      };
      for (const row of storedEvidence(database, among)) {
        const isSound = faultsOfEvidence(row, database).every(
          (fault) => !/^(bundle|frames|content_digest):/.test(fault),
        );
        const none = new Uint8Array(0);
        keep.run(isSound ? sha256(row.bundle) : none, isSound ? sha256(row.frames) : none, row.key);
      }
    });
  }
}
