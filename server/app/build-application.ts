import type { ApiKeyGate } from "./api-keys.ts";
import type { Application } from "./application.ts";
import { authoriseRepeat } from "./authorise-repeat.ts";
import { commandBaseline } from "./command-baseline.ts";
import { feedScenario } from "./feed-scenario.ts";
import { HandOutNotes } from "./hand-out-notes.ts";
import { ingestBatch, ingestFrame } from "./ingest-frames.ts";
import type { Ledger, LedgerHealth } from "./ledger.ts";
import { judgeEvidence } from "./judge-evidence.ts";
import { listEvidence } from "./list-evidence.ts";
import { listVehicles } from "./list-vehicles.ts";
import { eraseEvidence, setLegalHold } from "./manage-evidence.ts";
import type { PaperPress } from "./paper-press.ts";
import { readArchive, readReport } from "./print-evidence.ts";
import { rankWorkQueue } from "./rank-work-queue.ts";
import { readCustody } from "./read-custody.ts";
import { readEvidence, readSigstoreBundle } from "./read-evidence.ts";
import {
  readEvidenceKey,
  readKeyring,
  readKeyringHistory,
  readKeySet,
  readLogPolicy,
  readSpecification,
} from "./read-keyring.ts";
import {
  proveLogConsistency,
  proveLogInclusion,
  readLogCheckpoint,
  readLogEntries,
  readLogTile,
} from "./read-log.ts";
import { readScorerModule, readScorers, type ReadScorer } from "./read-scorers.ts";
import { readSeries } from "./read-series.ts";
import type { ReadingNeeds } from "./reading-needs.ts";
import { readUsage } from "./read-usage.ts";
import { redactEvidence } from "./redact-evidence.ts";
import { registerReference } from "./register-reference.ts";
import { rescoreFleet } from "./rescore-fleet.ts";
import { scoreFrame } from "./score-frame.ts";
import { showVehicle } from "./show-vehicle.ts";
import type { KeysInFlight } from "./submit-write.ts";
import { summariseFleet } from "./summarise-fleet.ts";

export interface ApplicationNeeds {
  readonly ledger: Ledger & Pick<LedgerHealth, "whyUnavailable" | "doubtAboutClock">;
  readonly reading: Omit<ReadingNeeds, "nowUs">;
  readonly gate: Pick<ApiKeyGate, "identify">;
  /** As core/evidence/trusted-root.ts writes it. */
  readonly trustedRoot: string;
  readonly press: PaperPress;
  /** The trust file of this installation as it is now, byte for byte. */
  readonly readTrust: () => Uint8Array;
  readonly readScorer: ReadScorer;
  readonly nowUs: () => number;
}

/** All verbs, given what they need. One a ledger: it remembers which idempotent requests are running. */
export function buildApplication(needs: ApplicationNeeds): Application {
  const { ledger, reading, gate, nowUs } = needs;
  const inFlight: KeysInFlight = new Map();
  const writes = { ledger, inFlight, nowUs };
  const handOuts = new HandOutNotes(writes);
  const reads = { ...reading, nowUs };
  const prints = { ...reads, press: needs.press, readTrust: needs.readTrust, trustedRoot: needs.trustedRoot };
  return {
    ingestFrame: (caller, frame, ask) => ingestFrame(caller, frame, ask, writes),
    ingestBatch: (caller, group, ask) => ingestBatch(caller, group, ask, writes),
    scoreFrame: (caller, frame, ask) => scoreFrame(caller, frame, ask, writes),
    recallAnswer: (slot) => ledger.recallAnswer(slot),
    async rememberAnswer(slot, answer) {
      await ledger.write({ kind: "answer", slot, answer });
    },
    authoriseRepeat: (caller, ask) => authoriseRepeat(caller, ask, reads),
    readUsage: (caller) => readUsage(caller, reads),
    summariseFleet: (caller, query) => summariseFleet(caller, query, reads),
    listVehicles: (caller, query) => listVehicles(caller, query, reads),
    showVehicle: (caller, vehicleId) => showVehicle(caller, vehicleId, reads),
    readSeries: (caller, vehicleId, query) => readSeries(caller, vehicleId, query, reads),
    commandBaseline: (caller, vehicleId, command, ask) =>
      commandBaseline(caller, { ...command, vehicleId }, ask, writes),
    registerReference: (caller, vehicleId, reference) =>
      registerReference(caller, vehicleId, reference, writes),
    rankWorkQueue: (caller, query) => rankWorkQueue(caller, query, reads),
    paperPlacesOf: ({ organisation }) => needs.press.placesOf(organisation),
    enterPaper: ({ organisation }) => needs.press.enter(organisation),
    rescoreFleet: (caller, request) =>
      needs.press.inTurn(caller.organisation, () => rescoreFleet(caller, request, reads)),
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
    readTrustedRoot: async () => needs.trustedRoot,
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
    listEvidence: (caller, query) => listEvidence(caller, query, reads),
    readLogCheckpoint: () => readLogCheckpoint(reads),
    readLogTile: (place) => readLogTile(place, reads),
    readLogEntries: (place) => readLogEntries(place, reads),
    proveLogInclusion: (ask) => proveLogInclusion(ask, reads),
    proveLogConsistency: (ask) => proveLogConsistency(ask, reads),
    feedScenario: (caller, request) => feedScenario(caller, request, reads),
    identify: (apiKey, peer) => gate.identify(apiKey, peer),
    async readiness() {
      const whyUnavailable = ledger.whyUnavailable();
      const checks = { store: whyUnavailable ?? "ok", clock: ledger.doubtAboutClock() ?? "ok" };
      return { ready: whyUnavailable === null, checks };
    },
  };
}
