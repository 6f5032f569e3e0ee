import type { Application, WebhookManagement } from "./application.ts";
import { fleetAnalytics } from "./analytics/fleet-analytics.ts";
import type { AuditTrail } from "./audit/audit-trail.ts";
import { refusedKeyEntry } from "./audit/refused-key-entry.ts";
import { listAudit } from "./audit/list-audit.ts";
import type { ApiKeyGate } from "./api-keys/api-key-gate.ts";
import type { MakingNeeds } from "./api-keys/make-api-key.ts";
import { createKey, listKeys, revokeKey, rotateKey, showKey, showOwnKey } from "./api-keys/manage-keys.ts";
import type { ApiKeyReader } from "./ports/reading/api-key-reader.ts";
import { authoriseRepeat, hiddenVehicles } from "./ingest/authorise-repeat.ts";
import { commandBaseline } from "./ingest/command-baseline.ts";
import { followEvents } from "./events/follow-events.ts";
import { listEvents } from "./events/list-events.ts";
import { RecentEvents } from "./events/recent-events.ts";
import { exportKept } from "./scenario/export-kept.ts";
import { openScenario } from "./scenario/open-scenario.ts";
import { deleteScenario, keepScenario, listScenarios } from "./scenario/keep-scenario.ts";
import { HandOutNotes } from "./evidence/hand-out-notes.ts";
import { ingestBatch, ingestFrame } from "./ingest/ingest-frames.ts";
import type { EventSignal } from "./ports/reading/event-reader.ts";
import type { Ledger, LedgerHealth } from "./ports/ledger.ts";
import { judgeEvidence } from "./evidence/judge-evidence.ts";
import { listEvidence } from "./evidence/list-evidence.ts";
import { listVehicles } from "./fleet/list-vehicles.ts";
import { eraseEvidence, requestEvidence, setLegalHold } from "./evidence/manage-evidence.ts";
import type { ScenarioWorker } from "./ports/scenario-worker.ts";
import type { ReportQueue, ReportWorker } from "./ports/report-worker.ts";
import { readArchive, readReport } from "./evidence/print-evidence.ts";
import { rankWorkQueue } from "./fleet/rank-work-queue.ts";
import { listStatements, readStatement, requestStatement } from "./evidence/state-statements.ts";
import { readCustody } from "./evidence/read-custody.ts";
import { readEvidence, readSigstoreBundle } from "./evidence/read-evidence.ts";
import {
  readEvidenceKey,
  readKeyring,
  readKeyringHistory,
  readKeySet,
  readLogPolicy,
  readSpecification,
} from "./log/read-keyring.ts";
import {
  proveLogConsistency,
  proveLogInclusion,
  readLogCheckpoint,
  readLogEntries,
  readLogRecoveries,
  readLogTile,
} from "./log/read-log.ts";
import { readScorerModule, readScorers, type ReadScorer } from "./evidence/read-scorers.ts";
import { readSeries } from "./fleet/read-series.ts";
import type { ReadingNeeds } from "./reading-needs.ts";
import { readUsage } from "./fleet/read-usage.ts";
import { redactEvidence } from "./evidence/redact-evidence.ts";
import { registerReference } from "./ingest/register-reference.ts";
import { rescoreFleet } from "./fleet/rescore-fleet.ts";
import { scoreFrame } from "./ingest/score-frame.ts";
import { showVehicle } from "./fleet/show-vehicle.ts";
import type { KeysInFlight } from "./ingest/submit-write.ts";
import { commandWork } from "./work/command-work.ts";
import { showWork } from "./work/show-work.ts";
import { summariseFleet } from "./fleet/summarise-fleet.ts";

export interface ApplicationNeeds {
  readonly ledger: Ledger & EventSignal & Pick<LedgerHealth, "whyUnavailable" | "doubtAboutClock">;
  readonly reading: Omit<ReadingNeeds, "nowUs">;
  readonly gate: Pick<ApiKeyGate, "examine" | "forget">;
  readonly trail: Pick<AuditTrail, "note">;
  readonly keys: ApiKeyReader;
  readonly making: MakingNeeds;
  /** As core/evidence/keys/trusted-root.ts writes it. */
  readonly readTrustedRoot: () => string;
  readonly reports: ReportQueue & ReportWorker & ScenarioWorker;
  /** The trust file of this installation as it is now, byte for byte. */
  readonly readTrust: () => Uint8Array;
  readonly readScorer: ReadScorer;
  readonly webhooks: WebhookManagement;
  readonly nowUs: () => number;
}

/** All verbs, given what they need. One a ledger: it remembers which idempotent requests are running. */
export function buildApplication(needs: ApplicationNeeds): Application {
  const { ledger, reading, gate, nowUs } = needs;
  const inFlight: KeysInFlight = new Map();
  const writes = { ledger, inFlight, nowUs };
  const recent = new RecentEvents(reading.events, ledger);
  const handOuts = new HandOutNotes(writes);
  const reads = { ...reading, nowUs };
  const { cursorSecret } = reading;
  const keyNeeds = { ...writes, ...needs.making, keys: needs.keys, gate, cursorSecret };
  const prints = {
    ...reads,
    reports: needs.reports,
    readTrust: needs.readTrust,
    readTrustedRoot: needs.readTrustedRoot,
  };
  return {
    ingestFrame: (caller, frame, ask) => ingestFrame(caller, frame, ask, writes),
    ingestBatch: (caller, group, ask) => ingestBatch(caller, group, ask, writes),
    scoreFrame: (caller, frame, ask) => scoreFrame(caller, frame, ask, writes),
    recallAnswer: (slot) => ledger.recallAnswer(slot),
    async rememberAnswer(slot, answer) {
      await ledger.write({ kind: "answer", slot, answer });
    },
    authoriseRepeat: (caller, ask) => authoriseRepeat(caller, ask, reads),
    hiddenVehicles: (caller, vehicleIds) => hiddenVehicles(caller, vehicleIds, reads),
    readUsage: (caller) => readUsage(caller, reads),
    summariseFleet: (caller, query) => summariseFleet(caller, query, reads),
    listVehicles: (caller, query) => listVehicles(caller, query, reads),
    showVehicle: (caller, vehicleId) => showVehicle(caller, vehicleId, reads),
    readSeries: (caller, vehicleId, query) => readSeries(caller, vehicleId, query, reads),
    commandBaseline: (caller, vehicleId, command, ask) =>
      commandBaseline(caller, { ...command, vehicleId }, ask, writes),
    requestEvidence: (caller, vehicleId, request, ask) =>
      requestEvidence(caller, { ...request, vehicleId }, ask, writes),
    requestStatement: (caller, vehicleId, request, ask) =>
      requestStatement(caller, { ...request, vehicleId }, ask, { ...reads, ...writes }),
    listStatements: (caller, query) => listStatements(caller, query, reads),
    readStatement: (caller, statementId) => readStatement(caller, statementId, reads),
    registerReference: (caller, vehicleId, reference, ask) =>
      registerReference(caller, { ...reference, vehicleId }, ask, writes),
    ...fleetAnalytics(reads),
    showWork: (caller, query) => showWork(caller, query, reads),
    commandWork: (caller, asked, ask) => commandWork(caller, asked, ask, { ...writes, keys: needs.keys }),
    rankWorkQueue: (caller, query) => rankWorkQueue(caller, query, reads),
    reportPlacesOf: ({ organisation }) => needs.reports.placesOf(organisation),
    enterReportQueue: ({ organisation }) => needs.reports.enter(organisation),
    rescoreFleet: (caller, request) =>
      needs.reports.inTurn(caller.organisation, () => rescoreFleet(caller, request, reads)),
    createKey: (caller, asked, ask) => createKey(caller, asked, ask, keyNeeds),
    listKeys: (caller, query) => listKeys(caller, query, keyNeeds),
    showOwnKey: (caller) => showOwnKey(caller, keyNeeds),
    showKey: (caller, publicId) => showKey(caller, publicId, keyNeeds),
    rotateKey: (caller, asked, ask) => rotateKey(caller, asked, ask, keyNeeds),
    revokeKey: (caller, asked, ask) => revokeKey(caller, asked, ask, keyNeeds),
    noteAudit: (entry) => needs.trail.note(entry),
    listAudit: (caller, query) => listAudit(caller, query, reads),
    readEvidence: (caller, eventId) => readEvidence(caller, eventId, reads),
    readSigstoreBundle: (caller, eventId) => readSigstoreBundle(caller, eventId, reads),
    readKeyring: () => readKeyring(reads),
    readKeyringHistory: () => readKeyringHistory(reads),
    readEvidenceKey: (keyId) => readEvidenceKey(keyId, reads),
    readKeySet: () => readKeySet(reads),
    readLogPolicy: () => readLogPolicy(reads),
    readScorers: () => readScorers(reads),
    readScorer: (sha256) => readScorerModule(sha256, needs.readScorer),
    readSpecification: (sha256) => readSpecification(sha256, reads),
    readTrustedRoot: async () => needs.readTrustedRoot(),
    noteHandOut: (caller, eventId, form) => handOuts.note(caller, eventId, form),
    readCustody: (caller, ask) => readCustody(caller, ask, reads),
    redactEvidence: (caller, ask) => redactEvidence(caller, ask, prints),
    setLegalHold: (caller, eventId, request, ask) =>
      setLegalHold(caller, { ...request, eventId }, ask, writes),
    eraseEvidence: (caller, eventId, request, ask) =>
      eraseEvidence(caller, { ...request, eventId }, ask, writes),
    readReport: (caller, ask) => readReport(caller, ask, prints),
    readArchive: (caller, eventId) => readArchive(caller, eventId, prints),
    judgeEvidence: (caller, request) => judgeEvidence(caller, request, prints),
    listEvents: (caller, query) => listEvents(caller, query, reads),
    followEvents: (caller, query) => followEvents(caller, query, { events: reading.events, recent }),
    listEvidence: (caller, query) => listEvidence(caller, query, reads),
    readLogCheckpoint: () => readLogCheckpoint(reads),
    readLogTile: (place) => readLogTile(place, reads),
    readLogEntries: (place) => readLogEntries(place, reads),
    proveLogInclusion: (ask) => proveLogInclusion(ask, reads),
    readLogRecoveries: () => readLogRecoveries(reads),
    proveLogConsistency: (ask) => proveLogConsistency(ask, reads),
    ...needs.webhooks,
    feedScenario: (caller, request, ask) =>
      keepScenario(caller, request, ask, { ...reads, ...writes, reports: needs.reports }),
    exportScenario: (caller, ask) => exportKept(caller, ask, { ...reads, reports: needs.reports }),
    listScenarios: (caller, question) => listScenarios(caller, question, reads),
    showScenario: (caller, scenarioId) => openScenario(caller, scenarioId, reads),
    deleteScenario: (caller, scenarioId, ask) =>
      deleteScenario(caller, scenarioId, ask, { ...reads, ...writes }),
    async identify(apiKey, peer) {
      const found = await gate.examine(apiKey, peer);
      if (found.kind === "caller") return found.caller;
      needs.trail.note(refusedKeyEntry(found, peer));
      return null;
    },
    findSession: (ask) => needs.keys.findSession(ask),
    async signOut(signOut) {
      await ledger.write({ kind: "sign-out", signOut });
    },
    async readiness() {
      const whyUnavailable = ledger.whyUnavailable();
      const checks = { store: whyUnavailable ?? "ok", clock: ledger.doubtAboutClock() ?? "ok" };
      return { ready: whyUnavailable === null, checks };
    },
  };
}
