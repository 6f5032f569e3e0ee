import { X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseSync } from "node:sqlite";

import { toBase64 } from "../../core/encoding/base64.ts";
import { canonicalBytes, parseCanonical } from "../../core/encoding/canonical-json.ts";
import { keyPem, keySet } from "../../core/evidence/keys/key-set.ts";
import { keyWindow } from "../../core/evidence/keys/key-window.ts";
import {
  openKeyringEnvelope,
  signKeyring,
  unsignedKeyring,
  type KeyringEnvelope,
} from "../../core/evidence/keys/keyring-envelope.ts";
import type { LoggedKeyring } from "../../core/evidence/keys/keyring-history.ts";
import { activeKeyOf, type Keyring, type KeyringKey } from "../../core/evidence/keys/keyring.ts";
import { ed25519Spki } from "../../core/evidence/keys/public-key.ts";
import { formatInstant } from "../../core/encoding/instant.ts";
import {
  amendThirdParties,
  beginRotation,
  endRotation,
  repeatKeyring,
  replaceRoots,
  revokeKey,
  withRefreshDate,
} from "../../core/evidence/keys/next-keyring.ts";
import { parseVerifierKey, type NoteKey } from "../../core/evidence/log/signed-note.ts";
import { noThirdParties, writeKeyringTrust } from "../../core/evidence/keys/trust.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { type AdministerOptions, hasDatabase } from "./administer.ts";
import { nameScoring } from "../app/journal/name-scoring.ts";
import { presentKeyringHistory } from "../app/log/read-keyring.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { openEvidenceKeyFiles, type EvidenceKeyFiles } from "../keys/evidence-key-files.ts";
import { nodePrimitives } from "../platform/node-primitives.ts";
import { logKeyFile, openLogSigner } from "../keys/open-log-signer.ts";
import { hasRootKey, readPublicKey, readRootSigner, rootKeyFile } from "../keys/root-key.ts";
import { refreshDate } from "../keys/refresh-date.ts";
import { sha256 } from "../app/sha256.ts";
import { readThirdParties } from "../third-parties/read-third-parties.ts";
import { dataFolder } from "../storage/data-folder.ts";
import { KeyringKeeper, loggedOutcome } from "../storage/sqlite/write/keyring-keeper.ts";
import { KeyringRows, openKeyringRow } from "../storage/sqlite/write/rows/keyring-rows.ts";
import { logQueries } from "../storage/sqlite/read/log-queries.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { ReadingDatabase } from "../storage/sqlite/read/reading-database.ts";
import { ReissueRows } from "../storage/sqlite/write/rows/reissue-rows.ts";
import { Reissuer } from "../storage/sqlite/write/reissuer.ts";
import { refuseIncompleteFolder } from "../storage/sqlite/start/refuse-incomplete-folder.ts";
import { resumeLog } from "../storage/sqlite/start/resume-log.ts";
import { takeWriterLock, type WriterLock } from "../storage/sqlite/start/writer-lock.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { metaValue } from "../storage/sqlite/meta-value.ts";

/** A key as the newest version of the keyring has it. */
export interface EvidenceKeyView extends Pick<KeyringKey, "keyid" | "alg" | "status" | "revoked"> {
  /** The leaves of the log it counts at; `lastIndex` null while it may sign more. */
  readonly firstIndex: number;
  readonly lastIndex: number | null;
  /** Whether its private half is in the data folder. */
  readonly isHere: boolean;
}

export interface KeyringView {
  readonly version: number;
  readonly digest: string;
  readonly keys: readonly EvidenceKeyView[];
  readonly rootKeyIds: readonly string[];
  readonly rootThreshold: number;
  /** After this moment whoever has a copy must ask again; null where the newest version does not say. */
  readonly refreshAfter: string | null;
  /** Where the root key of this folder is, while it was not moved away. */
  readonly rootKeyFile: string | null;
  readonly logSize: number;
}

/** A change of the keyring that has to be signed by the root keys. */
export type KeyringChange =
  /** Begins a rotation, or ends the one that was begun. */
  | { readonly kind: "rotate" }
  /** Says the same again, with a later date after which copies have to be fetched again. */
  | { readonly kind: "renew" }
  | {
      readonly kind: "revoke";
      readonly keyId: string;
      readonly reason: string;
      readonly compromisedSinceIndex: number | null;
    }
  /** Public keys, PEM; the new roots must sign beside the old ones. */
  | { readonly kind: "replace-roots"; readonly publicKeys: readonly string[]; readonly threshold: number }
  /** A c2sp.org/tlog-policy, and certificates of time-stamp authorities, PEM. */
  | { readonly kind: "amend"; readonly policy?: string; readonly timeStampRoots?: readonly string[] };

/** What an operator does to the keyring of a data folder. Safe beside a running server, which takes what is proposed. */
export interface KeyringAdministration {
  view(): KeyringView;
  /** The next version, unsigned. A key that is to take over is made first. Throws a RangeError for what cannot be. */
  prepare(change: KeyringChange): KeyringEnvelope;
  /** Has a signed version logged. Resolves to null, or to why it was refused. */
  submit(envelope: KeyringEnvelope): Promise<string | null>;
  /** Has evidence issued anew that revoked keys signed and does not count any more. Resolves to how much. */
  reissue(): Promise<number>;
  /** Everything a verifier may want of it, by file name. */
  publicFiles(): Promise<Readonly<Record<string, Uint8Array>>>;
  close(): void;
}

/** How long a running server may take to answer a proposal. */
const answeredWithinMs = 15_000;
const askAgainMs = 100;

/** Opens the keyring of the data folder the options name. Throws `ConfigError` where no service has run yet. */
export function administerKeyring(options: AdministerOptions = {}): KeyringAdministration {
  const config = readConfig(
    options.env ?? process.env,
    options.dataDir === undefined ? {} : { dataDir: options.dataDir },
  );
  const { dataDir } = config;
  const folder = dataFolder(dataDir);
  const noKeyring = new ConfigError([`${resolve(dataDir)} has no keyring yet: start the service there once`]);
  if (!hasDatabase(dataDir)) throw noKeyring;
  refuseIncompleteFolder(folder, {
    markFile: config.logMarkFile ?? folder.logMark,
    logKey: logKeyFile(dataDir),
  });
  const database = openDatabase(folder.database);
  const rows = new KeyringRows(database);
  if (rows.versions().length === 0) {
    database.close();
    throw noKeyring;
  }
  const files = openEvidenceKeyFiles(dataDir);
  const logged = () => openVersions(rows);
  const term = () => ({ nowUs: Date.now() * 1000, days: config.trustRefreshDays });
  return {
    view: () => viewOf(logged(), { files, dataDir, logSize: logSizeOf(database) }),
    prepare: (change) =>
      unsignedKeyring(
        withRefreshDate(
          nextVersion(logged(), change, { files, logSize: logSizeOf(database) }),
          refreshDate(term()),
        ),
      ),
    async submit(envelope) {
      const key = rows.propose(canonicalBytes(envelope), Date.now() * 1000);
      const lock = lockIfFree(folder.writerLock);
      if (lock !== null) await takeHere(database, config, lock);
      const outcome = (await answerOf(() => rows.outcomeOf(key))) ?? noAnswer;
      return outcome === loggedOutcome ? null : outcome;
    },
    async reissue() {
      const reissues = new ReissueRows(database);
      const key = reissues.ask(Date.now() * 1000);
      const lock = lockIfFree(folder.writerLock);
      if (lock !== null) await takeHere(database, config, lock);
      const issued = await answerOf(() => reissues.issuedFor(key));
      if (issued === null) throw new Error(noAnswer);
      return issued;
    },
    publicFiles: () => publicFilesOf(logged(), database, refreshDate(term())),
    close: () => database.close(),
  };
}

/** Signs an envelope with a root key file, wherever both are: this takes no data folder and no service. */
export function signAsRoot(text: Uint8Array, keyFile: string): Uint8Array {
  const opened = openKeyringEnvelope(parseCanonical(text), nodePrimitives);
  if (opened.kind === "broken") throw new RangeError(opened.detail);
  return canonicalBytes(signKeyring(opened.envelope, readRootSigner(keyFile)));
}

/** What there is to see of a keyring, for an open data folder; null before it has begun. */
export function viewKeyring(database: DatabaseSync, dataDir: string): KeyringView | null {
  const versions = openVersions(new KeyringRows(database));
  if (versions.length === 0) return null;
  return viewOf(versions, { files: openEvidenceKeyFiles(dataDir), dataDir, logSize: logSizeOf(database) });
}

function openVersions(rows: KeyringRows): readonly LoggedKeyring[] {
  return rows.versions().map(openKeyringRow);
}

function logSizeOf(database: DatabaseSync): number {
  const row = prepareQuery<{ size: number }>(database, "SELECT max(size) AS size FROM log_checkpoint").get();
  return row?.size ?? 0;
}

function viewOf(
  versions: readonly LoggedKeyring[],
  given: { readonly files: EvidenceKeyFiles; readonly dataDir: string; readonly logSize: number },
): KeyringView {
  const { keyring, digest } = newestOf(versions);
  const here = new Set(given.files.list().map(({ keyId }) => keyId));
  return {
    version: keyring.version,
    digest,
    keys: keyring.keys.map(({ keyid, alg, status, revoked }) => {
      const window = keyWindow(versions, keyid);
      if (window === null) throw new Error(`${keyid} is in the keyring and has no window`);
      const { first: firstIndex, last: lastIndex } = window;
      return { keyid, alg, status, revoked, firstIndex, lastIndex, isHere: here.has(keyid) };
    }),
    rootKeyIds: keyring.root.keys.map(({ keyid }) => keyid),
    rootThreshold: keyring.root.threshold,
    refreshAfter: keyring.refresh_after ?? null,
    rootKeyFile: hasRootKey(given.dataDir) ? rootKeyFile(given.dataDir) : null,
    logSize: given.logSize,
  };
}

function nextVersion(
  versions: readonly LoggedKeyring[],
  change: KeyringChange,
  { files, logSize }: { readonly files: EvidenceKeyFiles; readonly logSize: number },
): Keyring {
  const newest = newestOf(versions);
  switch (change.kind) {
    case "rotate": {
      const ended = endRotation(newest, (keyId) => lastIndexOf(versions, keyId));
      return ended ?? beginRotation(newest, unusedKey(files, newest.keyring), logSize);
    }
    case "renew":
      return repeatKeyring(newest);
    case "replace-roots":
      return replaceRoots(newest, change.publicKeys.map(readPublicKey), change.threshold);
    case "amend":
      return amendedBy(newest, change);
    case "revoke":
      return revocation(newest, change, { files, logSize });
  }
}

function newestOf(versions: readonly LoggedKeyring[]): LoggedKeyring {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error("the keyring has no version");
  return newest;
}

function lastIndexOf(versions: readonly LoggedKeyring[], keyId: string): number {
  const last = keyWindow(versions, keyId)?.last ?? null;
  if (last === null) throw new Error(`${keyId} has not signed its last leaf yet`);
  return last;
}

function amendedBy(
  newest: LoggedKeyring,
  { policy, timeStampRoots }: Extract<KeyringChange, { kind: "amend" }>,
): Keyring {
  const roots = timeStampRoots?.map(readCertificate);
  return amendThirdParties(newest, {
    ...(policy !== undefined && { policy }),
    ...(roots !== undefined && { timeStampRoots: roots }),
  });
}

function revocation(
  newest: LoggedKeyring,
  change: Extract<KeyringChange, { kind: "revoke" }>,
  { files, logSize }: { readonly files: EvidenceKeyFiles; readonly logSize: number },
): Keyring {
  const { keyId } = change;
  const key = newest.keyring.keys.find(({ keyid }) => keyid === keyId);
  if (key === undefined) throw new RangeError(`${keyId} is not in the keyring`);
  if (key.status === "revoked") throw new RangeError(`${keyId} is revoked already`);
  if ((change.compromisedSinceIndex ?? 0) > logSize) {
    throw new RangeError(
      `the log ends at ${logSize}: no leaf ${change.compromisedSinceIndex} was ever signed`,
    );
  }
  const isActive = activeKeyOf(newest.keyring).keyid === keyId;
  const successor = isActive ? unusedKey(files, newest.keyring) : null;
  const given = { ...change, at: formatInstant(Date.now() * 1000) };
  return revokeKey(newest, given, { key: successor, logSize });
}

function readCertificate(pem: string): Uint8Array {
  try {
    return new Uint8Array(new X509Certificate(pem).raw);
  } catch {
    throw new RangeError("that is not a certificate in PEM form");
  }
}

/** A key that was made and then not used, because the process ended or the version was refused, is as good as a new one. */
function unusedKey(files: EvidenceKeyFiles, { keys }: Keyring) {
  return files.list().find(({ keyId }) => keys.every(({ keyid }) => keyid !== keyId)) ?? files.make();
}

/** Null while a server has it. */
function lockIfFree(path: string): WriterLock | null {
  try {
    return takeWriterLock(path);
  } catch {
    return null;
  }
}

/** Does what the server would do if one ran: takes what was asked for. */
async function takeHere(
  database: DatabaseSync,
  { dataDir, logMarkFile, thirdParties, trustRefreshDays }: Config,
  lock: WriterLock,
): Promise<void> {
  try {
    const signer = openLogSigner(dataDir, verifierKey(metaValue(database, "log_key") ?? "").name);
    const markFile = logMarkFile ?? dataFolder(dataDir).logMark;
    const log = resumeLog(database, { signer, markFile, sha256 });
    const scoring = nameScoring(defaultSettings);
    const { trust: thirdPartyTrust, authorities, witnesses } = readThirdParties(thirdParties, sha256);
    const nowUs = () => Date.now() * 1000;
    const { signer: by } = await KeyringKeeper.open(database, {
      dataDir,
      log,
      scoring,
      nowUs,
      thirdPartyTrust,
      trustRefreshDays,
    });
    const awaitsAttestations = authorities.length > 0 || witnesses.length > 0;
    await new Reissuer(database, { signer: by, log, scoring, nowUs, awaitsAttestations }).takeRequests();
  } finally {
    lock.release();
  }
}

const noAnswer =
  "the server that runs in this data folder has not answered; what was asked waits, and is done when it can be";

/** Null when there is none in time. */
async function answerOf<Answer>(ask: () => Answer | null): Promise<Answer | null> {
  const until = performance.now() + answeredWithinMs;
  for (;;) {
    const answer = ask();
    if (answer !== null || performance.now() > until) return answer;
    await wait(askAgainMs);
  }
}

async function publicFilesOf(
  versions: readonly LoggedKeyring[],
  database: DatabaseSync,
  refreshAfter: string | null,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const { keyring, digest } = newestOf(versions);
  const queries = logQueries(new ReadingDatabase(database));
  const stored = versions.map(({ leafIndex, envelope }) => ({
    leafIndex,
    envelope: canonicalBytes(envelope),
  }));
  const history = await presentKeyringHistory(stored, {
    findCheckpoint: async (ask) => queries.findCheckpoint(ask),
    proveInclusion: async (ask) => queries.proveInclusion(ask),
  });
  const logs = keyring.log.vkeys.map(verifierKey);
  const logKey = verifierKey(metaValue(database, "log_key") ?? "");
  const pin = { root: keyring.root, minimumVersion: keyring.version, digest };
  const thirdParties = refreshAfter === null ? noThirdParties : { ...noThirdParties, refreshAfter };
  const counting = keyring.keys.filter(({ status }) => status !== "revoked");
  return {
    "keyring.json": history,
    "trust-keyring.json": Buffer.from(writeKeyringTrust(pin, logs, thirdParties)),
    "jwks.json": canonicalBytes(keySet(counting)),
    "policy.txt": Buffer.from(keyring.policy),
    "log-public.pem": Buffer.from(keyPem(toBase64(ed25519Spki(logKey.publicKey)))),
    ...Object.fromEntries(
      keyring.keys.map((key) => [`evidence-${shortId(key.keyid)}.pem`, Buffer.from(keyPem(key.spki))]),
    ),
    ...Object.fromEntries(
      keyring.root.keys.map((key) => [`root-${shortId(key.keyid)}.pem`, Buffer.from(keyPem(key.spki))]),
    ),
  };
}

function verifierKey(text: string): NoteKey {
  const key = parseVerifierKey(text, sha256);
  if (key === null) throw new Error(`"${text}" is not a verifier key`);
  return key;
}

function shortId(keyId: string): string {
  return keyId.slice("sha256:".length).slice(0, 16);
}
