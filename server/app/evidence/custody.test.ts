import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { ErasedRefusal, Refusal } from "../../../core/contract/refusal.ts";
import type { EvidenceCustody } from "../../../core/contract/types.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { fromBase64 } from "../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { effectiveKeys } from "../../../core/evidence/verify/effective-keys.ts";
import { checkCustodyRecords } from "../../../core/evidence/verify/check-custody-records.ts";
import { openLoggedDocument } from "../../../core/evidence/log/open-logged-document.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { exportedTrust } from "../../log-for-tests.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";

const acme = callerOf("acme");
const globex = callerOf("globex");
const vans = callerOf("acme", ["vans"]);
const decision = "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66";
const ask = { requestId: "req_test", receivedAtUs: 0 };

let fleet: FleetForTests;
let ids: Record<string, string>;

beforeAll(async () => {
  fleet = await openFleetForTests();
  const names = ["handed", "polled", "held", "erased", "raced"];
  await fleet.send(
    acme,
    names.flatMap((vehicleId) =>
      streamForTests({
        vehicleId,
        frames: 100,
        fleetId: "trucks",
        radarFaultM: (at) => (at < 80 ? 0 : 0.6),
      }),
    ),
  );
  const { data } = await fleet.application.listEvidence(acme, { limit: 10 });
  ids = Object.fromEntries(data.map((item) => [item.vehicle_id, item.event_id]));
});
afterAll(() => fleet.close());

async function custodyOf(eventId: string): Promise<EvidenceCustody> {
  const custody = await fleet.application.readCustody(acme, { eventId, afterSeq: 0, limit: 100 });
  expect(validate("EvidenceCustody", custody)).toEqual([]);
  return custody;
}

async function refusalOf(asking: Promise<unknown>): Promise<unknown> {
  return asking.then(
    () => "not refused",
    (fault: unknown) => (fault instanceof Refusal ? fault.code : fault),
  );
}

function trusted() {
  const belief = exportedTrust(fleet.dataDir);
  return { ...effectiveKeys({ ...belief, nowUs: undefined }, primitives), logs: belief.trust.logs };
}

function checked({ event_id: eventId, content_digest: contentDigest, entries }: EvidenceCustody) {
  const { keys, versions, logs } = trusted();
  const documents = entries.map(({ envelope, tlog_proof: tlogProof }) => ({ envelope, tlogProof }));
  return checkCustodyRecords({ eventId, contentDigest }, documents, {
    keys,
    versions,
    log: logs[0]!,
    primitives,
  });
}

test("untouched evidence has no records", async () => {
  expect(await custodyOf(ids["held"]!)).toMatchObject({
    legal_hold: false,
    erased_at: null,
    tombstone: null,
    entries: [],
    has_more: false,
  });
});

test("what was handed out to whom is a chain of signed records in the log", async () => {
  const eventId = ids["handed"]!;
  await fleet.application.noteHandOut(acme, eventId, "bundle");
  await fleet.application.noteHandOut(acme, eventId, "frames");
  await fleet.application.noteHandOut({ ...acme, keyId: "insurer" }, eventId, "bundle");
  const custody = await custodyOf(eventId);
  expect(custody.entries.map(({ seq, action, form, key_id: key }) => [seq, action, form, key])).toEqual([
    [1, "handed_out", "bundle", "key-acme"],
    [2, "handed_out", "frames", "key-acme"],
    [3, "handed_out", "bundle", "insurer"],
  ]);
  expect(checked(custody)).toMatchObject({ kind: "whole", records: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
});

test("a chain with a record left out, swapped, or of another event is found", async () => {
  const custody = await custodyOf(ids["handed"]!);
  const [first, second, third] = custody.entries;
  const broken = (entries: EvidenceCustody["entries"], more: Partial<EvidenceCustody> = {}) =>
    checked({ ...custody, entries, ...more }).kind;
  expect(broken([first!, third!])).toBe("broken");
  expect(broken([second!, first!, third!])).toBe("broken");
  expect(broken([first!, first!])).toBe("broken");
  expect(broken([second!])).toBe("broken");
  expect(broken([first!], { event_id: ids["held"]! })).toBe("broken");
  expect(broken([first!], { content_digest: `sha256:${"0".repeat(64)}` })).toBe("broken");
  const sig = second!.envelope.signatures[0]!.sig;
  const bent = { ...second!, envelope: { ...second!.envelope, payload: first!.envelope.payload } };
  expect(broken([first!, bent])).toBe("broken");
  const swapped = {
    ...first!,
    envelope: { ...first!.envelope, signatures: [{ keyid: first!.envelope.signatures[0]!.keyid, sig }] },
  };
  expect(broken([swapped])).toBe("broken");
  expect(broken([{ ...first!, tlog_proof: second!.tlog_proof }])).toBe("broken");
});

test("a client that polls is one record an hour, for each key and form", async () => {
  const eventId = ids["polled"]!;
  for (let time = 0; time < 20; time++) await fleet.application.noteHandOut(acme, eventId, "bundle");
  await Promise.all(Array.from({ length: 20 }, () => fleet.application.noteHandOut(acme, eventId, "frames")));
  expect((await custodyOf(eventId)).entries).toHaveLength(2);
});

test("records come in pages", async () => {
  const page = await fleet.application.readCustody(acme, { eventId: ids["handed"]!, afterSeq: 1, limit: 1 });
  expect(page.entries.map(({ seq }) => seq)).toEqual([2]);
  expect(page.has_more).toBe(true);
});

test("another organisation and a key for other fleets find nothing, whatever they ask", async () => {
  const { application } = fleet;
  const eventId = ids["held"]!;
  for (const other of [globex, vans]) {
    for (const asking of [
      () => application.readCustody(other, { eventId, afterSeq: 0, limit: 1 }),
      () => application.redactEvidence(other, { eventId, withhold: "1" }),
      () => application.noteHandOut(other, eventId, "bundle"),
      () => application.setLegalHold(other, eventId, { hold: true, reason: "mine" }, ask),
      () => application.eraseEvidence(other, eventId, { basis: "mine", decision_sha256: decision }, ask),
    ]) {
      expect(await refusalOf(asking())).toBe("evidence_not_found");
    }
  }
  expect((await custodyOf(eventId)).entries).toEqual([]);
});

test("the redacted set stands under the same bundle", async () => {
  const eventId = ids["handed"]!;
  const { bundle } = await fleet.application.readEvidence(acme, eventId);
  const { first_seq: first, last_seq: last } = readStoredBundle(bundle).scoring.inputs;
  const frames = await fleet.application.redactEvidence(acme, {
    eventId,
    withhold: `${first},${first + 5}-${first + 9}`,
  });
  const report = verifyBundle({ bundle, frames, ...exportedTrust(fleet.dataDir) }, primitives);
  expect(report.findings.frames).toMatchObject({
    kind: "pass",
    note: expect.stringContaining(`${last - first + 1 - 6} of ${last - first + 1} disclosed`) as string,
  });
  for (const withhold of ["", "x", "5-3", String(last + 1), `1-${last + 1}`]) {
    const asking = fleet.application.redactEvidence(acme, { eventId, withhold });
    expect(await refusalOf(asking), withhold).toBe("query_parameter_invalid");
  }
});

test("a legal hold forbids erasure until it is released, and both are on record", async () => {
  const { application } = fleet;
  const eventId = ids["held"]!;
  const hold = (to: boolean) =>
    application.setLegalHold(acme, eventId, { hold: to, reason: "claim 2026/0815" }, ask);
  const erase = () =>
    application.eraseEvidence(acme, eventId, { basis: "retention", decision_sha256: decision }, ask);
  expect((await hold(true)).value).toMatchObject({ legal_hold: true, changed: true });
  expect((await hold(true)).value).toMatchObject({ legal_hold: true, changed: false });
  expect(await refusalOf(erase())).toBe("evidence_on_hold");
  expect((await application.readEvidence(acme, eventId)).bundle.length).toBeGreaterThan(1_000);
  expect(await custodyOf(eventId)).toMatchObject({ legal_hold: true, entries: [{ action: "hold_set" }] });
  expect((await hold(false)).value).toMatchObject({ legal_hold: false, changed: true });
  expect((await erase()).value).toMatchObject({ event_id: eventId });
  const custody = await custodyOf(eventId);
  expect(custody.entries.map(({ action }) => action)).toEqual(["hold_set", "hold_released", "erased"]);
  expect(checked(custody).kind).toBe("whole");
});

test("a hold and an erasure that meet in one transaction: the first one counts", async () => {
  const { application } = fleet;
  const eventId = ids["raced"]!;
  const outcomes = await Promise.all([
    refusalOf(application.setLegalHold(acme, eventId, { hold: true, reason: "first" }, ask)),
    refusalOf(application.eraseEvidence(acme, eventId, { basis: "second", decision_sha256: decision }, ask)),
  ]);
  expect(outcomes).toEqual(["not refused", "evidence_on_hold"]);
});

test("erased evidence leaves a signed tombstone, its entry in the log, and no byte of itself in the files", async () => {
  const { application } = fleet;
  const eventId = ids["erased"]!;
  const { bundle, frames } = await application.readEvidence(acme, eventId);
  const { salt, proof } = readStoredBundle(bundle);
  const [line] = Buffer.from(frames).toString().split("\n");
  const frameSalt = (JSON.parse(line!) as { salt: string }).salt;
  expect(bytesOnDisk(fleet.dataDir, salt), "the search works").toBeGreaterThan(0);

  const { value: tombstone } = await application.eraseEvidence(
    acme,
    eventId,
    { basis: "retention period over", decision_sha256: decision },
    ask,
  );
  expect(validate("Tombstone", tombstone)).toEqual([]);
  expect(tombstone).toMatchObject({
    event_id: eventId,
    leaf_index: proof.log!.index,
    decision_sha256: decision,
  });
  // The write-ahead log is emptied right after the answer.
  await expect.poll(() => bytesOnDisk(fleet.dataDir, salt)).toBe(0);
  expect(bytesOnDisk(fleet.dataDir, frameSalt)).toBe(0);

  const gone = await application.readEvidence(acme, eventId).catch((fault: unknown) => fault);
  expect(gone).toBeInstanceOf(ErasedRefusal);
  expect((gone as ErasedRefusal).tombstone).toEqual(tombstone);
  for (const asking of [
    () => application.redactEvidence(acme, { eventId, withhold: "1" }),
    () => application.noteHandOut(acme, eventId, "archive"),
    () => application.setLegalHold(acme, eventId, { hold: true, reason: "too late" }, ask),
    () => application.eraseEvidence(acme, eventId, { basis: "again", decision_sha256: decision }, ask),
  ]) {
    expect(await refusalOf(asking())).toBe("evidence_purged");
  }

  const custody = await custodyOf(eventId);
  expect(custody).toMatchObject({ tombstone, erased_at: tombstone.erased_at, legal_hold: false });
  expect(checked(custody).kind).toBe("whole");
  const listed = await application.listEvidence(acme, { limit: 10 });
  expect(listed.data.find((item) => item.event_id === eventId)).toMatchObject({
    erased_at: tombstone.erased_at,
    signature: tombstone.content_digest,
    vehicle_id: "erased",
  });
  expect(validate("EvidenceList", listed)).toEqual([]);
  expect(await application.showVehicle(acme, "erased")).toMatchObject({ vehicle_id: "erased" });
});

test("the tombstone's signature is in the log under its own kind", async () => {
  const database = new DatabaseSync(join(fleet.dataDir, "plumbline.db"), { readOnly: true });
  const row = database
    .prepare("SELECT leaf_index, envelope FROM log_document WHERE kind = 'tombstone' AND subject = ?")
    .get(ids["erased"]!)!;
  database.close();
  const envelope = JSON.parse(Buffer.from(row["envelope"] as Uint8Array).toString()) as Parameters<
    typeof openLoggedDocument
  >[1]["envelope"];
  const index = row["leaf_index"] as number;
  const tlogProof = await fleet.application.proveLogInclusion({ index, size: null });
  const { keys, versions, logs } = trusted();
  const given = { keys, versions, log: logs[0]!, primitives };
  expect(openLoggedDocument("tombstone", { envelope, tlogProof }, given)).toMatchObject({
    kind: "open",
    index,
  });
  expect(openLoggedDocument("custody", { envelope, tlogProof }, given)).toMatchObject({ kind: "broken" });
  expect(Buffer.from(fromBase64(envelope.payload)!).toString()).not.toContain("VEH");
});

/** How often a text stands in any file of a folder that the store writes. */
function bytesOnDisk(folder: string, text: string): number {
  return readdirSync(folder)
    .filter((name) => name.startsWith("plumbline.db"))
    .reduce((count, name) => {
      const file = readFileSync(join(folder, name)).toString("latin1");
      return count + file.split(text).length - 1;
    }, 0);
}
