import { expect, test } from "vitest";
import type { BatchIngestResult } from "../generated/contract.ts";
import { apiError, type AnyProblem } from "../errors.ts";
import { type IngestProgress, ingestStream } from "./ingest-stream.ts";

type Send = Parameters<typeof ingestStream>[0];

const taken: BatchIngestResult = {
  status: "accepted",
  frames_ingested: 0,
  frames_duplicate: 0,
  frames_rejected: 0,
  fleet_tier: "NOMINAL",
  vehicles: 1,
  errors: [],
  errors_truncated: false,
  request_id: "req_0",
};

/** Takes every group, and keeps what it was sent. */
function recorder(answer: (lines: readonly string[]) => BatchIngestResult): { sent: string[]; send: Send } {
  const sent: string[] = [];
  return {
    sent,
    send: (ndjson) => {
      const text = new TextDecoder().decode(ndjson);
      sent.push(text);
      return Promise.resolve(answer(text.split("\n").filter((line) => line.trim() !== "")));
    },
  };
}

const takesAll = (lines: readonly string[]) => ({ ...taken, frames_ingested: lines.length });

test("lines go out in groups, in their order, each with its line end", async () => {
  const { sent, send } = recorder(takesAll);
  const seen: IngestProgress[] = [];
  const options = { groupFrames: 2, onProgress: (progress: IngestProgress) => seen.push(progress) };
  const progress = await ingestStream(send, ["a", "", "b", "ü"], options);
  expect(sent).toEqual(["a\n\nb\n", "ü\n"]);
  expect(progress).toEqual({
    lines: 4,
    bytes: 8,
    ingested: 3,
    duplicate: 0,
    rejected: 0,
    late: 0,
    errors: [],
    withWarnings: 0,
    warnings: [],
  });
  expect(seen.map(({ lines }) => lines)).toEqual([3, 4]);
});

test("warnings are counted, and placed in the whole source; whoever is strict says so with each group", async () => {
  const warning = {
    index: 0,
    line: 1,
    code: "sensor_dropped",
    pointer: "/sensors/lidar_confidence",
    detail: "",
  };
  const asked: unknown[] = [];
  const send: Send = (_, options) => {
    asked.push(options);
    return Promise.resolve({
      ...taken,
      frames_ingested: 1,
      frames_late: 1,
      frames_with_warnings: 1,
      warnings: [warning],
    });
  };
  const progress = await ingestStream(send, ["a", "b"], { groupFrames: 1, strict: true });
  expect([progress.withWarnings, progress.late]).toEqual([2, 2]);
  expect(progress.warnings).toEqual([warning, { ...warning, index: 1, line: 2 }]);
  expect(asked).toEqual([{ strict: true }, { strict: true }]);
});

test("nothing is sent for a source without frames", async () => {
  const { sent, send } = recorder(takesAll);
  expect(await ingestStream(send, [])).toMatchObject({ lines: 0, ingested: 0 });
  expect(await ingestStream(send, ["", " \t\r"])).toMatchObject({ lines: 2, bytes: 5, ingested: 0 });
  expect(sent).toEqual([]);
});

test("skipped lines count as done and are not sent", async () => {
  const { sent, send } = recorder(takesAll);
  const progress = await ingestStream(send, ["a", "", "b", "c"], { skipLines: 3 });
  expect(sent).toEqual(["c\n"]);
  expect(progress).toMatchObject({ lines: 4, ingested: 1 });
});

test("a fault is numbered over the whole source, also where a group was refused as a whole", async () => {
  const refusal = {
    ...taken,
    type: "/problems/batch_rejected",
    title: "Batch rejected",
    status: 422,
    detail: "No frame was taken.",
    instance: "/requests/req_1",
    code: "batch_rejected",
    request_id: "req_1",
    frames_rejected: 1,
    errors: [{ index: 0, line: 2, code: "x", pointer: "", detail: "d" }],
  } as unknown as AnyProblem;
  const { send } = recorder((lines) => {
    if (lines[0] === "bad")
      throw apiError({ status: 422, headers: new Headers(), problem: refusal, retryAfterS: null });
    return takesAll(lines);
  });
  const progress = await ingestStream(send, ["a", "", "bad", "b"], { groupFrames: 1 });
  expect(progress).toMatchObject({ lines: 4, ingested: 2, rejected: 1 });
  expect(progress.errors).toMatchObject([{ index: 1, line: 3 }]);
});

test("a frame as an object, its text and its bytes are sent alike", async () => {
  const { sent, send } = recorder(takesAll);
  const frame = { vehicle_id: "v", timestamp: "2026-03-01T08:00:00Z", sensors: { radar_range_bias_m: 0 } };
  const text = JSON.stringify(frame);
  await ingestStream(send, [frame, text, new TextEncoder().encode(text)]);
  expect(sent).toEqual([`${text}\n${text}\n${text}\n`]);
});
