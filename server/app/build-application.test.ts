import { expect, test } from "vitest";

import { utf8 } from "../../core/encoding/bytes.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { KeysForTests, makingForTests } from "../keys-for-tests.ts";
import { callerForTests, ledgerForTests } from "../ledger-for-tests.ts";
import { radarFrame } from "../storage/frames-for-tests.ts";
import { buildApplication, type ApplicationNeeds } from "./build-application.ts";
import type { WriteOutcome } from "./ports/write-request.ts";
import { noWebhooksForTests } from "./webhooks/no-webhooks-for-tests.ts";
import { noQuotas } from "./ports/quotas.ts";

const unasked = () => Promise.reject(new Error("not asked for"));
/** A store without a vehicle, evidence or log. */
const reading: ApplicationNeeds["reading"] = {
  fleet: { countFleet: unasked, listVehicles: async () => [] },
  analytics: {
    countAttributes: unasked,
    gatherCourse: unasked,
    countShares: unasked,
    listPositions: unasked,
  },
  vehicles: { openVehicle: async () => null, readHistory: unasked, findFrame: unasked },
  analysis: {
    describeState: unasked,
    gatherSeries: unasked,
    followSeries: unasked,
    listResiduals: unasked,
    compareSettings: unasked,
  },
  work: {
    findWork: async (keys) => keys.map(() => null),
    listWorkEntries: unasked,
    listHeld: async () => [],
    countSnoozed: async () => 0,
  },
  repairs: { compareRepair: unasked },
  evidence: {
    findEvidence: async () => null,
    countWaiting: async () => 0,
    listEvidence: async () => [],
    readCustody: async () => null,
  },
  events: {
    readEvents: unasked,
    findEventSpan: async () => ({ newest: null, goneThrough: null }),
  },
  log: {
    findCheckpoint: async () => ({ size: 1, note: "log\n1\n" }),
    readTile: unasked,
    readEntries: unasked,
    proveInclusion: unasked,
    proveConsistency: unasked,
  },
  recoveries: { listRecoveries: async () => [] },
  statements: {
    findStatement: unasked,
    listStatements: unasked,
    findEntryAt: unasked,
    findBreachEvidence: unasked,
  },
  scenarios: { findScenario: async () => null, listScenarios: async () => [] },
  keyring: {
    listKeyringVersions: async () => [],
    listLoggedScorers: async () => [],
    findSpecification: async () => null,
  },
  audit: { listAudit: unasked },
  usage: { readUsage: unasked, readStoredDays: unasked, countEvidenceRequests: unasked },
  quotas: noQuotas,
  answerRetentionUs: 1,
  silentAfterS: 60,
  cursorSecret: new Uint8Array(32),
  settings: defaultSettings,
  software: { name: "plumbline", version: "1.2.3" },
};

interface Given {
  readonly outcome?: WriteOutcome | Promise<WriteOutcome>;
  readonly whyUnavailable?: string;
  readonly doubtAboutClock?: string;
}

function built({ outcome = { kind: "answer" }, whyUnavailable, doubtAboutClock }: Given = {}) {
  const { ledger, asked } = ledgerForTests(() => outcome);
  const turns: string[] = [];
  const noted: object[] = [];
  const application = buildApplication({
    ledger: {
      ...ledger,
      onEvents: () => () => {},
      whyUnavailable: () => whyUnavailable ?? null,
      doubtAboutClock: () => doubtAboutClock ?? null,
    },
    reading,
    gate: {
      examine: async (key) =>
        key === "known"
          ? { kind: "caller", caller: callerForTests }
          : { kind: "refused", why: "unknown", organisation: null, publicId: "x" },
      forget: () => undefined,
    },
    trail: { note: (entry) => void noted.push(entry) },
    keys: new KeysForTests(),
    making: makingForTests(),
    readTrustedRoot: () => "the root",
    webhooks: noWebhooksForTests,
    readTrust: () => utf8("trust"),
    readScorer: async () => null,
    nowUs: () => 0,
    reports: {
      print: unasked,
      judge: unasked,
      redact: unasked,
      exportScenario: unasked,
      fitDrift: unasked,
      placesOf: (organisation) => turns.filter((name) => name === organisation).length,
      enter(organisation) {
        turns.push(organisation);
        return () => void turns.splice(turns.indexOf(organisation), 1);
      },
      async inTurn(organisation, work) {
        turns.push(organisation);
        return work();
      },
    },
  });
  return { application, asked, noted, turns };
}

test.each([
  [{}, true, { store: "ok", clock: "ok" }],
  [{ whyUnavailable: "disk full" }, false, { store: "disk full", clock: "ok" }],
  [{ doubtAboutClock: "an hour behind" }, true, { store: "ok", clock: "an hour behind" }],
])("with %j it says whether it is ready: %s", async (given, ready, checks) => {
  expect(await built(given).application.readiness()).toEqual({ ready, checks });
});

test("two requests of one idempotency key do not run at once, whichever verb they come by", async () => {
  const { promise, resolve } = Promise.withResolvers<WriteOutcome>();
  const { application, asked } = built({ outcome: promise });
  const keep = { space: "s", organisation: "acme", fingerprint: "f", status: 200 };
  const ask = { requestId: "req", receivedAtUs: 0, keep };
  const first = application.scoreFrame(callerForTests, radarFrame("van-1", 0), ask);
  const second = application.setLegalHold(callerForTests, "EVB-1", { hold: true, reason: "r" }, ask);
  await expect(second).rejects.toMatchObject({ code: "idempotency_in_progress" });
  expect(asked.map(({ kind }) => kind)).toEqual(["score"]);
  resolve({ kind: "refused", code: "fleet_not_allowed", detail: "d" });
  await expect(first).rejects.toMatchObject({ code: "fleet_not_allowed" });
});

test("a hand-out is noted once, however often the evidence is fetched", async () => {
  const { application, asked } = built({ outcome: { kind: "custody", answer: null } });
  for (const _ of [1, 2, 3]) await application.noteHandOut(callerForTests, "EVB-1", "bundle");
  expect(asked).toMatchObject([{ kind: "custody", eventId: "EVB-1", keyId: callerForTests.keyId }]);
});

test("a what-if takes a turn of its organisation, and a place is one of its organisation", async () => {
  const { application, turns } = built();
  const answer = await application.rescoreFleet(callerForTests, { settings: {} });
  expect([answer.vehicles, turns]).toEqual([[], ["acme"]]);
  const leave = application.enterReportQueue({ ...callerForTests, organisation: "globex" });
  expect(application.reportPlacesOf({ ...callerForTests, organisation: "globex" })).toBe(1);
  leave();
  expect(application.reportPlacesOf({ ...callerForTests, organisation: "globex" })).toBe(0);
});

test("an answer without an effect is kept through the ledger", async () => {
  const { application, asked } = built();
  const slot = { space: "s", organisation: "acme", fingerprint: "f" };
  const answer = { status: 422, requestId: "req", sha256: "00" };
  await application.rememberAnswer(slot, answer);
  expect(asked).toEqual([{ kind: "answer", slot, answer }]);
});

test("callers are known by their keys, and the trusted root is what it was given", async () => {
  const { application, noted } = built();
  const peer = { isLoopback: false, requestId: "req", clientAddress: "192.0.2.7" };
  expect(await application.identify("known", peer)).toBe(callerForTests);
  expect(noted).toEqual([]);
  expect(await application.identify("other", peer)).toBeNull();
  expect(noted).toMatchObject([
    { action: "authenticate", reason: "unknown", requestId: "req", organisation: "" },
  ]);
  expect(await application.readTrustedRoot()).toBe("the root");
});

test("an empty store is answered, and what is not in it is refused", async () => {
  const { application } = built();
  const vehicles = await application.listVehicles(callerForTests, { limit: 5, sort: "vehicle_id" });
  expect(vehicles.data).toEqual([]);
  expect(await application.readLogCheckpoint()).toBe("log\n1\n");
  await expect(
    application.readReport(callerForTests, { eventId: "EVB-1", form: "pdf" }),
  ).rejects.toMatchObject({ code: "evidence_not_found" });
  await expect(application.showVehicle(callerForTests, "van-1")).rejects.toMatchObject({
    code: "vehicle_not_found",
  });
});
