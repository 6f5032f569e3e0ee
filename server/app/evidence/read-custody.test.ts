import { expect, test } from "vitest";

import { ed25519Signer } from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import { signDocument } from "../../../core/evidence/log/logged-document.ts";
import { parseTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import type { StoredCustody } from "../ports/reading/evidence-reader.ts";
import { sha256 } from "../sha256.ts";
import { readCustody } from "./read-custody.ts";

const signer = ed25519Signer();
const signed = (kind: "custody" | "tombstone", stated: Readonly<Record<string, string | number>>) =>
  signDocument(kind, { schema: `urn:plumbline:${kind}:1`, event_id: "EVB-1", ...stated }, { signer, sha256 })
    .envelope;
const recordOf = (seq: number) => ({
  envelope: signed("custody", { seq, action: "handed_out", form: "bundle", prev: "sha256:p" }),
  leafIndex: 10 * seq,
});
const untouched: StoredCustody = {
  contentDigest: "sha256:c0",
  isOnHold: false,
  tombstone: null,
  records: [],
};
const ask = { eventId: "EVB-1", afterSeq: 0, limit: 2 };

function needsFor(custody: StoredCustody | null) {
  const asked: unknown[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const needs = {
    evidence: {
      findEvidence: unasked,
      countWaiting: async () => 0,
      listEvidence: unasked,
      async readCustody(question: unknown) {
        asked.push(question);
        return custody;
      },
    },
    log: {
      readTile: unasked,
      readEntries: unasked,
      proveConsistency: unasked,
      async findCheckpoint(question: unknown) {
        asked.push(question);
        return { size: 40, note: "log\n40\n" };
      },
      async proveInclusion({ index, size }: { readonly index: number; readonly size: number }) {
        return [new Uint8Array(32).fill(index), new Uint8Array(32).fill(size)];
      },
    },
  };
  return { asked, needs };
}

test("evidence out of the caller's sight is not found, and no log is asked", async () => {
  const { asked, needs } = needsFor(null);
  const limited = { ...callerForTests, fleets: ["vans"] };
  await expect(readCustody(limited, ask, needs)).rejects.toMatchObject({ code: "evidence_not_found" });
  const scope = { organisation: "acme", fleets: ["vans"] };
  expect(asked).toEqual([{ scope, eventId: "EVB-1", afterSeq: 0, limit: 3 }]);
});

test("untouched evidence has no records, and is as it was issued", async () => {
  expect(await readCustody(callerForTests, ask, needsFor(untouched).needs)).toEqual({
    event_id: "EVB-1",
    content_digest: "sha256:c0",
    legal_hold: false,
    erased_at: null,
    tombstone: null,
    entries: [],
    has_more: false,
  });
});

test("each record comes with its own proof under the newest checkpoint, which is read after it", async () => {
  const { asked, needs } = needsFor({ ...untouched, isOnHold: true, records: [recordOf(1), recordOf(2)] });
  const { entries, has_more: hasMore, legal_hold: isOnHold } = await readCustody(callerForTests, ask, needs);
  expect(asked[1]).toEqual({ size: null });
  expect([hasMore, isOnHold]).toEqual([false, true]);
  expect(entries.map(({ seq, log_index: index }) => [seq, index])).toEqual([
    [1, 10],
    [2, 20],
  ]);
  expect(entries.map(({ tlog_proof: proof }) => parseTlogProof(proof))).toEqual(
    [10, 20].map((index) => ({
      index,
      hashes: [new Uint8Array(32).fill(index), new Uint8Array(32).fill(40)],
      checkpoint: "log\n40\n",
    })),
  );
});

test("a record more than asked for is not shown, only that there is one", async () => {
  const records = [1, 2, 3].map(recordOf);
  const page = await readCustody(callerForTests, ask, needsFor({ ...untouched, records }).needs);
  expect([page.entries.map(({ seq }) => seq), page.has_more]).toEqual([[1, 2], true]);
});

test("erased evidence says when, by its tombstone", async () => {
  const erasedAt = "2026-11-22T12:00:00.000Z";
  const tombstone = signed("tombstone", { erased_at: erasedAt, basis: "settled", leaf_index: 7 });
  const custody = await readCustody(callerForTests, ask, needsFor({ ...untouched, tombstone }).needs);
  expect(custody).toMatchObject({
    erased_at: erasedAt,
    tombstone: { erased_at: erasedAt, basis: "settled", leaf_index: 7 },
  });
});
