import type { DatabaseSync } from "node:sqlite";

import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { equalBytes, toHex, utf8 } from "../../../../core/encoding/bytes.ts";
import { formatInstant } from "../../../../core/encoding/instant.ts";
import { parseCheckpoint } from "../../../../core/evidence/log/checkpoint.ts";
import { namedDigestOf } from "../../../../core/evidence/bundle/content-digest.ts";
import { preAuthenticationEncoding } from "../../../../core/evidence/keys/dsse.ts";
import { packTree } from "../../../../core/evidence/frames/ingest-chain.ts";
import { documentPayloadType, type DocumentKind } from "../../../../core/evidence/log/logged-document.ts";
import { hashesIn, LogTree, type Tile } from "../../../../core/evidence/log/log-tree.ts";
import { leafHash, merkleLevels } from "../../../../core/evidence/log/merkle.ts";
import { openNote, parseVerifierKey } from "../../../../core/evidence/log/signed-note.ts";
import { tileWidth } from "../../../../core/evidence/log/tile-place.ts";
import { sha256 } from "../../../app/sha256.ts";
import { nodePrimitives } from "../../../platform/node-primitives.ts";
import { metaValue } from "../meta-value.ts";
import { parseStored, prepareQuery } from "../prepare-query.ts";

/** What is wrong with the log and what hangs on it, each with its table and row. */
export interface LogFaults {
  readonly leaves: number;
  readonly documents: number;
  readonly faults: readonly string[];
}

/**
 * Computes the log anew from its leaves and compares every tile and checkpoint, every document with its leaf, and what
 * the tables beside repeat of the documents. Changes nothing.
 */
export function verifyLog(database: DatabaseSync): LogFaults {
  const tiles = new Map<string, Tile>();
  const tree = new LogTree(
    (level, index) => tiles.get(`${level}/${index}`)?.hashes ?? new Uint8Array(0),
    sha256,
  );
  const { leaves, faults } = growTree(database, { tiles, tree });
  return {
    leaves,
    documents: countOf(database, "SELECT count(*) AS count FROM log_document"),
    faults: [
      ...faults,
      ...faultsOfTiles(database, tiles),
      ...faultsOfCheckpoints(database, { tiles, leaves }),
      ...faultsOfDocuments(database),
      ...faultsOfCoverage(database),
      ...faultsOfCustody(database),
      ...faultsOfStatements(database),
      ...faultsOfIntervals(database),
      ...faultsOfSpecifications(database),
    ],
  };
}

function growTree(
  database: DatabaseSync,
  { tiles, tree }: { readonly tiles: Map<string, Tile>; readonly tree: LogTree },
): { readonly leaves: number; readonly faults: readonly string[] } {
  const leaves = leavesOf(database);
  for (let size = 0; ;) {
    const { hashes, missing } = leaves(size);
    if (missing !== null) return { leaves: size, faults: [`table log_leaf: entry ${missing} is missing`] };
    if (hashes.length === 0) return { leaves: size, faults: [] };
    for (const tile of tree.grownTiles(size, hashes)) tiles.set(`${tile.level}/${tile.index}`, tile);
    size += hashes.length;
  }
}

/** The hashes of some leaves from one on; none at the end. Of lost entries only the hashes are there: the checkpoints say whether they are those that were signed. */
function leavesOf(
  database: DatabaseSync,
): (from: number) => { readonly hashes: readonly Uint8Array[]; readonly missing: number | null } {
  const some = prepareQuery<{ index: number; entry: Uint8Array }>(
    database,
    'SELECT leaf_index AS "index", entry FROM log_leaf WHERE leaf_index >= ? ORDER BY leaf_index LIMIT ?',
  );
  const gaps = prepareQuery<{ from: number; to: number }>(
    database,
    'SELECT from_index AS "from", to_index AS "to" FROM log_gap ORDER BY from_index',
  ).all();
  return (from) => {
    const gap = gaps.find((one) => one.from >= from);
    if (gap?.from === from) return { hashes: hashesBetween(database, gap), missing: null };
    const rows = some.all(from, Math.min(tileWidth, (gap?.from ?? Infinity) - from));
    const at = rows.findIndex((row, place) => row.index !== from + place);
    const hashes = rows.map((row) => leafHash(row.entry, sha256));
    return { hashes, missing: at < 0 ? null : from + at };
  };
}

/** As the tiles of level 0 have them. */
function hashesBetween(
  database: DatabaseSync,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Uint8Array[] {
  const first = Math.floor(from / tileWidth);
  const stored = prepareQuery<{ hashes: Uint8Array }>(
    database,
    "SELECT hashes FROM log_tile WHERE level = 0 AND tile_index BETWEEN ? AND ? ORDER BY tile_index",
  ).all(first, Math.floor((to - 1) / tileWidth));
  const hashes = stored.flatMap((tile) => hashesIn(tile.hashes));
  return hashes.slice(from - first * tileWidth, to - first * tileWidth);
}

function faultsOfTiles(database: DatabaseSync, due: ReadonlyMap<string, Tile>): readonly string[] {
  const faults: string[] = [];
  const stored = new Map(
    prepareQuery<Tile>(database, 'SELECT level, tile_index AS "index", hashes FROM log_tile')
      .all()
      .map(({ level, index, hashes }) => [`${level}/${index}`, hashes]),
  );
  for (const [place, { hashes }] of due) {
    const found = stored.get(place);
    if (found !== undefined && equalBytes(found, hashes)) continue;
    // Which of the two was changed is seen in the checkpoints.
    const at = found === undefined ? -1 : firstDifference(found, hashes);
    const leaf =
      place.startsWith("0/") && at >= 0 ? Number(place.slice(2)) * tileWidth + Math.floor(at / 32) : null;
    const where = leaf === null ? "" : `; the first difference is entry ${leaf} (table log_leaf)`;
    faults.push(`table log_tile: tile ${place} is not what the entries lead to${where}`);
  }
  for (const place of stored.keys())
    if (!due.has(place)) faults.push(`table log_tile: tile ${place} belongs to no entry`);
  return faults;
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  return one.findIndex((byte, at) => byte !== other[at]);
}

function faultsOfCheckpoints(
  database: DatabaseSync,
  { tiles, leaves }: { readonly tiles: ReadonlyMap<string, Tile>; readonly leaves: number },
): readonly string[] {
  // `keys create` makes a folder before any service has run there: its log has not begun.
  if (leaves === 0 && hasNoLog(database)) return [];
  const faults: string[] = [];
  const tree = new LogTree((level, index) => hashesOf(tiles.get(`${level}/${index}`)), sha256);
  const keys = ["log_key", "former_log_keys"].flatMap((name) =>
    (metaValue(database, name)?.split("\n") ?? []).map((text) => parseVerifierKey(text, sha256)),
  );
  if ((keys[0] ?? null) === null) faults.push("table meta: log_key is not the key of a log");
  const known = keys.filter((key) => key !== null);
  const checkpoints = prepareQuery<CheckpointRow>(
    database,
    "SELECT size, root, note FROM log_checkpoint ORDER BY size",
  ).all();
  for (const checkpoint of checkpoints) {
    faults.push(...faultsOfNote(checkpoint, known), ...faultsOfRoot(checkpoint, { tree, leaves }));
  }
  const newest = checkpoints.at(-1)?.size ?? -1;
  if (newest !== leaves)
    faults.push(`table log_checkpoint: the newest is of size ${newest}, and there are ${leaves} entries`);
  return faults;
}

interface CheckpointRow {
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
}

function faultsOfRoot(
  checkpoint: CheckpointRow,
  { tree, leaves }: { readonly tree: LogTree; readonly leaves: number },
): readonly string[] {
  const { size, root } = checkpoint;
  return size <= leaves && equalBytes(tree.root(size), root)
    ? []
    : [`${nameOf(checkpoint)}: the entries (table log_leaf) do not lead to its root`];
}

function nameOf({ size }: CheckpointRow): string {
  return `table log_checkpoint: size ${size}`;
}

function faultsOfNote(checkpoint: CheckpointRow, keys: Parameters<typeof openNote>[1]): readonly string[] {
  if (keys.length === 0) return [];
  const opened = openNote(utf8(checkpoint.note), keys, nodePrimitives);
  const stated = opened.kind === "signed" ? parseCheckpoint(opened.text) : null;
  if (stated === null) return [`${nameOf(checkpoint)}, note: not signed by the log's key`];
  return stated.size === checkpoint.size && equalBytes(stated.root, checkpoint.root)
    ? []
    : [`${nameOf(checkpoint)}: size and root are not those of its note`];
}

function hashesOf(tile: Tile | undefined): Uint8Array {
  if (tile === undefined) throw new RangeError("a tile of the log is missing");
  return tile.hashes;
}

function hasNoLog(database: DatabaseSync): boolean {
  return (
    countOf(database, "SELECT count(*) AS count FROM log_checkpoint") === 0 &&
    metaValue(database, "log_key") === null
  );
}

function countOf(database: DatabaseSync, sql: string): number {
  return prepareQuery<{ count: number }>(database, sql).get()?.count ?? 0;
}

interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

interface HashedRekord {
  readonly spec: {
    readonly hashedRekordV002: {
      readonly data: { readonly digest: string };
      readonly signature: {
        readonly content: string;
        readonly verifier: { readonly publicKey: { readonly rawBytes: string } };
      };
    };
  };
}

/** Of a row that refers to another: null where that one is missing. */
type Referred = Uint8Array | null;

interface DocumentRow {
  readonly leaf_index: number;
  readonly kind: DocumentKind;
  readonly subject: string;
  readonly envelope: Uint8Array;
  readonly entry: Referred;
}

/** What a leaf remembers of a document: the digest of what was signed, the signature and its key. */
function faultsOfDocuments(database: DatabaseSync): readonly string[] {
  const rows = prepareQuery<DocumentRow>(
    database,
    "SELECT leaf_index, kind, subject, envelope, entry FROM log_document LEFT JOIN log_leaf USING (leaf_index)",
  ).all();
  return rows.flatMap((row) => {
    const what = `table log_document: entry ${row.leaf_index} (${row.kind} ${row.subject})`;
    return faultsOfRow(what, "not what its entry in the log is of", () => {
      const { payload, payloadType, signatures } = parseStored<Envelope>(referred(row.envelope));
      const { data, signature } = parseStored<HashedRekord>(referred(row.entry)).spec.hashedRekordV002;
      const signed = preAuthenticationEncoding(payloadType, decoded(payload));
      const spki = decoded(signature.verifier.publicKey.rawBytes);
      return (
        data.digest === toBase64(sha256(signed)) &&
        signature.content === signatures[0]?.sig &&
        signatures[0].keyid === `sha256:${toHex(sha256(spki))}` &&
        payloadType === documentPayloadType(row.kind)
      );
    });
  });
}

/** What is in the log and nowhere else, or in the log and not in the table that goes with it. */
const uncovered = `SELECT 'table log_leaf: entry ' || leaf_index || ' is of no document and of no evidence' AS fault FROM log_leaf
  WHERE leaf_index NOT IN (SELECT leaf_index FROM log_document)
    AND leaf_index NOT IN (SELECT ifnull(CAST(bundle AS TEXT) ->> '$.proof.log.index', -1) FROM evidence
      WHERE json_valid(CAST(bundle AS TEXT)))
    AND leaf_index NOT IN (SELECT ifnull(payload ->> '$.leaf_index', -1) FROM tombstone)
  UNION ALL SELECT 'table custody: record at entry ' || leaf_index || ' of the log is missing' FROM log_document
  WHERE kind = 'custody' AND leaf_index NOT IN (SELECT leaf_index FROM custody)
  UNION ALL SELECT 'table state_statement: the one at entry ' || leaf_index || ' of the log is missing' FROM log_document
  WHERE kind = 'state' AND leaf_index NOT IN (SELECT leaf_index FROM state_statement)
  UNION ALL SELECT 'table erased_evidence: ' || subject || ' was erased, and is not listed' FROM log_document
  WHERE kind = 'tombstone' AND leaf_index NOT IN (SELECT tombstone_index FROM erased_evidence)
  UNION ALL SELECT 'table interval: the one at entry ' || leaf_index || ' of the log is missing' FROM log_document
  WHERE kind = 'precommit' AND leaf_index NOT IN (SELECT leaf_index FROM interval)
  UNION ALL SELECT 'table log_checkpoint: size ' || (leaf_index + 1) || ' is missing' FROM log_document
  WHERE kind = 'inventory' AND leaf_index + 1 NOT IN (SELECT size FROM log_checkpoint)`;

function faultsOfCoverage(database: DatabaseSync): readonly string[] {
  const tombstones = prepareQuery<{ envelope: Uint8Array }>(
    database,
    "SELECT envelope FROM log_document WHERE kind = 'tombstone'",
  ).all();
  const payloads = tombstones.map(({ envelope }) => JSON.stringify(payloadOf(envelope)));
  return prepareQuery<{ fault: string }>(
    database,
    `WITH tombstone AS (SELECT value AS payload FROM json_each(?)) ${uncovered}`,
  )
    .all(`[${payloads.join(",")}]`)
    .map(({ fault }) => fault);
}

interface CustodyRow {
  readonly event_id: string;
  readonly seq: number;
  readonly action: string;
  readonly form: string | null;
  readonly key_id: string;
  readonly digest: string;
  readonly envelope: Referred;
}

function faultsOfCustody(database: DatabaseSync): readonly string[] {
  const rows = prepareQuery<CustodyRow>(
    database,
    "SELECT custody.*, envelope FROM custody LEFT JOIN log_document USING (leaf_index)",
  ).all();
  return rows.flatMap((row) =>
    faultsOfRow(`table custody: record ${row.seq} of ${row.event_id}`, "not what its document says", () => {
      const payload = payloadOf(row.envelope);
      return (
        payload["event_id"] === row.event_id &&
        payload["seq"] === row.seq &&
        payload["action"] === row.action &&
        (payload["form"] ?? null) === row.form &&
        payload["key_id"] === row.key_id &&
        namedDigestOf(payload, sha256) === row.digest
      );
    }),
  );
}

interface StatementRow {
  readonly leaf_index: number;
  readonly requested_by: string;
  readonly issued_at_us: number;
  readonly vehicle_id: string | null;
  readonly envelope: Referred;
}

function faultsOfStatements(database: DatabaseSync): readonly string[] {
  const rows = prepareQuery<StatementRow>(
    database,
    `SELECT state_statement.*, vehicle_id, envelope FROM state_statement
     LEFT JOIN log_document USING (leaf_index) LEFT JOIN vehicle USING (vehicle_key)`,
  ).all();
  return rows.flatMap((row) =>
    faultsOfRow(
      `table state_statement: the one at entry ${row.leaf_index}`,
      "not what its document says",
      () => {
        const payload = payloadOf(row.envelope);
        return (
          payload["key_id"] === row.requested_by &&
          payload["vehicle_id"] === row.vehicle_id &&
          payload["issued_at"] === formatInstant(row.issued_at_us)
        );
      },
    ),
  );
}

interface IntervalRow {
  readonly number: number;
  readonly digest: string;
  readonly leaves: number;
  readonly tree: Uint8Array;
  readonly envelope: Referred;
}

function faultsOfIntervals(database: DatabaseSync): readonly string[] {
  const rows = prepareQuery<IntervalRow>(
    database,
    "SELECT interval.*, envelope FROM interval LEFT JOIN log_document USING (leaf_index)",
  ).all();
  return rows.flatMap((row) =>
    faultsOfRow(`table interval: number ${row.number}`, "not what its document says", () => {
      const { tree } = row;
      const payload = payloadOf(row.envelope);
      const hashes = Array.from({ length: Number(payload["leaves"]) }, (_, at) =>
        tree.subarray(at * 32, at * 32 + 32),
      );
      const levels = merkleLevels(hashes, sha256);
      const root = levels.at(-1)?.[0];
      return (
        payload["number"] === row.number &&
        payload["leaves"] === row.leaves &&
        namedDigestOf(payload, sha256) === row.digest &&
        root !== undefined &&
        toHex(root) === payload["root"] &&
        equalBytes(packTree(levels), tree)
      );
    }),
  );
}

/** A row that cannot even be read is reported with the reason. */
function faultsOfRow(what: string, otherwise: string, isSound: () => boolean): readonly string[] {
  try {
    return isSound() ? [] : [`${what}: ${otherwise}`];
  } catch (fault) {
    return [`${what}: ${fault instanceof Error ? fault.message : String(fault)}`];
  }
}

function faultsOfSpecifications(database: DatabaseSync): readonly string[] {
  return prepareQuery<{ digest: string; text: Uint8Array }>(
    database,
    "SELECT sha256 AS digest, text FROM specification",
  )
    .all()
    .filter(({ digest, text }) => toHex(sha256(text)) !== digest)
    .map(({ digest }) => `table specification: ${digest} is not the digest of its text`);
}

function payloadOf(envelope: Referred): Readonly<Record<string, unknown>> {
  const { payload } = parseStored<Envelope>(referred(envelope));
  return parseStored<Readonly<Record<string, unknown>>>(decoded(payload));
}

function referred(bytes: Referred): Uint8Array {
  if (bytes === null) throw new Error("what it refers to is missing");
  return bytes;
}

function decoded(base64: string): Uint8Array {
  const bytes = fromBase64(base64);
  if (bytes === null) throw new Error("what it holds is no base64");
  return bytes;
}
