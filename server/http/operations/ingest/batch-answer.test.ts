import { expect, test } from "vitest";

import type { RejectedFrame } from "../../../../core/contract/requests/parse-frame.ts";
import { emptyTally } from "../../../app/ingest/ingest-frames.ts";
import {
  batchRejection,
  batchWithoutRoom,
  rejectionDetail,
  statusOfBatch,
  withRejected,
} from "./batch-answer.ts";

function rejectedAt(index: number): RejectedFrame {
  return { index, code: "wrong_type", pointer: "/timestamp", detail: "timestamp must be text." };
}

test("all frames are counted, the first hundred are listed", () => {
  const first = withRejected(
    emptyTally,
    Array.from({ length: 60 }, (_, index) => rejectedAt(index)),
  );
  const both = withRejected(
    first,
    Array.from({ length: 60 }, (_, index) => rejectedAt(60 + index)),
  );
  expect([both.rejected, both.errors.length, both.errors.at(-1)?.index]).toEqual([120, 100, 99]);
  expect(withRejected(both, [])).toBe(both);
});

test("200 when all was taken, 207 when some was not", () => {
  expect([statusOfBatch(0), statusOfBatch(1)]).toEqual([200, 207]);
});

test("a batch of which nothing was taken is a problem that counts", () => {
  const tally = withRejected(emptyTally, [rejectedAt(0), rejectedAt(1)]);
  const answer = batchRejection(tally, rejectionDetail(tally), "req_1");
  expect([answer.status, answer.contentType]).toEqual([422, "application/problem+json"]);
  expect(JSON.parse(String(answer.body))).toMatchObject({
    code: "batch_rejected",
    detail: "No frame was taken, 2 were at fault; the first fault is in frame 0: timestamp must be text.",
    frames_ingested: 0,
    frames_rejected: 2,
    errors_truncated: false,
  });
});

test("a batch without room for a part is to be sent again, and counts what is durable", () => {
  const full = { index: 3, code: "stored_bytes_limit_reached", pointer: "", detail: "7 of 7 bytes." };
  const tally = { ...withRejected(emptyTally, [rejectedAt(0), full]), ingested: 2, withoutRoom: 1 };
  const answer = batchWithoutRoom(tally, "req_1");
  expect([answer.status, answer.contentType]).toEqual([507, "application/problem+json"]);
  expect(answer.headers).toEqual({ "Retry-After": "60" });
  expect(JSON.parse(String(answer.body))).toMatchObject({
    type: "/problems/storage-full",
    code: "stored_bytes_limit_reached",
    detail:
      "1 frame of the batch was not stored, because the organisation's storage is full. 2 of it are stored. Send the whole batch again later. 7 of 7 bytes.",
    frames_ingested: 2,
    frames_duplicate: 0,
    frames_rejected: 2,
    errors: [{ index: 0 }, { index: 3 }],
  });
});

test("the first fault of a stream is named by its line", () => {
  const tally = withRejected(emptyTally, [{ ...rejectedAt(0), line: 3 }]);
  expect(rejectionDetail(tally)).toBe(
    "No frame was taken, 1 was at fault; the first fault is in line 3: timestamp must be text.",
  );
});
