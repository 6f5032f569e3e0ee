import { expect, test } from "vitest";

import { radarFrame } from "../../storage/frames-for-tests.ts";
import { weightOf, type FramesRequest } from "./write-request.ts";

const writer = { organisation: "acme", keyId: "k", fleets: null };

function framesOf(count: number): FramesRequest {
  const frames = Array.from({ length: count }, (_, at) => radarFrame("van-1", at));
  return { kind: "frames", writer, frames, receivedAtUs: 0, answer: { form: "none" }, keep: null };
}

test("a batch weighs its frames, each by its text, and is never free", () => {
  expect([0, 1, 2].map((count) => weightOf(framesOf(count)).frames)).toEqual([0, 1, 2]);
  const bytesOf = (count: number) => weightOf(framesOf(count)).bytes;
  expect(bytesOf(0)).toBeGreaterThan(0);
  const oneFrame = bytesOf(1) - bytesOf(0);
  expect(oneFrame).toBeGreaterThan(radarFrame("van-1", 0).raw.length);
  expect(bytesOf(2)).toBe(bytesOf(0) + 2 * oneFrame);
});

test("an answer weighs its body, and attestations weigh the bundle that goes and the one that comes", () => {
  const slot = { space: "s", organisation: "acme", fingerprint: "f" };
  const answer = { status: 200, contentType: "application/json", body: "x".repeat(1_000) };
  const refusal = { status: 400, requestId: "r", sha256: "00" };
  const [kept, refused] = [answer, refusal].map((one) => weightOf({ kind: "answer", slot, answer: one }));
  expect((kept?.bytes ?? 0) - (refused?.bytes ?? 0)).toBe(1_000);
  const bundle = { eventId: "EVB-1", before: new Uint8Array(10), after: new Uint8Array(500) };
  const attested = (bundles: readonly (typeof bundle)[]) =>
    weightOf({ kind: "attestations", bundles, cosignatures: [] }).bytes;
  expect(attested([bundle]) - attested([])).toBe(1_000);
});
