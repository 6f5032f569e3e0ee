import { readdirSync, statSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { type AdministerOptions, dataDirOf, logMarkFileOf, requireDatabase } from "./administer.ts";
import { viewKeyring } from "./administer-keyring.ts";
import { nameScoring } from "../app/journal/name-scoring.ts";
import type { StatesReport } from "../app/journal/verify-states.ts";
import { verifyInThreads } from "./verify-in-threads.ts";
import { ConfigError, type Flags, readConfig } from "../config.ts";
import { whyUnnamed, withNames } from "./issuer-names.ts";
import { metaValue } from "../storage/sqlite/meta-value.ts";
import { isLoopbackHost } from "../platform/is-loopback-host.ts";
import {
  examineAudit,
  examineKeyStates,
  examineRows,
  examineWebhookRows,
  readInventories,
} from "./examine-audit.ts";
import { examineChains } from "./examine-chains.ts";
import { examineClock } from "./examine-clock.ts";
import {
  examineEvidence,
  examineJournals,
  examineLog,
  examinePlaces,
  examineTallies,
} from "./examine-evidence.ts";
import { examineKeyring } from "./examine-keyring.ts";
import { examineKeys } from "./examine-keys.ts";
import { examineMark, readMark } from "./examine-mark.ts";
import { examineScenarios } from "./examine-scenarios.ts";
import { examineThirdParties } from "./examine-third-parties.ts";
import { examineWebhooks } from "./examine-webhooks.ts";
import { examineWork } from "./examine-work.ts";
import { failed, type Finding, ok, restore, warning } from "./finding.ts";
import { dataFolder } from "../storage/data-folder.ts";
import {
  currentVersion,
  missingFigures,
  DatabaseRefusal,
  versionOf,
} from "../storage/sqlite/schema/database-form.ts";
import { storeForm } from "../storage/sqlite/schema/store-form.ts";
import { openForExamination } from "../storage/sqlite/audit/open-for-examination.ts";
import { SqliteAudit } from "../storage/sqlite/audit/sqlite-audit.ts";
import { messageOf } from "../platform/fault.ts";

export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** Present when the states were folded again. */
  readonly states: StatesReport | null;
}

export interface ExamineOptions extends AdministerOptions {
  /** Folds every journal again and compares bit for bit. */
  readonly rebuild?: boolean;
  /** Compares some bundles instead of all, and looks at the pages less closely. */
  readonly quick?: boolean;
  readonly onProgress?: (vehiclesDone: number, vehicles: number) => void;
}

/**
 * Looks for unsafe settings and damage in a data folder; safe beside a running server, and on a medium that cannot be
 * written to: nothing of the folder is changed. Throws `ConfigError` where there is no data folder.
 */
export async function examineDataFolder(options: ExamineOptions = {}): Promise<DoctorReport> {
  const env = options.env ?? process.env;
  const dataDir = dataDirOf(env, options);
  requireDatabase(dataDir);
  const findings = [...examineSettings(env, options), ...checked("folder", () => examineFolder(dataDir))];
  const markFile = logMarkFileOf(env) ?? dataFolder(dataDir).logMark;
  // Before the database: beside a running service the mark may be behind what is read later, and never ahead of it.
  const marked = readMark(markFile);
  let examined: ReturnType<typeof openForExamination>;
  try {
    examined = openForExamination(dataFolder(dataDir).database);
  } catch (fault) {
    if (fault instanceof DatabaseRefusal) {
      return { findings: [...findings, failed("schema", fault.message)], states: null };
    }
    findings.push(failed("database", `cannot be opened: ${messageOf(fault)}. ${restore}`));
    return { findings, states: null };
  }
  const { database, address } = examined;
  try {
    const audit = new SqliteAudit(database);
    findings.push(...checked("database", () => [examineDatabase(audit, options)]));
    const schema = checked("schema", () => examineSchema(database));
    findings.push(...schema);
    if (schema.length > 0) return { findings, states: null };
    const nowUs = Date.now() * 1_000;
    findings.push(
      ...checked("keys", () => [examineKeys(database, dataDir)]),
      ...checked("high-water mark", () => examineMark(database, { dataDir, markFile, marked })),
      ...checked("issuer", () => examineIssuer(env, options, { dataDir, database })),
      ...checked("clock", () => examineClock(database, nowUs)),
      ...checked("webhooks", () => examineWebhooks(dataFolder(dataDir).webhooks)),
      ...checked("evidence keys", () => examineKeyring(viewKeyring(database, dataDir), nowUs)),
      ...checked("third parties", () => examineOthers(env, options, { database, nowUs })),
      ...checked("API keys", () => [examineKeyStates(database)]),
      ...(options.quick === true ? [] : await examineWhole(database, dataDir)),
      ...checked("evidence", () => [examineEvidence(database, { quick: options.quick === true })]),
    );
    if (options.rebuild !== true) {
      if (options.quick !== true) findings.push(...checked("journals", () => [examineJournals(database)]));
      return { findings, states: null };
    }
    const { states, found } = await rebuild({ audit, address }, options);
    return {
      findings: [
        ...findings,
        ...found,
        ...checked("pre-commitment", () => [examineChains(database, dataDir)]),
      ],
      states,
    };
  } finally {
    examined.close();
  }
}

async function rebuild(
  examined: { readonly audit: SqliteAudit; readonly address: string },
  { onProgress }: ExamineOptions,
): Promise<{ readonly states: StatesReport | null; readonly found: readonly Finding[] }> {
  const settings = defaultSettings;
  try {
    const states = await verifyInThreads({
      ...examined,
      settings,
      scoring: nameScoring(settings),
      ...(onProgress !== undefined && { onProgress }),
    });
    return { states, found: [examineStates(states)] };
  } catch (fault) {
    return {
      states: null,
      found: [failed("states", `could not be folded: ${messageOf(fault)}. ${restore}`)],
    };
  }
}

/** What reads every row of its tables. */
async function examineWhole(database: DatabaseSync, dataDir: string): Promise<readonly Finding[]> {
  return [
    ...checked("rows", () => examineInventories(database, dataDir)),
    ...checked("log", () => [examineLog(database)]),
    ...checked("tallies", () => [examineTallies(database)]),
    ...checked("places", () => [examinePlaces(database)]),
    ...checked("work", () => [examineWork(database)]),
    ...(await checkedLater("scenarios", () => examineScenarios(database))),
  ];
}

function examineInventories(database: DatabaseSync, dataDir: string): readonly Finding[] {
  const inventories = readInventories(database);
  return [
    examineRows(database, inventories),
    ...checked("webhook rows", () => examineWebhookRows(dataFolder(dataDir).webhooks, inventories)),
    ...checked("audit log", () => [examineAudit(database, inventories)]),
  ];
}

async function checkedLater(
  what: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (fault) {
    return [notChecked(what, fault)];
  }
}

function notChecked(what: string, fault: unknown): Finding {
  const why = `could not be checked, so something it reads is damaged: ${messageOf(fault)}`;
  return failed(what, `${why}. ${restore}`);
}

/** Damage must not keep the other checks from being made, nor be reported as a fault of the program. */
function checked(what: string, check: () => readonly Finding[]): readonly Finding[] {
  try {
    return check();
  } catch (fault) {
    return [notChecked(what, fault)];
  }
}

/** Nothing for a database of this version. */
function examineSchema(database: DatabaseSync): readonly Finding[] {
  const [version, current] = [versionOf(database, storeForm), currentVersion(storeForm)];
  const missing = version === current ? missingFigures(database, storeForm).join(", ") : "";
  if (version === current && missing === "") return [];
  if (version === 0) {
    return [
      failed(
        "schema",
        `empty database: nothing is stored in it. In a copy of a folder, plumbline.db-wal was left out, in which a running service keeps what is new: copy with plumbline backup`,
      ),
    ];
  }
  return [
    failed(
      "schema",
      `${missing === "" ? `version ${version}, and this is written for version ${current}` : `without ${missing}`}: the next start of the service (plumbline serve) upgrades it; make a backup first. The other checks need that, or the version that wrote the folder`,
    ),
  ];
}
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

/** Whether evidence can be issued, and how much waits for that. Settings that cannot be used are named elsewhere. */
function examineIssuer(
  env: NonNullable<AdministerOptions["env"]>,
  flags: Flags,
  { dataDir, database }: { readonly dataDir: string; readonly database: DatabaseSync },
): readonly Finding[] {
  const what = "issuer";
  try {
    const names = withNames({ ...readConfig(env, flags), dataDir });
    const row = database.prepare("SELECT count(*) AS waiting FROM waiting_evidence").get();
    const waiting = Number(row?.["waiting"] ?? 0);
    const waits = `evidence of ${waiting} breaches waits`;
    const unnamed = whyUnnamed(names);
    if (unnamed === null && waiting > 0)
      return [warning(what, `${waits}; issuer and log are named, so restart the service`)];
    if (unnamed === null) return [ok(what, `${names.issuer}; the log is called ${names.logOrigin}`)];
    const known = metaValue(database, "log_key");
    return known === null
      ? [warning(what, waiting === 0 ? unnamed : `${waits}: ${unnamed}`)]
      : [ok(what, `the log is called ${known.slice(0, known.indexOf("+"))}; its issuer is not named here`)];
  } catch (fault) {
    if (fault instanceof ConfigError) return [];
    throw fault;
  }
}

/** Settings that cannot be used are named elsewhere. */
function examineOthers(
  env: NonNullable<AdministerOptions["env"]>,
  flags: Flags,
  given: Parameters<typeof examineThirdParties>[1],
): readonly Finding[] {
  try {
    return examineThirdParties(readConfig(env, flags), given);
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

/** The files whose content must stay secret, or be trusted. */
function secretsIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((path) => /(key\.pem|secret|pepper|plumbline\.db)$/.test(path))
    .map((path) => join(resolve(dataDir), path));
}

function othersMayRead(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}

function examineDatabase(audit: SqliteAudit, { quick = false }: ExamineOptions): Finding {
  const damage = audit.findDamage({ quick });
  return damage.length === 0
    ? ok("database", "every page is sound")
    : failed("database", `damaged: ${damage.slice(0, 3).join("; ")}. ${restore}.`);
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
