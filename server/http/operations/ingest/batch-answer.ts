import type { BatchRejection } from "../../../../core/contract/types.ts";
import type { RejectedFrame } from "../../../../core/contract/requests/parse-frame.ts";
import type { BatchTally } from "../../../app/ports/write-request.ts";
import { storageFullCode } from "../../../app/commit/frame-refusal.ts";
import { type Answer, problemType } from "../../answer/answer.ts";
import { problemHead, usualRetryAfterS } from "../../answer/problem-answer.ts";
import { statusOfProblem } from "../../answer/status-of-problem.ts";

export const listedErrors = 100;

/** Frames that were not even tried, added to what became of the others. Only the first hundred are listed. */
export function withRejected(tally: BatchTally, rejected: readonly RejectedFrame[]): BatchTally {
  if (rejected.length === 0) return tally;
  const room = Math.max(0, listedErrors - tally.errors.length);
  return {
    ...tally,
    rejected: tally.rejected + rejected.length,
    errors: room === 0 ? tally.errors : [...tally.errors, ...rejected.slice(0, room)],
  };
}

/**
 * The frames that a kept answer lists as of fleets its key is not for: it says nothing of their vehicles. Beyond those it
 * lists a frame may have been taken.
 */
export function keptOutByFleet({ body }: Answer): ReadonlySet<number> {
  const { errors = [] }: { readonly errors?: BatchTally["errors"] } = JSON.parse(String(body));
  const ofFleets = errors.filter(({ code }) => code === "fleet_not_allowed");
  return new Set(ofFleets.map(({ index }) => index));
}

/** 200 when all was taken or is a duplicate, 207 when some was rejected (api.md 2). */
export function statusOfBatch(rejected: number): 200 | 207 {
  return rejected === 0 ? 200 : 207;
}

/** A batch of which nothing was taken: a problem that also counts (api.md 9.1). */
export function batchRejection(tally: BatchTally, detail: string, requestId: string): Answer {
  const body: BatchRejection = {
    ...problemHead("batch_rejected", detail, requestId),
    ...countsOf(tally),
  };
  return { status: statusOfProblem("batch_rejected"), contentType: problemType, body: JSON.stringify(body) };
}

/**
 * A batch with frames for which the organisation has no room. It is to be sent again as a whole: what was taken of it
 * comes back as duplicates then. Never kept for repeats.
 */
export function batchWithoutRoom(tally: BatchTally, requestId: string): Answer {
  const status = statusOfProblem(storageFullCode);
  const body: BatchRejection = {
    ...problemHead(storageFullCode, withoutRoomDetail(tally), requestId),
    ...countsOf(tally),
  };
  const retryAfter = usualRetryAfterS[status];
  return {
    status,
    contentType: problemType,
    ...(retryAfter !== undefined && { headers: { "Retry-After": retryAfter } }),
    body: JSON.stringify(body),
  };
}

function withoutRoomDetail({ ingested, duplicate, withoutRoom, errors }: BatchTally): string {
  const first = errors.find(({ code }) => code === storageFullCode);
  const frames = withoutRoom === 1 ? "1 frame of the batch was" : `${withoutRoom} frames of the batch were`;
  const stored = ingested + duplicate;
  const kept = stored === 0 ? "None is stored." : `${stored} of it ${stored === 1 ? "is" : "are"} stored.`;
  const why = first === undefined ? "" : ` ${first.detail}`;
  return `${frames} not stored, because the organisation's storage is full. ${kept} Send the whole batch again later.${why}`;
}

function countsOf(tally: BatchTally) {
  return {
    frames_ingested: tally.ingested,
    frames_duplicate: tally.duplicate,
    frames_rejected: tally.rejected,
    errors: [...tally.errors],
    errors_truncated: tally.rejected > tally.errors.length,
  };
}

/** Says at once how many failed and how the first did. */
export function rejectionDetail(tally: BatchTally): string {
  const [first] = tally.errors;
  const place = first?.line === undefined ? `frame ${first?.index}` : `line ${first.line}`;
  const faulty = tally.rejected === 1 ? "1 was" : `${tally.rejected} were`;
  return `No frame was taken, ${faulty} at fault; the first fault is in ${place}: ${first?.detail ?? ""}`;
}
