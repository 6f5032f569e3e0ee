import { expect, test } from "vitest";

import { bundle, frames, issued } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import {
  carriedStatement,
  statedExample,
} from "../../../clients/conformance/evidence/examples/example-statement.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { ownJson } from "../own-json.ts";
import type { StoredEvidence } from "../ports/reading/evidence-reader.ts";
import type { PrintJob } from "../ports/report-worker.ts";
import { readArchive, readReport } from "./print-evidence.ts";

const stored: StoredEvidence = {
  vehicleKey: 1,
  vehicleId: "van-1",
  seq: 6,
  bundle: issued.bytes,
  frames: frames.bytes,
  isIntact: true,
  isSealed: true,
  tombstone: null,
};
const { envelope } = carriedStatement();
const evidence = { bundle: issued.bytes, frames: frames.bytes };
const printed = Uint8Array.of(1, 2, 3);
const method = utf8("the method");

function printing(given: { readonly found?: StoredEvidence | null; readonly trust?: () => Uint8Array } = {}) {
  const { found = stored, trust = () => utf8("trust") } = given;
  const jobs: (readonly [string, PrintJob])[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const needs = {
    evidence: {
      findEvidence: async () => found,
      countWaiting: async () => 0,
      listEvidence: unasked,
      readCustody: unasked,
    },
    keyring: {
      listKeyringVersions: async () => [],
      listLoggedScorers: unasked,
      findSpecification: async ({ sha256 }: { readonly sha256: string }) =>
        sha256 === bundle.scoring.specification_sha256 ? method : null,
    },
    log: {
      findCheckpoint: async () => ({ size: 1, note: "log\n1\n" }),
      readTile: unasked,
      readEntries: unasked,
      proveInclusion: unasked,
      proveConsistency: unasked,
    },
    reports: {
      async print(organisation: string, job: PrintJob) {
        jobs.push([organisation, job]);
        return printed;
      },
      judge: unasked,
      redact: unasked,
    },
    statements: {
      findStatement: unasked,
      findEntryAt: unasked,
      findBreachEvidence: unasked,
      listStatements: async ({ vehicleKey }: { readonly vehicleKey: number }) =>
        vehicleKey === stored.vehicleKey ? [{ envelope: canonicalBytes(envelope), leafIndex: 1 }] : [],
    },
    readTrust: trust,
    readTrustedRoot: () => "{}\n",
  };
  return { jobs, needs };
}

test.each(["html", "pdf"] as const)("a report as %s is printed in a turn of the caller's", async (form) => {
  const { jobs, needs } = printing();
  expect(await readReport(callerForTests, { eventId: "EVB-1", form }, needs)).toBe(printed);
  expect(jobs).toEqual([
    ["acme", { kind: form, evidence, trust: utf8("trust"), statements: [statedExample] }],
  ]);
});

test("the trust file is read anew for every report", async () => {
  let version = 0;
  const { jobs, needs } = printing({ trust: () => utf8(`trust ${(version += 1)}`) });
  const ask = { eventId: "EVB-1", form: "pdf" } as const;
  for (const _ of [1, 2]) await readReport(callerForTests, ask, needs);
  expect(jobs.map(([, { trust }]) => trust)).toEqual([utf8("trust 1"), utf8("trust 2")]);
});

test("an archive has the evidence, the method it was scored by and what Sigstore's verifiers take", async () => {
  const { jobs, needs } = printing();
  expect(await readArchive(callerForTests, "EVB-1", needs)).toBe(printed);
  const [[organisation, job] = []] = jobs;
  if (job?.kind !== "archive") throw new Error("no archive was asked for");
  expect([organisation, job.evidence, job.scoringMethod]).toEqual(["acme", evidence, method]);
  const further = new Map(job.further.map(({ name, bytes }) => [name, bytes]));
  expect([...further.keys()]).toEqual(["keyring.json", "sigstore.json", "trusted_root.json"]);
  expect(further.get("trusted_root.json")).toEqual(utf8("{}\n"));
  const { dsseEnvelope } = ownJson<{ readonly dsseEnvelope: unknown }>(
    further.get("sigstore.json") ?? new Uint8Array(),
  );
  expect(dsseEnvelope).toEqual(bundle.proof.envelope);
});

test("an archive of evidence whose method is not there goes without it", async () => {
  const { jobs, needs } = printing();
  const findSpecification = async () => null;
  await readArchive(callerForTests, "EVB-1", { ...needs, keyring: { ...needs.keyring, findSpecification } });
  expect(jobs).toMatchObject([["acme", { scoringMethod: null }]]);
});

test.each([
  ["not there", null, "evidence_not_found"],
  ["not final", { ...stored, isSealed: false }, "evidence_not_sealed"],
  ["damaged", { ...stored, isIntact: false }, "evidence_damaged"],
])("evidence that is %s is refused, and nothing is printed", async (_, found, code) => {
  const { jobs, needs } = printing({ found });
  const report = readReport(callerForTests, { eventId: "EVB-1", form: "html" }, needs);
  await expect(report).rejects.toMatchObject({ code });
  await expect(readArchive(callerForTests, "EVB-1", needs)).rejects.toMatchObject({ code });
  expect(jobs).toEqual([]);
});
