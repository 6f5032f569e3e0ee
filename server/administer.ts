import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";

import { type ApiKeyMode, type ScopePreset, scopePresets, scopes } from "../core/contract/api-key.ts";
import { endOfTimesUs } from "../core/contract/parse-time.ts";
import { defaultSettings } from "../core/scoring/settings.ts";
import { whyClockIsUnusable } from "./app/clock-range.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./app/api-keys.ts";
import { nameScoring } from "./app/name-scoring.ts";
import type { StoredApiKey } from "./app/ports.ts";
import { type StatesReport, verifyStates } from "./app/verify-states.ts";
import { ConfigError, type Flags, isLoopbackHost, readConfig } from "./config.ts";
import { viewKeyring } from "./administer-keyring.ts";
import { examineChains } from "./examine-chains.ts";
import { examineClock } from "./examine-clock.ts";
import { examineKeyring } from "./examine-keyring.ts";
import { examineOutside } from "./examine-outside.ts";
import { openApiKeyPepper } from "./keys/open-api-key-pepper.ts";
import { dataFolder, openDataFolder } from "./storage/data-folder.ts";
import { SqliteKeyStore } from "./storage/sqlite/key-store.ts";
import { openDatabase } from "./storage/sqlite/open-database.ts";
import { refuseLostDatabase } from "./storage/sqlite/resume-log.ts";
import { SqliteAudit } from "./storage/sqlite/sqlite-audit.ts";

export interface AdministerOptions extends Flags {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Refuses a folder without a database, which a slip of the pen makes, instead of beginning one there. */
  readonly mustExist?: boolean;
}

export interface AskedKey {
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

/** A key as its owner may see it: everything but the key. */
export type KeyView = Omit<StoredApiKey, "hash">;

export interface Finding {
  readonly what: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
}

export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** Present when the states were folded again. */
  readonly states: StatesReport | null;
}

/** What an operator does to a data folder without listening; safe beside a running server. */
export interface Administration {
  /** `key` is shown this once. Throws a RangeError for a preset or scope that does not exist. */
  createKey(asked: AskedKey): Promise<{ readonly key: string; readonly stored: KeyView }>;
  listKeys(organisation: string): Promise<readonly KeyView[]>;
  /** False when there is no such key; an id is one key's alone, so that the organisation may be left out. */
  revokeKey(name: { readonly organisation?: string; readonly publicId: string }): Promise<boolean>;
  /** Looks for unsafe settings and damage; with `rebuild`, folds every journal again and compares bit for bit. */
  examine(more?: {
    readonly rebuild?: boolean;
    readonly onProgress?: (vehiclesDone: number, vehicles: number) => void;
  }): DoctorReport;
  close(): void;
}

/** Opens the data folder the options name, and begins it when needed. Throws `ConfigError` for settings that cannot be used. */
export function administer(options: AdministerOptions = {}): Administration {
  const env = options.env ?? process.env;
  const dataDir = dataDirOf(env, options);
  if (options.mustExist === true) requireDatabase(dataDir);
  const folder = openDataFolder(dataDir);
  refuseLostDatabase(folder, logMarkFileOf(env) ?? folder.logMark);
  const database = openDatabase(folder.database);
  const store = new SqliteKeyStore(database);
  const nowUs = (): number => Date.now() * 1_000;
  return {
    async createKey(asked) {
      refuseTimes(nowUs(), asked);
      const { key, stored } = await createApiKey(
        {
          organisation: asked.organisation,
          name: asked.name,
          mode: asked.mode ?? "live",
          scopes: scopesOf(asked.grants),
          fleets: asked.fleets ?? null,
          expiresAtUs: asked.expiresAtUs ?? null,
        },
        { store, pepper: openApiKeyPepper(dataDir), nowUs, randomBytes },
      );
      return { key, stored: viewOf(stored) };
    },
    async listKeys(organisation) {
      return (await listApiKeys(organisation, { store })).map(viewOf);
    },
    revokeKey: (name) => revokeApiKey(name, { store, nowUs }),
    examine(more = {}) {
      const audit = new SqliteAudit(database);
      const settings = defaultSettings;
      const findings = [
        ...examineSettings(env, options),
        ...examineFolder(dataDir),
        examineDatabase(audit),
        ...examineClock(database, nowUs()),
        ...examineKeyring(viewKeyring(database, dataDir), nowUs()),
        ...examineOthers(env, options, { database, nowUs: nowUs() }),
      ];
      if (more.rebuild !== true) return { findings, states: null };
      const states = verifyStates({
        audit,
        settings,
        scoring: nameScoring(settings),
        ...(more.onProgress !== undefined && { onProgress: more.onProgress }),
      });
      const chains = examineChains(database, dataDir);
      return { findings: [...findings, examineStates(states), chains], states };
    },
    close: () => database.close(),
  };
}

/** The folder alone is needed; what else is wrong with the settings is for `examine` to say. */
function dataDirOf(env: NonNullable<AdministerOptions["env"]>, { dataDir }: AdministerOptions): string {
  const given = { PLUMBLINE_DATA_DIR: env["PLUMBLINE_DATA_DIR"] };
  return readConfig(given, dataDir === undefined ? {} : { dataDir }).dataDir;
}

/** As `serve` would have it, whatever is wrong with other settings. */
function logMarkFileOf(env: NonNullable<AdministerOptions["env"]>): string | null {
  return readConfig({ PLUMBLINE_LOG_MARK_FILE: env["PLUMBLINE_LOG_MARK_FILE"] }, {}).logMarkFile;
}

/** A key dated by a clock gone wrong, or ending after all times, could not be judged when it is used. */
function refuseTimes(nowUs: number, { expiresAtUs = nowUs }: AskedKey): void {
  const why = whyClockIsUnusable(nowUs);
  if (why !== null) throw new RangeError(why);
  if (expiresAtUs >= endOfTimesUs)
    throw new RangeError("A key ends before the year 2200, or never: leave --expires out.");
}

function requireDatabase(dataDir: string): void {
  if (existsSync(dataFolder(dataDir).database)) return;
  throw new ConfigError([`${resolve(dataDir)} is no data folder: no service has run there yet`]);
}

function scopesOf(grants: AskedKey["grants"]): readonly string[] {
  if ("preset" in grants) {
    if (Object.hasOwn(scopePresets, grants.preset)) return scopePresets[grants.preset as ScopePreset];
    throw new RangeError(
      `There is no preset "${grants.preset}"; there are ${Object.keys(scopePresets).join(", ")}.`,
    );
  }
  const unknown = grants.scopes.find((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown !== undefined)
    throw new RangeError(`There is no scope "${unknown}"; there are ${scopes.join(", ")}.`);
  if (grants.scopes.length === 0)
    throw new RangeError(`Name a preset or at least one scope of ${scopes.join(", ")}.`);
  return [...new Set(grants.scopes)];
}

function viewOf({ hash: _hash, ...view }: StoredApiKey): KeyView {
  return view;
}

const ok = (what: string, detail: string): Finding => ({ what, status: "ok", detail });
const warning = (what: string, detail: string): Finding => ({ what, status: "warning", detail });
const failed = (what: string, detail: string): Finding => ({ what, status: "failed", detail });

function examineSettings(env: NonNullable<AdministerOptions["env"]>, flags: Flags): readonly Finding[] {
  const findings: Finding[] = [examineNode(process.versions.node)];
  try {
    const { host, mode } = readConfig(env, flags);
    findings.push(ok("settings", "every setting can be used"));
    findings.push(
      isLoopbackHost(host)
        ? ok("address", `${host} is reachable from this machine only`)
        : warning(
            "address",
            `${host} is reachable from elsewhere and HTTP is not encrypted: put a proxy with TLS in front`,
          ),
    );
    if (mode === "development") {
      findings.push(
        warning(
          "mode",
          "development: the well-known key plumb_dev_local works from this machine; leave out --dev in production",
        ),
      );
    }
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    findings.push(...fault.problems.map((problem) => failed("settings", problem)));
  }
  if (process.getuid?.() === 0)
    findings.push(warning("user", "runs as root; give the service a user of its own"));
  return findings;
}

/** Older ones let integer-like member names collide on purpose (CVE-2026-21717). */
const oldestNode = [24, 14, 1] as const;

/** Settings that cannot be used are named elsewhere. */
function examineOthers(
  env: NonNullable<AdministerOptions["env"]>,
  flags: Flags,
  given: Parameters<typeof examineOutside>[1],
): readonly Finding[] {
  try {
    return examineOutside(readConfig(env, flags), given);
  } catch (fault) {
    if (fault instanceof ConfigError) return [];
    throw fault;
  }
}

function examineNode(version: string): Finding {
  const parts = version.split(".").map(Number);
  const difference = oldestNode.map((least, at) => (parts[at] ?? 0) - least).find((step) => step !== 0) ?? 0;
  return difference < 0
    ? failed(
        "Node.js",
        `${version} has known holes; use ${oldestNode.join(".")} or later (npm run brings it)`,
      )
    : ok("Node.js", version);
}

const leastFreeBytes = 1024 ** 3;

function examineFolder(dataDir: string): readonly Finding[] {
  const open = [dataDir, ...secretsIn(dataDir)].filter(othersMayRead);
  const { bavail, bsize } = statfsSync(dataDir);
  const freeBytes = bavail * bsize;
  const freeText = `${Math.floor(freeBytes / 1024 ** 2)} MiB free`;
  return [
    open.length === 0
      ? ok("secrets", "only their owner can read them")
      : failed("secrets", `others can read ${open.join(", ")}; run: chmod go-rwx ${open.join(" ")}`),
    freeBytes < leastFreeBytes
      ? warning("disk", `${freeText}: writes are refused when it is full`)
      : ok("disk", freeText),
  ];
}

/** The files whose content must stay secret, or be believed. */
function secretsIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((path) => /(key\.pem|secret|pepper|plumbline\.db)$/.test(path))
    .map((path) => join(resolve(dataDir), path));
}

function othersMayRead(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}

function examineDatabase(audit: SqliteAudit): Finding {
  const damage = audit.findDamage();
  return damage.length === 0
    ? ok("database", "every page is sound")
    : failed("database", `damaged: ${damage.slice(0, 3).join("; ")}. Stop the server and restore a backup.`);
}

function examineStates({
  vehicles,
  statesCompared,
  scoresCompared,
  differenceCount,
  differences,
}: StatesReport): Finding {
  const compared = `${vehicles} vehicles, ${statesCompared} states and ${scoresCompared} scores compared bit for bit`;
  const [first] = differences;
  return first === undefined
    ? ok("states", compared)
    : failed(
        "states",
        `${compared}; ${differenceCount} differ, the first at ${first.vehicleId} entry ${first.seq}: ${first.detail}`,
      );
}
