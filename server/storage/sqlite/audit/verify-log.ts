import type { DatabaseSync } from "node:sqlite";

import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { equalBytes, toHex, utf8 } from "../../../../core/encoding/bytes.ts";
import { parseCheckpoint } from "../../../../core/evidence/log/checkpoint.ts";
import { namedDigestOf } from "../../../../core/evidence/bundle/content-digest.ts";
import { preAuthenticationEncoding } from "../../../../core/evidence/keys/dsse.ts";
import { packTree } from "../../../../core/evidence/frames/ingest-chain.ts";
import { documentPayloadType, type DocumentKind } from "../../../../core/evidence/log/logged-document.ts";
import { LogTree, type Tile } from "../../../../core/evidence/log/log-tree.ts";
import { leafHash, merkleLevels } from "../../../../core/evidence/log/merkle.ts";
import { openNote, parseVerifierKey } from "../../../../core/evidence/log/signed-note.ts";
import { tileWidth } from "../../../../core/evidence/log/tile-place.ts";
import { sha256 } from "../../../platform/sha256.ts";
import { nodePrimitives } from "../../../platform/node-primitives.ts";

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
    documents: database.prepare("SELECT count(*) AS count FROM log_document").get()!["count"] as number,
    faults: [
      ...faults,
      ...faultsOfTiles(database, tiles),
      ...faultsOfCheckpoints(database, { tiles, leaves }),
      ...faultsOfDocuments(database),
      ...faultsOfCustody(database),
      ...faultsOfIntervals(database),
      ...faultsOfSpecifications(database),
    ],
  };
}

function growTree(
  database: DatabaseSync,
  { tiles, tree }: { readonly tiles: Map<string, Tile>; readonly tree: LogTree },
): { readonly leaves: number; readonly faults: readonly string[] } {
  const some = database.prepare(
    "SELECT leaf_index, entry FROM log_leaf WHERE leaf_index >= ? ORDER BY leaf_index LIMIT ?",
  );
  for (let size = 0; ;) {
    const rows = some.all(size, tileWidth);
    const missing = rows.findIndex((row, at) => row["leaf_index"] !== size + at);
    if (missing >= 0) return { leaves: size, faults: [`table log_leaf: entry ${size + missing} is missing`] };
    const hashes = rows.map((row) => leafHash(row["entry"] as Uint8Array, sha256));
    for (const tile of tree.grownTiles(size, hashes)) tiles.set(`${tile.level}/${tile.index}`, tile);
    size += rows.length;
    if (rows.length < tileWidth) return { leaves: size, faults: [] };
  }
}

function faultsOfTiles(database: DatabaseSync, due: ReadonlyMap<string, Tile>): readonly string[] {
  const faults: string[] = [];
  const stored = new Map(
    database
      .prepare("SELECT level, tile_index, hashes FROM log_tile")
      .all()
      .map((row) => [
        `${row["level"] as number}/${row["tile_index"] as number}`,
        row["hashes"] as Uint8Array,
      ]),
  );
  for (const [place, { hashes }] of due) {
    const found = stored.get(place);
    if (found !== undefined && equalBytes(found, hashes)) continue;
    // Which of the two was changed, the checkpoints tell.
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
  const tree = new LogTree((level, index) => tiles.get(`${level}/${index}`)!.hashes, sha256);
  const named = database.prepare("SELECT value FROM meta WHERE name = 'log_key'").get()?.["value"];
  const key = typeof named === "string" ? parseVerifierKey(named, sha256) : null;
  if (key === null) faults.push("table meta: log_key is not the key of a log");
  let newest = -1;
  for (const row of database.prepare("SELECT size, root, note FROM log_checkpoint ORDER BY size").all()) {
    const size = row["size"] as number;
    const what = `table log_checkpoint: size ${size}`;
    newest = size;
    const opened = key === null ? null : openNote(utf8(row["note"] as string), [key], nodePrimitives);
    const said = opened?.kind === "signed" ? parseCheckpoint(opened.text) : null;
    if (key !== null && said === null) faults.push(`${what}, note: not signed by the log's key`);
    if (said !== null && (said.size !== size || !equalBytes(said.root, row["root"] as Uint8Array))) {
      faults.push(`${what}: size and root are not those of its note`);
    }
    if (size > leaves || !equalBytes(tree.root(size), row["root"] as Uint8Array)) {
      faults.push(`${what}: the entries (table log_leaf) do not lead to its root`);
    }
  }
  if (newest !== leaves)
    faults.push(`table log_checkpoint: the newest is of size ${newest}, and there are ${leaves} entries`);
  return faults;
}

function hasNoLog(database: DatabaseSync): boolean {
  const { traces } = database
    .prepare(
      "SELECT (SELECT count(*) FROM log_checkpoint) + (SELECT count(*) FROM meta WHERE name = 'log_key') AS traces",
    )
    .get() as { traces: number };
  return traces === 0;
}

interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** What a leaf remembers of a document: the digest of what was signed, the signature and its key. */
function faultsOfDocuments(database: DatabaseSync): readonly string[] {
  return database
    .prepare(
      "SELECT leaf_index, kind, subject, envelope, entry FROM log_document LEFT JOIN log_leaf USING (leaf_index)",
    )
    .all()
    .flatMap((row) => {
      const what = `table log_document: entry ${row["leaf_index"] as number} (${row["kind"] as string} ${row["subject"] as string})`;
      return faultsOfRow(what, "not what its entry in the log is of", () => {
        const envelope = jsonOf(row["envelope"]) as Envelope;
        const entry = jsonOf(row["entry"]) as {
          readonly spec: {
            readonly hashedRekordV002: {
              readonly data: { readonly digest: string };
              readonly signature: {
                readonly content: string;
                readonly verifier: { readonly publicKey: { readonly rawBytes: string } };
              };
            };
          };
        };
        const { data, signature } = entry.spec.hashedRekordV002;
        const signed = preAuthenticationEncoding(envelope.payloadType, fromBase64(envelope.payload)!);
        const spki = fromBase64(signature.verifier.publicKey.rawBytes)!;
        return (
          data.digest === toBase64(sha256(signed)) &&
          signature.content === envelope.signatures[0]?.sig &&
          envelope.signatures[0].keyid === `sha256:${toHex(sha256(spki))}` &&
          envelope.payloadType === documentPayloadType(row["kind"] as DocumentKind)
        );
      });
    });
}

function faultsOfCustody(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT custody.*, envelope FROM custody LEFT JOIN log_document USING (leaf_index)")
    .all()
    .flatMap((row) => {
      const what = `table custody: record ${row["seq"] as number} of ${row["event_id"] as string}`;
      return faultsOfRow(what, "not what its document says", () => {
        const payload = payloadOf(row["envelope"]);
        return (
          payload["event_id"] === row["event_id"] &&
          payload["seq"] === row["seq"] &&
          payload["action"] === row["action"] &&
          (payload["form"] ?? null) === row["form"] &&
          payload["key_id"] === row["key_id"] &&
          namedDigestOf(payload, sha256) === row["digest"]
        );
      });
    });
}

function faultsOfIntervals(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT interval.*, envelope FROM interval LEFT JOIN log_document USING (leaf_index)")
    .all()
    .flatMap((row) => {
      const what = `table interval: number ${row["number"] as number}`;
      return faultsOfRow(what, "not what its document says", () => {
        const payload = payloadOf(row["envelope"]);
        const tree = row["tree"] as Uint8Array;
        const hashes = Array.from({ length: payload["leaves"] as number }, (_, at) =>
          tree.subarray(at * 32, at * 32 + 32),
        );
        const levels = merkleLevels(hashes, sha256);
        return (
          payload["number"] === row["number"] &&
          payload["leaves"] === row["leaves"] &&
          namedDigestOf(payload, sha256) === row["digest"] &&
          toHex(levels.at(-1)![0]!) === payload["root"] &&
          equalBytes(packTree(levels), tree)
        );
      });
    });
}

/** A row that cannot even be read is told with the reason. */
function faultsOfRow(what: string, otherwise: string, isSound: () => boolean): readonly string[] {
  try {
    return isSound() ? [] : [`${what}: ${otherwise}`];
  } catch (fault) {
    return [`${what}: ${(fault as Error).message}`];
  }
}

function faultsOfSpecifications(database: DatabaseSync): readonly string[] {
  return database
    .prepare("SELECT sha256, text FROM specification")
    .all()
    .filter((row) => toHex(sha256(row["text"] as Uint8Array)) !== row["sha256"])
    .map((row) => `table specification: ${row["sha256"] as string} is not the digest of its text`);
}

function payloadOf(envelope: unknown): Readonly<Record<string, unknown>> {
  const { payload } = jsonOf(envelope) as Envelope;
  return jsonOf(fromBase64(payload)) as Readonly<Record<string, unknown>>;
}

function jsonOf(bytes: unknown): unknown {
  if (!(bytes instanceof Uint8Array)) throw new Error("what it refers to is missing");
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}
