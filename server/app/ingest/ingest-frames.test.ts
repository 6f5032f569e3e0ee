import { expect, test } from "vitest";

import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { radarFrame } from "../../storage/frames-for-tests.ts";
import {
  noneWarned,
  type BatchTally,
  type FramesOutcome,
  type WriteRequest,
} from "../ports/write-request.ts";
import { ingestBatch, ingestFrame } from "./ingest-frames.ts";

const context = { requestId: "req_1", receivedAtUs: 7 };
const soFar: BatchTally = {
  ingested: 0,
  duplicate: 0,
  withoutRoom: 0,
  rejected: 0,
  worstTier: null,
  vehicles: [],
  errors: [],
  warned: noneWarned,
};

/** Takes every frame, and answers where an answer is due. */
function taking(request: WriteRequest): FramesOutcome {
  if (request.kind !== "frames") throw new Error(request.kind);
  const { frames, answer } = request;
  const value = { status: "accepted", frames_ingested: frames.length, request_id: "req_1" };
  return {
    kind: "frames",
    ingested: frames.length,
    duplicate: 0,
    rejected: [],
    warned: noneWarned,
    worstTier: frames.length === 0 ? null : "NOMINAL",
    vehicleIds: frames.map(({ vehicleId }) => vehicleId),
    answer: answer.form === "none" ? null : { value: value as never, body: JSON.stringify(value) },
  };
}

const sizesOf = (asked: readonly WriteRequest[]) =>
  asked.map((request) => (request.kind === "frames" ? request.frames.length : -1));

test("one frame is one request, with the answer of one", async () => {
  const needs = ledgerForTests(taking);
  await ingestFrame(callerForTests, radarFrame("van-1", 0), context, needs);
  expect(needs.asked).toMatchObject([{ receivedAtUs: 7, answer: { form: "single" }, keep: null }]);
});

test("a large batch goes in pieces, of which only the last answers, and the tally adds up", async () => {
  const needs = ledgerForTests(taking);
  const frames = Array.from({ length: 1_001 }, (_, at) => radarFrame("van-1", at));
  const { tally, answer } = await ingestBatch(
    callerForTests,
    { frames, soFar },
    { ...context, last: true },
    needs,
  );
  expect(sizesOf(needs.asked)).toEqual([500, 500, 1]);
  expect(needs.asked.map((request) => request.kind === "frames" && request.answer.form)).toEqual([
    "none",
    "none",
    "batch",
  ]);
  expect([tally.ingested, tally.vehicles, answer === null]).toEqual([1_001, ["van-1"], false]);
});

test("while a piece is being committed one more waits for it, and the last waits for the tally", async () => {
  const held: (() => void)[] = [];
  const needs = ledgerForTests(async (request) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return taking(request);
  });
  const frames = Array.from({ length: 1_700 }, (_, at) => radarFrame("van-1", at));
  const before = { ...soFar, ingested: 5 };
  const group = { frames, soFar: Promise.resolve(before) };
  const batch = ingestBatch(callerForTests, group, { ...context, last: true }, needs);
  const sizes: number[][] = [];
  for (let done = 0; done < 4; done += 1) {
    await new Promise(setImmediate);
    sizes.push(sizesOf(needs.asked));
    held[done]!();
  }
  expect((await batch).tally.ingested).toBe(1_705);
  expect(sizes).toEqual([
    [500, 500],
    [500, 500, 500],
    [500, 500, 500],
    [500, 500, 500, 200],
  ]);
});

test("a piece that fails ends the batch, also where the next was under way", async () => {
  const needs = ledgerForTests((request) => {
    if (needs.asked.length === 1) throw new Error("cannot be stored");
    return taking(request);
  });
  const frames = Array.from({ length: 2_600 }, (_, at) => radarFrame("van-1", at));
  const batch = ingestBatch(callerForTests, { frames, soFar }, { ...context, last: true }, needs);
  await expect(batch).rejects.toThrow("cannot be stored");
  expect(needs.asked).toHaveLength(2);
});

test.each([
  ["that is taken whole or not at all is not", callerForTests, { wholeOrNothing: true }, [501]],
  ["of a key limited to fleets is, like any other,", { ...callerForTests, fleets: ["vans"] }, {}, [500, 1]],
])("a batch %s divided", async (_, caller, more, sizes) => {
  const needs = ledgerForTests(taking);
  const frames = Array.from({ length: 501 }, (_unused, at) => radarFrame("van-1", at));
  await ingestBatch(caller, { frames, soFar }, { ...context, ...more, last: true }, needs);
  expect(sizesOf(needs.asked)).toEqual(sizes);
});

test("an empty last group is asked for the answer that is due, and an empty batch has none", async () => {
  const needs = ledgerForTests(taking);
  const last = { ...context, last: true };
  const before = { ...soFar, ingested: 3 };
  const due = await ingestBatch(callerForTests, { frames: [], soFar: before }, last, needs);
  expect([due.tally.ingested, due.answer === null]).toEqual([3, false]);
  expect((await ingestBatch(callerForTests, { frames: [], soFar }, last, needs)).answer).toBeNull();
});

test("the frames of a group are committed in the order of their times, each with its place in the body", async () => {
  const needs = ledgerForTests(taking);
  const frames = [30, 10, 20, 10].map((second) => radarFrame("van-1", second));
  await ingestBatch(callerForTests, { frames, soFar }, { ...context, last: true }, needs);
  expect(needs.asked).toMatchObject([{ places: [{ index: 1 }, { index: 3 }, { index: 2 }, { index: 0 }] }]);
});
