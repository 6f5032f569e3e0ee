import { afterAll, beforeAll, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { presentScorer } from "../../../clients/conformance/evidence/examples/scored-evidence.ts";
import type { EvidenceVerifyRequest } from "../../../core/contract/types.ts";
import { readStoredBundle, type Bundle } from "../../../core/encoding/bundle.ts";
import { organisationTag } from "../../../core/evidence/bundle/submitter.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { htmlReport } from "../../../core/reports/html-report.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";
import { readExportedKeyring, readExportedTrust } from "../../keys/export-trust.ts";

/** Two organisations that call a vehicle alike, each with evidence about its own. */
const vehicleId = "van-1";
const organisations = ["acme", "globex"] as const;
const ask = { requestId: "req_test", receivedAtUs: 0 };
const { sha256 } = primitives;

interface Held {
  readonly bundle: Bundle;
  readonly bytes: Uint8Array;
  readonly frames: Uint8Array;
}

let fleet: FleetForTests;
const held: Record<string, Held> = {};

beforeAll(async () => {
  fleet = await openFleetForTests();
  for (const organisation of organisations) {
    const caller = callerOf(organisation);
    const frames = streamForTests({ vehicleId, frames: 100, radarFaultM: (at) => (at < 80 ? 0 : 0.6) });
    await fleet.send(caller, frames);
    const { data } = await fleet.application.listEvidence(caller, { limit: 10 });
    const eventId = data[0]!.event_id;
    const { bundle: bytes, frames: lines } = await fleet.application.readEvidence(caller, eventId);
    const bundle = readStoredBundle(bytes);
    held[organisation] = { bundle, bytes, frames: lines };
  }
});
afterAll(() => fleet.close());

test.each(organisations)(
  "evidence about a vehicle of %s names it, and the key of the breach frame",
  (name) => {
    const { bundle, bytes, frames } = held[name]!;
    expect(bundle.vehicle_id).toBe(vehicleId);
    expect(bundle.submitter).toEqual({
      organisation: name,
      organisation_tag: organisationTag(name, bundle.salt, sha256),
      api_key_id: `key-${name}`,
    });
    const trust = readTrust(readExportedTrust(fleet.dataDir), sha256);
    const keyring = readExportedKeyring(fleet.dataDir);
    const { findings, subject } = verifyBundle({ bundle: bytes, frames, trust, keyring }, primitives);
    expect(Object.values(findings).filter(({ kind }) => kind === "fail")).toEqual([]);
    expect(subject).toMatchObject({ organisation: name, apiKeyId: `key-${name}`, vehicleId });
  },
);

test("what is signed and what is logged stand for the organisation by its tag, and do not name it", () => {
  for (const name of organisations) {
    const { bundle } = held[name]!;
    const statement = Buffer.from(bundle.proof.envelope.payload, "base64").toString("utf8");
    const entry = Buffer.from(bundle.proof.log!.entry, "base64").toString("utf8");
    expect(statement).toContain(`"organisation_tag":"${bundle.submitter!.organisation_tag}"`);
    for (const shown of [statement, entry]) expect(shown).not.toContain(name);
  }
  expect(held["acme"]!.bundle.submitter!.organisation_tag).not.toBe(
    held["globex"]!.bundle.submitter!.organisation_tag,
  );
});

test("the report shows organisation and key before the vehicle", () => {
  for (const name of organisations) {
    const { bytes, frames } = held[name]!;
    const html = htmlReport(
      { bundle: bytes, frames },
      { sha256, trustSha256: null, scorerOf: presentScorer },
    );
    const at = [name, `API key key-${name}`, `Vehicle ${vehicleId}`].map((words) => html.indexOf(words));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  }
});

test("the service judges by the organisation that is required, and as of the moment that is named", async () => {
  const { bytes, frames } = held["acme"]!;
  const files = { bundle: Buffer.from(bytes).toString("utf8"), frames: Buffer.from(frames).toString("utf8") };
  const judge = (more: Partial<EvidenceVerifyRequest>) =>
    fleet.application.judgeEvidence(callerOf("acme"), { ...files, ...more });
  expect(await judge({ require_organisation: "acme", require: ["precommit"] })).toMatchObject({
    verdict: "valid",
    organisation: "acme",
    api_key_id: "key-acme",
  });
  expect(await judge({ require_organisation: "globex" })).toMatchObject({ code: "E_STATEMENT" });
  const own = JSON.parse(Buffer.from(readExportedTrust(fleet.dataDir)).toString("utf8")) as object;
  const trust = { ...own, refresh_after: "2020-06-30T00:00:00.000Z" };
  const keyring = Buffer.from(readExportedKeyring(fleet.dataDir)!).toString("utf8");
  expect(await judge({ trust, keyring })).toMatchObject({ verdict: "incomplete", code: null });
  const then = "2020-06-30T00:00:00Z";
  expect(await judge({ trust, keyring, now: then })).toMatchObject({
    verdict: "valid",
    judged_as_of: "2020-06-30T00:00:00.000Z",
  });
  expect(await judge({ now: "yesterday" }).catch((fault: unknown) => fault)).toMatchObject({
    code: "timestamp_invalid",
  });
});

test("records of custody and the tombstone name the organisation", async () => {
  const globex = callerOf("globex");
  const { event_id: eventId } = held["globex"]!.bundle;
  await fleet.application.noteHandOut(globex, eventId, "bundle");
  const decision_sha256 = "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66";
  await fleet.application.eraseEvidence(globex, eventId, { basis: "retention over", decision_sha256 }, ask);
  const { entries, tombstone } = await fleet.application.readCustody(globex, {
    eventId,
    afterSeq: 0,
    limit: 10,
  });
  expect(entries.map(({ action, organisation }) => [action, organisation])).toEqual([
    ["handed_out", "globex"],
    ["erased", "globex"],
  ]);
  expect(tombstone).toMatchObject({ organisation: "globex", event_id: eventId });
});
