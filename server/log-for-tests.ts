import type { DatabaseSync } from "node:sqlite";

import { primitives } from "../clients/conformance/evidence/examples/example-evidence.ts";
import { readStoredBundle } from "../core/encoding/bundle.ts";
import { toHex, utf8 } from "../core/encoding/bytes.ts";
import { parseCheckpoint } from "../core/evidence/log/checkpoint.ts";
import { leafHash, merkleRoot } from "../core/evidence/log/merkle.ts";
import { openNote } from "../core/evidence/log/signed-note.ts";
import { readTrust, type Trust } from "../core/evidence/keys/trust.ts";
import { verifyBundle } from "../core/evidence/verify/verify-bundle.ts";
import { defaultSettings } from "../core/scoring/settings/settings.ts";
import type { EvidenceSigner } from "./app/evidence/issue-evidence.ts";
import { nameScoring } from "./app/journal/name-scoring.ts";
import { FleetPriors } from "./app/commit/fleet-priors.ts";
import { StateCache, unpackedBytes } from "./app/journal/state-cache.ts";
import { openEvidenceNeeds } from "./keys/open-evidence-needs.ts";
import { openLogSigner } from "./keys/open-log-signer.ts";
import { readExportedKeyring, readExportedTrust } from "./keys/export-trust.ts";
import { sha256 } from "./app/sha256.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { startUs, streamOf } from "./storage/frames-for-tests.ts";
import { KeyringKeeper } from "./storage/sqlite/write/keyring-keeper.ts";
import { LedgerWriter, type LedgerWriterNeeds } from "./storage/sqlite/write/ledger-writer.ts";
import { openDatabase } from "./storage/sqlite/open-database.ts";
import { Reissuer } from "./storage/sqlite/write/reissuer.ts";
import { resumeLog } from "./storage/sqlite/start/resume-log.ts";

export const logOrigin = "log.example.org";

/** What a production service has to be told before it signs anything. */
export const namesForTests = { PLUMBLINE_ISSUER: "tests", PLUMBLINE_LOG_ORIGIN: logOrigin };

/** Everything wrong with a stored log and with the evidence beside it, and the root of each size that was signed. */
export interface StoredLog {
  readonly faults: readonly string[];
  readonly roots: ReadonlyMap<number, string>;
  readonly leaves: number;
}

/** Computes everything anew from the leaves, as a third party would who trusts nothing but them and the trust file. */
export function examineStoredLog(dataDir: string): StoredLog {
  const belief = exportedTrust(dataDir);
  const database = openDatabase(openDataFolder(dataDir).database);
  try {
    return examine(database, belief);
  } finally {
    database.close();
  }
}

/** What the folder gives away for verifiers to go by. */
export function exportedTrust(dataDir: string): Belief {
  return {
    trust: readTrust(readExportedTrust(dataDir), primitives.sha256),
    keyring: readExportedKeyring(dataDir),
  };
}

interface Belief {
  readonly trust: Trust;
  readonly keyring: Uint8Array | null;
}

function examine(database: DatabaseSync, belief: Belief): StoredLog {
  const all = (sql: string) => database.prepare(sql).all() as readonly Row[];
  const leaves = all("SELECT leaf_index, entry FROM log_leaf ORDER BY leaf_index");
  const checkpoints = all("SELECT size, root, note FROM log_checkpoint ORDER BY size");
  const evidence = all("SELECT event_id, bundle, frames FROM evidence");
  const documents = all("SELECT leaf_index FROM log_document");
  const roots = new Map(checkpoints.map(({ size, root }) => [size as number, toHex(root as Uint8Array)]));
  const hashes = leaves.map(({ entry }) => leafHash(entry as Uint8Array, sha256));
  const entries = new Set(leaves.map(({ entry }) => Buffer.from(entry as Uint8Array).toString("base64")));
  const displaced = leaves.flatMap(({ leaf_index: index }, at) =>
    index === at ? [] : [`leaf ${String(index)} stands at ${at}`],
  );
  const isCounted = evidence.length + documents.length === leaves.length;
  const faults = [
    ...displaced,
    ...checkpoints.flatMap((row) => checkpointFaults(row, { trust: belief.trust, hashes })),
    ...(Math.max(...roots.keys()) === leaves.length ? [] : ["leaves without a checkpoint"]),
    ...evidence.flatMap((row) => evidenceFaults(row, { belief, entries })),
    ...(isCounted
      ? []
      : [`${evidence.length} bundles, ${documents.length} documents, ${leaves.length} leaves`]),
  ];
  return { faults, roots, leaves: leaves.length };
}

type Row = Readonly<Record<string, unknown>>;

function checkpointFaults(
  row: Row,
  { trust, hashes }: { readonly trust: Trust; readonly hashes: readonly Uint8Array[] },
): readonly string[] {
  const size = row["size"] as number;
  const root = toHex(row["root"] as Uint8Array);
  const note = openNote(utf8(row["note"] as string), trust.logs, primitives);
  const checkpoint = note.kind === "signed" ? parseCheckpoint(note.text) : null;
  const isSigned = checkpoint?.size === size && toHex(checkpoint.root) === root;
  return [...(isSigned ? [] : [`note of ${size}`]), ...rootFaults({ size, root }, hashes)];
}

function rootFaults(
  { size, root }: { readonly size: number; readonly root: string },
  hashes: readonly Uint8Array[],
): readonly string[] {
  if (size > hashes.length) return [`size ${size} was signed, and there are ${hashes.length} leaves`];
  return toHex(merkleRoot(hashes.slice(0, size), sha256)) === root ? [] : [`root of ${size}`];
}

function evidenceFaults(
  row: Row,
  { belief, entries }: { readonly belief: Belief; readonly entries: ReadonlySet<string> },
): readonly string[] {
  const bundle = row["bundle"] as Uint8Array;
  const eventId = String(row["event_id"]);
  const { findings } = verifyBundle({ bundle, frames: row["frames"] as Uint8Array, ...belief }, primitives);
  const broken = Object.entries(findings).filter(([, finding]) => finding.kind === "fail");
  const isLogged = entries.has(readStoredBundle(bundle).proof.log?.entry ?? "");
  return [
    ...broken.map(([step]) => `${eventId}: ${step}`),
    ...(isLogged ? [] : [`${eventId} is not in the log`]),
  ];
}

export interface Life {
  readonly writer: LedgerWriter;
  readonly database: DatabaseSync;
}

/** Opens a data folder as the service does, in this thread; without a keyring, by the folder's first key. */
export function openLife(at: string, more: MoreNeeds = {}): Life {
  const { database, log } = openLog(at);
  return { writer: writerOf(at, { database, log, ...more }), database };
}

export interface KeyedLife extends Life {
  readonly keyring: KeyringKeeper;
  readonly reissuer: Reissuer;
}

/** The same with a keyring. */
export async function openKeyedLife(
  at: string,
  more: { readonly trustRefreshDays?: number } = {},
): Promise<KeyedLife> {
  const { database, log } = openLog(at);
  const nowUs = () => Date.now() * 1000;
  const needs = { dataDir: at, log, scoring: nameScoring(defaultSettings), nowUs, ...more };
  try {
    const keyring = await KeyringKeeper.open(database, needs);
    const reissuer = new Reissuer(database, { ...needs, signer: keyring.signer, awaitsAttestations: false });
    await reissuer.takeRequests();
    return { writer: writerOf(at, { database, log, signer: keyring.signer }), database, keyring, reissuer };
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function openLog(at: string): { readonly database: DatabaseSync; readonly log: OpenedLog } {
  const folder = openDataFolder(at);
  const database = openDatabase(folder.database);
  database.exec("PRAGMA synchronous = OFF");
  const signer = openLogSigner(at, logOrigin);
  return { database, log: resumeLog(database, { signer, markFile: folder.logMark, sha256 }) };
}

type OpenedLog = ReturnType<typeof resumeLog>;

type MoreNeeds = Pick<LedgerWriterNeeds, "checkpointPages">;

function writerOf(
  at: string,
  opened: MoreNeeds & {
    readonly database: DatabaseSync;
    readonly log: OpenedLog;
    readonly signer?: EvidenceSigner;
  },
): LedgerWriter {
  const { database, log, signer, ...more } = opened;
  const issuer = {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  };
  const given = { issuer, specification: new Uint8Array(), log: log.signer };
  return new LedgerWriter(database, {
    ...more,
    settings: defaultSettings,
    scoring: nameScoring(defaultSettings),
    evidence: openEvidenceNeeds(at, signer === undefined ? given : { ...given, signer }),
    log,
    cache: new StateCache(100 * unpackedBytes),
    fleetPriors: new FleetPriors(),
    answerRetentionUs: 1,
  });
}

/** The frames of a vehicle up to and past its one breach. */
export function breachOf(vehicle: string) {
  const frames = streamOf(vehicle, { frames: 140, scenario: "bumper_repair_radar", onset: 80 });
  const writer = { organisation: "acme", keyId: "key", fleets: null };
  return {
    kind: "frames",
    writer,
    frames,
    receivedAtUs: startUs,
    answer: { form: "none" },
    keep: null,
  } as const;
}
