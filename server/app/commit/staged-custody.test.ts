import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { ed25519Signer } from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import type { CustodyRecord, Tombstone } from "../../../core/evidence/bundle/custody-record.ts";
import { ownJson } from "../own-json.ts";
import type { EvidenceStanding, UnloggedDocument } from "../ports/logged-document.ts";
import type { CustodyAct, CustodyRequest } from "../ports/write-request.ts";
import { openOwnDocument } from "../present/present-custody.ts";
import { sha256 } from "../sha256.ts";
import { StagedCustody } from "./staged-custody.ts";
import { issuedForTests as issued } from "./store-for-tests.ts";

/** 2026-11-22T12:34:56.789Z. */
const nowUs = Date.UTC(2026, 10, 22, 12, 34, 56, 789) * 1000;
const hourUs = Date.UTC(2026, 10, 22, 12) * 1000;
const needs = { signer: ed25519Signer(), sha256, nowUs: () => nowUs };
const writer = { organisation: "acme", keyId: "key-1", fleets: null };
const erasure: CustodyAct = { kind: "erasure", basis: "claim settled", decisionSha256: "d".repeat(64) };
const bundle: CustodyAct = { kind: "hand-out", form: "bundle" };
const frames: CustodyAct = { kind: "hand-out", form: "frames" };
const hold: CustodyAct = { kind: "hold", hold: true, reason: "lawsuit" };

function asking(act: CustodyAct, more: Partial<CustodyRequest> = {}): CustodyRequest {
  return { kind: "custody", writer, eventId: "EVB-1", keyId: "key-1", act, keep: null, ...more };
}

const limitedTo = (...fleets: readonly string[]) => ({ writer: { ...writer, fleets } });

async function staged(standing: Partial<EvidenceStanding> | null = {}) {
  const found = standing === null ? null : { ...issued, ...standing };
  return StagedCustody.open([asking(bundle)], { findEvidence: async () => [found] }, needs);
}

/** What a document says, and the digest of the very bytes it says it in. */
function opened({ envelope }: UnloggedDocument) {
  const { payload } = openOwnDocument<CustodyRecord>(envelope);
  const { payload: encoded } = ownJson<{ readonly payload: string }>(envelope);
  return { payload, digest: `sha256:${hash("sha256", Buffer.from(encoded, "base64"))}` };
}

test("a batch about no evidence asks nothing of the store", async () => {
  const findEvidence = () => Promise.reject(new Error("asked"));
  const custody = await StagedCustody.open([{ kind: "key-uses", uses: [] }], { findEvidence }, needs);
  expect([custody.documents, custody.refusalOf({ kind: "key-uses", uses: [] })]).toEqual([[], null]);
});

test("each evidence is asked for once, with its hand-outs since the hour began", async () => {
  const asked: unknown[] = [];
  const findEvidence = async (...question: readonly unknown[]) => {
    asked.push(question);
    return [issued, null];
  };
  const requests = [asking(bundle), asking(frames), asking(hold, { eventId: "EVB-2" })];
  await StagedCustody.open(requests, { findEvidence }, needs);
  expect(asked).toEqual([[["EVB-1", "EVB-2"], hourUs]]);
});

test.each([
  ["that there is not", null, asking(bundle), "evidence_not_found"],
  ["of another organisation", { organisation: "globex" }, asking(bundle), "evidence_not_found"],
  ["of a fleet the key has not", {}, asking(bundle, limitedTo("trucks")), "evidence_not_found"],
  ["that was erased", { isErased: true }, asking(frames), "evidence_purged"],
  ["on hold, from being erased", { isOnHold: true }, asking(erasure), "evidence_on_hold"],
  ["that is damaged, from being erased", { leafIndex: null }, asking(erasure), "evidence_damaged"],
] as const)("evidence %s is refused", async (_, standing, request, code) => {
  expect((await staged(standing)).refusalOf(request)).toMatchObject({ kind: "refused", code });
});

test.each([
  ["on hold, to be handed out", { isOnHold: true }, asking(bundle)],
  ["that is damaged, to be held", { leafIndex: null }, asking(hold)],
  ["of a fleet the key has, to be erased", {}, asking(erasure, limitedTo("vans"))],
] as const)("evidence %s is let through", async (_, standing, request) => {
  expect((await staged(standing)).refusalOf(request)).toBeNull();
});

test("a hand-out is noted once for each key and form", async () => {
  const custody = await staged({ handedOut: [{ keyId: "key-1", form: "frames" }] });
  for (const act of [bundle, bundle, frames]) expect(custody.carryOut(asking(act))).toBeNull();
  custody.carryOut(asking(frames, { keyId: "key-2" }));
  expect(custody.documents.map(({ custody: place }) => [place?.seq, place?.form, place?.keyId])).toEqual([
    [1, "bundle", "key-1"],
    [2, "frames", "key-2"],
  ]);
});

test("each record follows the one before by its digest, and the first the evidence itself", async () => {
  const custody = await staged();
  for (const act of [bundle, hold, frames]) custody.carryOut(asking(act));
  const records = custody.documents.map(opened);
  expect(records.map(({ payload }) => payload.prev)).toEqual([
    issued.contentDigest,
    ...records.slice(0, -1).map(({ digest }) => digest),
  ]);
  expect(custody.documents.map(({ custody: place }) => place?.digest)).toEqual(
    records.map(({ digest }) => digest),
  );
  expect(records.map(({ payload }) => [payload.seq, payload.action])).toEqual([
    [1, "handed_out"],
    [2, "hold_set"],
    [3, "handed_out"],
  ]);
});

test("a record goes on from where the stored custody ends", async () => {
  const custody = await staged({ newest: { seq: 4, digest: "sha256:d4" } });
  custody.carryOut(asking(bundle));
  expect(custody.documents.map((one) => opened(one).payload)).toMatchObject([
    { seq: 5, prev: "sha256:d4", at: "2026-11-22T12:34:56.789Z", key_id: "key-1", organisation: "acme" },
  ]);
});

test("a hold that is there already changes nothing, and its release is a record of its own", async () => {
  const custody = await staged({ isOnHold: true });
  const release: CustodyAct = { ...hold, hold: false };
  const answers = [hold, release, release].map((act) => custody.carryOut(asking(act)));
  expect(answers.map((answer) => answer?.value)).toMatchObject([
    { legal_hold: true, changed: false },
    { legal_hold: false, changed: true },
    { legal_hold: false, changed: false },
  ]);
  expect(answers.map((answer) => JSON.parse(answer?.body ?? ""))).toEqual(
    answers.map((answer) => answer?.value),
  );
  expect(custody.documents.map(({ custody: place }) => place?.action)).toEqual(["hold_released"]);
});

test("erasure leaves a record and a tombstone with the evidence's place, and after it nothing goes", async () => {
  const custody = await staged();
  const answer = custody.carryOut(asking(erasure));
  const [record, tombstone] = custody.documents;
  expect(custody.documents.map(({ kind, erases, subject }) => [kind, erases, subject])).toEqual([
    ["custody", undefined, "EVB-1"],
    ["tombstone", true, "EVB-1"],
  ]);
  if (record === undefined || tombstone === undefined) throw new Error("a document is missing");
  expect(opened(record).payload).toMatchObject({ action: "erased", basis: "claim settled" });
  expect(openOwnDocument<Tombstone>(tombstone.envelope).payload).toMatchObject({
    event_id: "EVB-1",
    content_digest: issued.contentDigest,
    leaf_index: 7,
    decision_sha256: "d".repeat(64),
  });
  expect(answer?.value).toMatchObject({ leaf_index: 7, basis: "claim settled" });
  for (const act of [bundle, hold, erasure]) {
    expect(custody.refusalOf(asking(act))).toMatchObject({ code: "evidence_purged" });
  }
});

test("evidence that was not asked for cannot be acted on", async () => {
  const custody = await staged();
  expect(() => custody.carryOut(asking(bundle, { eventId: "EVB-9" }))).toThrow("EVB-9 stands was not asked");
});
