import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";

import { type ApiKeyMode, type ScopePreset, scopePresets, scopes } from "../../core/contract/api-key.ts";
import { captureTimeLimitUs } from "../../core/encoding/instant.ts";
import { whyClockIsUnusable } from "../app/clock-range.ts";
import type { ApiKey, AuditRecord, IssuedApiKey, RotatedApiKey } from "../../core/contract/types.ts";
import { makeApiKey } from "../app/api-keys/make-api-key.ts";
import { auditFault } from "../app/audit/chain-audit.ts";
import { presentAuditRecord } from "../app/audit/present-audit.ts";
import { presentKey } from "../app/api-keys/present-key.ts";
import type { StoredApiKey } from "../app/ports/reading/api-key-reader.ts";
import type { KeyAct, KeyDecision } from "../app/ports/key-change.ts";
import { ConfigError, type Flags, readConfig } from "../config.ts";
import { openApiKeyPepper, whyPepperIsLost } from "../keys/open-api-key-pepper.ts";
import { logKeyFile } from "../keys/open-log-signer.ts";
import { codeOf } from "../platform/fault.ts";
import { dataFolder, openDataFolder } from "../storage/data-folder.ts";
import { auditQueries } from "../storage/sqlite/read/audit-queries.ts";
import { ReadingDatabase } from "../storage/sqlite/read/reading-database.ts";
import { SqliteKeyStore } from "../storage/sqlite/write/key-store.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { holdsApiKeys } from "../storage/sqlite/start/open-if-not-empty.ts";
import { refuseIncompleteFolder } from "../storage/sqlite/start/refuse-incomplete-folder.ts";

export interface AdministerOptions extends Flags {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Refuses a folder without a database, which a slip of the pen makes, instead of beginning one there. */
  readonly mustExist?: boolean;
}

export interface RequestedKey {
  readonly organisation: string;
  readonly name: string;
  /** Either a preset or single scopes. */
  readonly grants: { readonly preset: string } | { readonly scopes: readonly string[] };
  /** Left out: every fleet of the organisation. */
  readonly fleets?: readonly string[];
  /** Microseconds since 1970; left out: never. */
  readonly expiresAtUs?: number;
  readonly mode?: ApiKeyMode;
}

/** An id is one key's alone, so that the organisation may be left out. */
export interface KeyName {
  readonly organisation?: string;
  readonly publicId: string;
}

/** What an operator does to a data folder without listening; safe beside a running server. */
export interface Administration {
  /** Absolute path of the data folder if it was begun just now; null where there was one. */
  readonly newFolder: string | null;
  /** `key` is shown this once. Throws a RangeError for a preset or scope that does not exist. */
  createKey(asked: RequestedKey): Promise<IssuedApiKey>;
  listKeys(organisation: string): Promise<readonly ApiKey[]>;
  /** Puts a new key in an old one's place. Throws a RangeError for one that has ended or was rotated before, null when there is none. */
  rotateKey(name: KeyName, asked: { readonly overlapUs: number }): Promise<RotatedApiKey | null>;
  /** False when there is no such key. */
  revokeKey(name: KeyName): Promise<boolean>;
  /** The latest records of an organisation's audit log, or of what cannot be laid to any (""), and what is wrong with their chain. */
  readAudit(
    organisation: string,
    limit: number,
  ): { readonly records: readonly AuditRecord[]; readonly fault: string | null };
  close(): void;
}

/** Opens the data folder the options name, and begins it when needed. Throws `ConfigError` for settings that cannot be used. */
export function administer(options: AdministerOptions = {}): Administration {
  const env = options.env ?? process.env;
  const dataDir = dataDirOf(env, options);
  if (options.mustExist === true) requireDatabase(dataDir);
  const newFolder = hasDatabase(dataDir) ? null : resolve(dataDir);
  const folder = openDataFolder(dataDir);
  refuseIncompleteFolder(folder, {
    markFile: logMarkFileOf(env) ?? folder.logMark,
    logKey: logKeyFile(dataDir),
  });
  const database = openDatabase(folder.database);
  const nowUs = (): number => Date.now() * 1_000;
  const store = new SqliteKeyStore(database, nowUs);
  const present = (key: StoredApiKey): ApiKey => presentKey(key, nowUs());
  const making = () => {
    const lost = whyPepperIsLost(dataDir, () => holdsApiKeys(database));
    if (lost !== null) throw new Error(lost);
    return { pepper: openApiKeyPepper(dataDir), randomBytes };
  };
  const change = (organisation: string | null, act: KeyAct): Promise<KeyDecision> =>
    store.change({ organisation, authority: "operator", act });
  return {
    newFolder,
    async createKey(asked) {
      refuseTimes(nowUs(), asked);
      const mode = asked.mode ?? "live";
      const { key, ...made } = makeApiKey(mode, making());
      const wanted = {
        ...made,
        mode,
        name: asked.name,
        scopes: scopesOf(asked.grants),
        fleets: asked.fleets ?? null,
        expiresAtUs: asked.expiresAtUs ?? null,
      };
      const decision = await change(asked.organisation, { kind: "create", key: wanted });
      return { ...present(changed(decision).key), key };
    },
    async listKeys(organisation) {
      const all = { organisation, fleets: null, after: null, limit: Number.MAX_SAFE_INTEGER };
      return (await store.list(all)).map(present);
    },
    async rotateKey({ organisation = null, publicId }, { overlapUs }) {
      const old = await store.find(publicId);
      if (old === null) return null;
      const { key, ...successor } = makeApiKey(old.mode, making());
      const act = { kind: "rotate", publicId, successor, overlapUs, expiresAtUs: undefined } as const;
      const decision = await change(organisation, act);
      if (isUnknownKey(decision)) return null;
      const { key: stored, previous } = changed(decision);
      return { ...present(stored), key, previous: present(previous ?? old) };
    },
    async revokeKey({ organisation = null, publicId }) {
      const decision = await change(organisation, { kind: "revoke", publicId, force: true, cascade: false });
      if (isUnknownKey(decision)) return false;
      return changed(decision).key.revokedAtUs !== null;
    },
    readAudit(organisation, limit) {
      const all = { actions: null, keyId: null, subject: null, fromUs: null, toUs: null, beforeSeq: null };
      const queries = auditQueries(new ReadingDatabase(database));
      const records = queries.listAudit({ organisation, ...all, limit });
      return { records: records.map(presentAuditRecord), fault: auditFault(records.toReversed()) };
    },
    close: () => database.close(),
  };
}

/** The folder alone is needed; what else is wrong with the settings is for the doctor to say. */
export function dataDirOf(
  env: NonNullable<AdministerOptions["env"]>,
  { dataDir }: AdministerOptions,
): string {
  const given = { PLUMBLINE_DATA_DIR: env["PLUMBLINE_DATA_DIR"] };
  return readConfig(given, dataDir === undefined ? {} : { dataDir }).dataDir;
}

/** As `serve` would have it, whatever is wrong with other settings. */
export function logMarkFileOf(env: NonNullable<AdministerOptions["env"]>): string | null {
  return readConfig({ PLUMBLINE_LOG_MARK_FILE: env["PLUMBLINE_LOG_MARK_FILE"] }, {}).logMarkFile;
}

/** A key dated by a clock gone wrong, or ending after all times, could not be judged when it is used. */
function refuseTimes(nowUs: number, { expiresAtUs = nowUs }: RequestedKey): void {
  const why = whyClockIsUnusable(nowUs);
  if (why !== null) throw new RangeError(why);
  if (expiresAtUs >= captureTimeLimitUs)
    throw new RangeError("A key ends before the year 2200, or never: leave --expires out.");
}

export function requireDatabase(dataDir: string): void {
  if (hasDatabase(dataDir)) return;
  throw new ConfigError([`${resolve(dataDir)} is no data folder: no service has run there yet`]);
}

/** Throws a `ConfigError` where this user may not look: that nothing is there cannot be said then. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return statSync(dataFolder(dataDir).database).isFile();
  } catch (fault) {
    const code = codeOf(fault);
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw new ConfigError([
      `${resolve(dataDir)} cannot be looked into (${String(code)}): work as the user the service runs as`,
    ]);
  }
}

function scopesOf(grants: RequestedKey["grants"]): readonly string[] {
  if ("preset" in grants) {
    if (isPreset(grants.preset)) return scopePresets[grants.preset];
    throw new RangeError(
      `There is no preset "${grants.preset}"; there are ${Object.keys(scopePresets).join(", ")}.`,
    );
  }
  const unknown = grants.scopes.find((scope) => scopes.every((one) => one !== scope));
  if (unknown !== undefined)
    throw new RangeError(`There is no scope "${unknown}"; there are ${scopes.join(", ")}.`);
  if (grants.scopes.length === 0)
    throw new RangeError(`Name a preset or at least one scope of ${scopes.join(", ")}.`);
  return [...new Set(grants.scopes)];
}

function isPreset(name: string): name is ScopePreset {
  return Object.hasOwn(scopePresets, name);
}

function isUnknownKey(decision: KeyDecision): boolean {
  return decision.kind === "refused" && decision.code === "key_not_found";
}

/** What was refused for another reason is the operator's to put right. */
function changed(decision: KeyDecision): Extract<KeyDecision, { kind: "changed" }> {
  if (decision.kind === "changed") return decision;
  throw new RangeError(decision.detail);
}
