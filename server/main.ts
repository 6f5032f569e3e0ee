import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { pino } from "pino";

import { deprecations } from "../core/contract/openapi/deprecations.ts";
import { trustedRoot } from "../core/evidence/keys/trusted-root.ts";
import { AuditTrail } from "./app/audit/audit-trail.ts";
import { ApiKeyGate } from "./app/api-keys/api-key-gate.ts";
import { defaultSettings, scoringVersion, settingsToJson } from "../core/scoring/settings/settings.ts";
import type { Application } from "./app/application.ts";
import { type ApplicationNeeds, buildApplication } from "./app/build-application.ts";
import { NoticeAnnouncer } from "./app/events/notice-announcer.ts";
import { AttestationCollector } from "./app/evidence/attestation-collector.ts";
import { cursorSecretOf } from "./app/cursor.ts";
import { presentScorer } from "./app/evidence/issue-evidence.ts";
import { readUsage } from "./app/fleet/read-usage.ts";
import { brokerPauseMs } from "./brokers/broker.ts";
import { DeferredFrames, type DeferredNeeds } from "./brokers/deferred-frames.ts";
import { Brokers } from "./brokers/open-brokers.ts";
import { type Config, type Flags, readConfig } from "./config.ts";
import { awaitingIssuer } from "./app/log/read-log.ts";
import { whyUnnamed, withNames } from "./administration/issuer-names.ts";
import { HttpServer } from "./http/http-server.ts";
import { type Software, readScoringMethod, readSoftware } from "./software.ts";
import { openApiKeyPepper, whyPepperIsLost } from "./keys/open-api-key-pepper.ts";
import { nodePrimitives } from "./platform/node-primitives.ts";
import { nodeScorers } from "./platform/node-scorers.ts";
import { openLogSigner } from "./keys/open-log-signer.ts";
import { readExportedTrust } from "./keys/export-trust.ts";
import { openWebhooks } from "./open-webhooks.ts";
import { webhookDisabled } from "./app/webhooks/webhook-disabled.ts";
import type { RenderSettings } from "./app/webhooks/render-message.ts";
import { openReportWorker } from "./reports/open-report-worker.ts";
import { sha256 } from "./app/sha256.ts";
import { keepCollecting } from "./third-parties/keep-collecting.ts";
import { readThirdParties } from "./third-parties/read-third-parties.ts";
import { codeOf, messageOf } from "./platform/fault.ts";
import { makeFolder } from "./platform/make-folder.ts";
import { tightenFolder } from "./platform/tighten-folder.ts";
import { keepWasmCode } from "./platform/keep-wasm-code.ts";
import { growSlowly } from "./platform/memory-shares.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { holdsApiKeys, openIfNotEmpty } from "./storage/sqlite/start/open-if-not-empty.ts";
import { beginReader } from "./storage/sqlite/read/open-reader.ts";
import { SqliteKeyStore } from "./storage/sqlite/write/key-store.ts";
import { openForReading } from "./storage/sqlite/open-database.ts";
import { refuseOtherDatabases } from "./storage/sqlite/start/refuse-other-databases.ts";
import { openLedger, type LedgerOptions } from "./storage/sqlite/write/open-ledger.ts";

// What the command line does to a data folder: see docs/decisions/0001.
export { administer } from "./administration/administer.ts";
export type { Administration, AdministerOptions } from "./administration/administer.ts";
export { backUpDataFolder } from "./administration/back-up-data-folder.ts";
export type { BackupReport } from "./administration/back-up-data-folder.ts";
export { restoreDataFolder } from "./administration/restore-data-folder.ts";
export type { RestoreReport } from "./administration/restore-data-folder.ts";
export { examineDataFolder } from "./administration/examine-data-folder.ts";
export type { DoctorReport } from "./administration/examine-data-folder.ts";
export { nameIssuer } from "./administration/issuer-names.ts";
export type { IssuerNaming } from "./administration/issuer-names.ts";
export { administerKeyring, signAsRoot } from "./administration/administer-keyring.ts";
export type {
  EvidenceKeyView,
  KeyringAdministration,
  KeyringChange,
  KeyringView,
} from "./administration/administer-keyring.ts";

export interface ServeOptions extends Flags {
  /** Where settings are looked for; the process's environment when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A service that takes requests. */
export interface RunningService {
  readonly url: string;
  /** Finishes what was accepted, stores the states, and gives the data folder free. */
  stop(): Promise<void>;
}

/** The exit status of a process that cannot go on (EX_SOFTWARE of sysexits). */
const brokenStatus = 70;
/** Kept of the time a stop may take for storing the states. */
const closeWithinMs = 1_500;
const dayUs = 86_400_000_000;
/** How often it is looked for vehicles gone silent and keys about to expire. */
const announceEveryMs = 10_000;

/**
 * Starts the service in this process. Throws `ConfigError` for settings that cannot be used, and an `Error` that says
 * what to type when the port or the data folder is taken.
 */
export async function serve(options: ServeOptions = {}): Promise<RunningService> {
  // Before any thread is begun.
  keepWasmCode();
  growSlowly();
  const config = withNames(readConfig(options.env ?? process.env, options));
  const software = readSoftware();
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }));
  const endBroken = (reason: string): void => {
    log.fatal({ reason }, "the store cannot be trusted any more; ending");
    log.flush(() => process.exit(brokenStatus));
  };

  const brokers = new Brokers();
  brokers.begin(config.brokers);
  const report: DeferredNeeds["report"] = (broker, message, problem) =>
    brokers.park(broker, message, problem);
  const store = await openStore(config, { software, log, endBroken, report });
  const http = new HttpServer({
    application: withChecks(store.application, () => checksOf(config, { brokers, store })),
    installationSecret: store.installationSecret,
    limits: config.limits,
    log,
    version: software.version,
    isDevelopment: config.mode === "development",
    corsOrigins: config.corsOrigins,
    deprecations,
    consoleFolder: join(import.meta.dirname, "..", "console", "dist"),
    queueAgeMs: () => store.queueAgeMs(),
    clock,
  });
  const stop = async (): Promise<void> => {
    await brokers.stop();
    await http.stop(Math.max(0, config.limits.stopWithinMs - closeWithinMs));
    await store.close();
    log.info("stopped");
    await new Promise<void>((resolve) => log.flush(() => resolve()));
  };
  const unnamed = whyUnnamed(config);
  if (unnamed !== null) log.warn({ data_dir: config.dataDir }, unnamed);
  try {
    const { url } = await http.listen(config);
    await brokers.open(config.brokers, {
      application: store.application,
      installationSecret: store.installationSecret,
      quota: http.frameQuota,
      deferred: store.deferred,
      nowUs: clock.nowUs,
      log,
    });
    log.info({ url, mode: config.mode, data_dir: config.dataDir, version: software.version }, "listening");
    return { url, stop };
  } catch (fault) {
    await stop();
    throw whyNotListening(fault, config);
  }
}

/**
 * Serves until SIGTERM, SIGINT or SIGHUP, then stops in order. A second SIGTERM or SIGINT ends the process at once; a
 * terminal that closes may send SIGHUP more than once and means the same by it.
 */
export async function serveUntilStopped(options: ServeOptions = {}): Promise<void> {
  endOnUnhandledFaults();
  // No member of any request may ever reach the prototype of all objects: the way there is taken down.
  Reflect.deleteProperty(Object.prototype, "__proto__");
  const asked = Promise.withResolvers<void>();
  // Signals that come while starting are noticed too: the service then stops as soon as it runs.
  const onSignal = (): void => {
    process.once("SIGTERM", endAtOnce);
    process.once("SIGINT", endAtOnce);
    asked.resolve();
  };
  process.once("SIGTERM", onSignal);
  process.once("SIGINT", onSignal);
  process.once("SIGHUP", () => {
    process.on("SIGHUP", () => {});
    process.off("SIGTERM", onSignal);
    process.off("SIGINT", onSignal);
    onSignal();
  });

  const service = await serve(options);
  process.stdout.write(`listening on ${service.url}\n`);
  await asked.promise;
  await service.stop();
}

/** What `/health` and `/readyz` name besides the store: frames still come by requests where a broker gives none. */
function withChecks(application: Application, more: () => Readonly<Record<string, string>>): Application {
  return {
    ...application,
    async readiness() {
      const { ready, checks } = await application.readiness();
      return { ready, checks: { ...checks, ...more() } };
    },
  };
}

/** Of who issues evidence where nobody has said, of what organisations store, of each broker, and of what of its frames waits; the last where there is either. */
function checksOf(
  config: Config,
  { brokers, store: { deferred, checkStorage } }: { readonly brokers: Brokers; readonly store: OpenStore },
): Readonly<Record<string, string>> {
  const checks = brokers.checks();
  const waits = deferred.check();
  const unnamed = whyUnnamed(config);
  return {
    ...(unnamed !== null && { issuer: unnamed }),
    stored_bytes: checkStorage(),
    ...checks,
    ...((waits !== "ok" || Object.keys(checks).length > 0) && { deferred_frames: waits }),
  };
}

const clock = {
  nowUs: () => Date.now() * 1_000,
  nowMs: () => performance.now(),
};

interface OpenStore {
  readonly application: Application;
  readonly installationSecret: Uint8Array;
  readonly deferred: DeferredFrames;
  readonly checkStorage: () => string;
  queueAgeMs(): number;
  close(): Promise<void>;
}

async function openStore(
  config: Config,
  given: {
    readonly software: Software;
    readonly log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
    readonly endBroken: (reason: string) => void;
    readonly report: DeferredNeeds["report"];
  },
): Promise<OpenStore> {
  const { software, log, endBroken, report } = given;
  makeFolder(config.dataDir);
  const modeBefore = tightenFolder(config.dataDir);
  if (modeBefore !== null) {
    log.warn({ mode: modeBefore }, "the data folder was open to others and is now closed to them");
  }
  const settings = defaultSettings;
  const answerRetentionUs = config.idempotencyHours * 3_600_000_000;
  const thirdParties = readThirdParties(config.thirdParties, sha256);
  const asksOthers = thirdParties.authorities.length > 0 || thirdParties.witnesses.length > 0;
  const folder = openDataFolder(config.dataDir);
  refuseOtherDatabases(folder);
  refuseLostPepper(config.dataDir, folder.database);
  // Both threads load their modules at once: on a fresh machine that is most of a start.
  const begun = beginReader({ file: folder.database, settings, onBroken: endBroken });
  const ledger = await openLedger({
    dataDir: config.dataDir,
    settings,
    issuer: {
      organisation: config.issuer,
      software: { name: software.name, version: software.version, build_sha256: software.buildSha256 },
    },
    specification: readScoringMethod(),
    logOrigin: config.logOrigin,
    logMarkFile: config.logMarkFile,
    awaitsAttestations: asksOthers,
    thirdPartyTrust: thirdParties.trust,
    trustRefreshDays: config.trustRefreshDays,
    stateCacheBytes: config.stateCacheBytes,
    onBroken: endBroken,
    onDisplaced: (reason) =>
      log.error({ reason }, "the store's files were taken away; nothing is stored any more"),
    onPaused: (reason) => log.error({ reason }, "nothing can be stored for now; reading only"),
    onResumed: (reason) =>
      log.warn({ reason }, "what kept everything from being stored is over; writing again"),
    onRefold: noteRefold(log),
    answerRetentionUs,
    quotas: config.quotas,
    events: { keptUs: config.events.keptDays * dayUs, perOrganisation: config.events.perOrganisation },
    audit: { keptUs: config.audit.keptDays * dayUs, perOrganisation: config.audit.perOrganisation },
  }).catch(async (fault: unknown) => {
    await begun.close();
    throw fault;
  });
  if (presentScorer === undefined) {
    log.warn(
      { scoring: scoringVersion },
      "this scoring is in development: evidence issued now names no scorer, and no later version recomputes it",
    );
  }
  const doubt = ledger.doubtAboutClock();
  if (doubt !== null) log.warn({ doubt }, "the clock may be wrong");
  const unavailable = ledger.whyUnavailable();
  const pepper = openApiKeyPepper(config.dataDir);
  const reader = await begun.open();
  const keyDatabase = openForReading(folder.database);
  const keys = new SqliteKeyStore(keyDatabase, clock.nowUs);
  const altered = await keys.findAltered();
  if (altered.length > 0) {
    log.error({ keys: altered }, "API keys were changed in the database and are refused: plumbline doctor");
  }
  const gate = new ApiKeyGate({
    store: keys,
    pepper,
    ...clock,
    allowsDevelopmentKey: config.mode === "development",
    noteUses: (uses) => ledger.write({ kind: "key-uses", uses }),
  });
  const cursorSecret = cursorSecretOf(pepper);
  const reading = {
    fleet: reader,
    analytics: reader,
    vehicles: reader,
    analysis: reader,
    work: reader,
    repairs: reader,
    evidence: reader,
    events: reader,
    log: reader,
    recoveries: reader,
    statements: reader,
    keyring: reader,
    usage: reader,
    audit: reader,
    scenarios: reader,
    refold: ledger,
    quotas: config.quotas,
    answerRetentionUs,
    silentAfterS: config.silentAfterS,
    cursorSecret,
    settings,
    software,
  };
  const webhooks = openWebhooks({
    database: folder.webhooks,
    store: folder.database,
    scoring: settingsToJson(settings),
    settings: config.webhooks,
    render: renderSettingsOf(config, software),
    installationSecret: pepper,
    cursorSecret,
    signal: ledger,
    announce: (webhook) =>
      ledger.write({ kind: "announcement", event: webhookDisabled(webhook, clock.nowUs()) }),
    warn: (message) => log.warn({ reason: message }, "webhooks"),
  });
  const trail = new AuditTrail({
    write: (entries) => ledger.write({ kind: "audit", entries }),
    nowUs: clock.nowUs,
    warn: (fault) => log.warn({ err: String(fault) }, "the audit log cannot be written"),
  });
  const reports = openReportWorker(config.limits.reportJobsPerOrganisation);
  const collector = new AttestationCollector({
    reading: reader,
    ledger,
    authorities: thirdParties.authorities,
    witnesses: thirdParties.witnesses,
    waitUs: config.sealWaitS * 1_000_000,
    nowUs: clock.nowUs,
    primitives: nodePrimitives,
    warn: (who, reason) => log.warn({ who, reason }, "a third party could not be asked about evidence"),
  });
  const warn = (fault: unknown) => log.warn({ err: String(fault) }, "evidence could not be sealed");
  // What an earlier start left waiting is sealed even when no third party is configured any more.
  if (!asksOthers && unavailable === null) while ((await collector.collect()) > 0);
  const announcer = await NoticeAnnouncer.begin({
    reading: reader,
    ledger,
    silentAfterS: config.silentAfterS,
    limitBytes: config.quotas.storedBytes,
    ...clock,
  });
  const announcing = keepCollecting(
    { collect: () => announcer.announce().then(() => 0) },
    {
      warn: (fault) => log.warn({ err: String(fault) }, "a fault of the clock could not be announced"),
      pauseMs: announceEveryMs,
    },
  );
  const collecting = asksOthers ? keepCollecting(collector, { warn }) : null;
  const application = buildApplication({
    ledger,
    reading,
    gate,
    trail,
    keys,
    making: { pepper, randomBytes },
    reports,
    ...trustOf(config, thirdParties.timestampChains),
    readScorer: (sha256) => nodeScorers.moduleOf(sha256),
    webhooks: webhooks.management,
    nowUs: clock.nowUs,
  });
  const deferred = await DeferredFrames.open({
    application,
    ledger,
    reading: reader,
    hasRoom: async (organisation) => {
      const usage = await readUsage({ organisation }, { ...reading, nowUs: clock.nowUs });
      return usage.usage.storedBytes < usage.quotas.storedBytes;
    },
    limitBytes: config.deferredBytes,
    report,
    nowUs: clock.nowUs,
    log,
  });
  const takingIn = keepCollecting(
    { collect: () => deferred.takeIn().then(() => 0) },
    {
      warn: (fault) => log.warn({ err: String(fault) }, "deferred frames could not be taken in"),
      pauseMs: brokerPauseMs,
    },
  );
  return {
    application,
    installationSecret: pepper,
    deferred,
    checkStorage: () => announcer.checkStorage(),
    queueAgeMs: () => ledger.oldestWaitingMs(),
    async close() {
      deferred.stop();
      await takingIn.stop();
      await announcing.stop();
      await collecting?.stop();
      const webhooksClosed = webhooks.close();
      await reports.close();
      await reader.close();
      await trail.close();
      await webhooksClosed;
      await ledger.close();
      keyDatabase.close();
    },
  };
}

/** What verifiers trust, by files of this installation; refused as long as it has no name. */
function trustOf(
  { dataDir, issuer, logOrigin }: Config,
  timestampChains: Parameters<typeof trustedRoot>[0]["timestampChains"],
): Pick<ApplicationNeeds, "readTrust" | "readTrustedRoot"> {
  if (issuer === null || logOrigin === null) {
    const refuse = (): never => {
      throw awaitingIssuer();
    };
    return { readTrust: refuse, readTrustedRoot: refuse };
  }
  const root = trustedRoot({ logs: [openLogSigner(dataDir, logOrigin)], timestampChains });
  return { readTrust: () => readExportedTrust(dataDir), readTrustedRoot: () => root };
}

/** Before anything is made or upgraded. */
function refuseLostPepper(dataDir: string, path: string): void {
  const lost = whyPepperIsLost(dataDir, () => {
    const database = openIfNotEmpty(path);
    try {
      return database !== null && holdsApiKeys(database);
    } finally {
      database?.close();
    }
  });
  if (lost !== null) throw new Error(lost);
}

/** Says when the journals begin to be folded again, when all are, and which cannot be. */
function noteRefold(log: Record<"info" | "error", (members: object, message: string) => void>) {
  let isUnderWay = false;
  return ({ vehicles, left, fault }: Parameters<NonNullable<LedgerOptions["onRefold"]>>[0]): void => {
    if (fault !== undefined)
      log.error({ err: fault }, "a vehicle cannot be folded again; plumbline doctor says more");
    if (left > 0 && !isUnderWay)
      log.info({ vehicles, left }, "folding the journals again under another scoring");
    if (left === 0 && isUnderWay) log.info({ vehicles }, "all journals are folded by the present scoring");
    isUnderWay = left > 0;
  };
}

/** Reserved (RFC 6761): nobody's. */
const unnamedHost = "unnamed.invalid";

/** What messages say of this installation. */
function renderSettingsOf({ publicUrl, logOrigin }: Config, { version }: Software): RenderSettings {
  return {
    source: publicUrl ?? `urn:plumbline:${logOrigin ?? unnamedHost}`,
    publicUrl,
    userAgent: `Plumbline/${version}`,
    mailHost: logOrigin ?? unnamedHost,
  };
}

/** The system's error in words that say what to type. */
function whyNotListening(fault: unknown, { host, port }: Config): Error {
  const code = codeOf(fault);
  if (code === "EADDRINUSE") {
    return new Error(
      `Port ${port} on ${host} is taken. Choose another one: --port ${port === 65_535 ? 8000 : port + 1} (or PLUMBLINE_PORT); --port 0 takes any free one.`,
      { cause: fault },
    );
  }
  if (code === "EACCES")
    return new Error(
      `Port ${port} needs rights this user does not have. Choose one from 1024 up: --port 8000.`,
      { cause: fault },
    );
  if (code === "EADDRNOTAVAIL")
    return new Error(`${host} is no address of this machine. Use --host 127.0.0.1.`, { cause: fault });
  return fault instanceof Error ? fault : new Error(String(fault));
}

function endAtOnce(): void {
  process.exit(1);
}

/** An unhandled fault leaves the process in an unknown state: the next start recovers from the journal. */
function endOnUnhandledFaults(): void {
  const end = (fault: unknown): void => {
    process.stderr.write(
      `${JSON.stringify({ level: 60, msg: "an unhandled fault; ending", err: String(fault), stack: fault instanceof Error ? fault.stack : undefined })}\n`,
    );
    process.exit(brokenStatus);
  };
  process.once("uncaughtException", end);
  process.once("unhandledRejection", end);
}

if (import.meta.main) {
  try {
    await serveUntilStopped();
    process.exit(0);
  } catch (fault) {
    process.stderr.write(`${messageOf(fault)}\n`);
    process.exit(1);
  }
}
