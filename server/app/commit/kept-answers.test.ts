import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { noQuotas, type Quotas } from "../ports/quotas.ts";
import type { FoundAnswer } from "../ports/kept-answer.ts";
import type { ScoreRequest, WriteOutcome } from "../ports/write-request.ts";
import { KeptAnswers, twinRefusal } from "./kept-answers.ts";
import { StagedUsage } from "./staged-usage.ts";

const writer = { organisation: "acme", keyId: "k", fleets: null };

function keyed(fingerprint: string | null): ScoreRequest {
  const keep = fingerprint === null ? null : { space: "s", organisation: "acme", fingerprint, status: 200 };
  return { kind: "score", writer, frame: radarFrame("van-1", 0), receivedAtUs: 0, requestId: "r", keep };
}
const outcome: WriteOutcome = { kind: "score", answer: { value: {} as never, body: '{"tier":"NOMINAL"}' } };

async function answersTo(request: ScoreRequest, found: FoundAnswer | null, quotas: Partial<Quotas> = {}) {
  const usage = { vehicles: 0, newVehicles: 0, storedBytes: 0, keptAnswers: 0 };
  const transaction = {
    findUsage: async () => [usage],
    countEvidenceRequests: async () => 0,
    findAnswers: async () => [found],
  };
  const given = { quotas: { ...noQuotas, ...quotas }, nowUs: 0, keptSinceUs: 0 };
  const staged = await StagedUsage.open([request], transaction, given);
  const asked = request.keep === null ? { ...transaction, findAnswers: async () => [] } : transaction;
  return KeptAnswers.open([request], asked, { keptSinceUs: 0, quotas: staged });
}

test.each([
  ["the same request again", { fingerprint: "f", isRefusal: false }, "idempotency_in_progress"],
  ["another request", { fingerprint: "other", isRefusal: false }, "idempotency_key_reused"],
  ["another request, refused before", { fingerprint: "other", isRefusal: true }, "idempotency_key_reused"],
])("a key that was answered meanwhile refuses %s", async (_, found, code) => {
  const request = keyed("f");
  expect((await answersTo(request, found)).refusalOf(request)).toMatchObject({ code });
});

test("what was refused before may happen now, and its answer is kept in place of the refusal", async () => {
  const request = keyed("f");
  const answers = await answersTo(request, { fingerprint: "f", isRefusal: true });
  expect(answers.refusalOf(request)).toBeNull();
  answers.keep(request, outcome, 9);
  expect(answers.toStore).toMatchObject([
    { space: "s", status: 200, body: '{"tier":"NOMINAL"}', storedAtUs: 9 },
  ]);
  expect(answers.refusalOf(request)).toEqual(twinRefusal(true));
});

test("a request without a key keeps nothing and meets no twin", async () => {
  const request = keyed(null);
  const answers = await answersTo(request, null);
  expect(answers.refusalOf(request)).toBeNull();
  answers.keep(request, outcome, 9);
  expect(answers.toStore).toEqual([]);
});

test("where no further answer may be kept, a keyed request is refused before it has an effect", async () => {
  const request = keyed("f");
  const answers = await answersTo(request, null, { keptAnswers: 0 });
  expect(answers.refusalOf(request)).toMatchObject({ code: "kept_answer_limit_reached" });
});
