import type {
  FramePlace,
  IncomingFrame,
  RejectedFrame,
} from "../../../../core/contract/requests/parse-frame.ts";
import type { AnswerSlot } from "../../../app/ports/kept-answer.ts";
import type { FrameGroup } from "../../../app/application.ts";
import type { BatchTally } from "../../../app/ports/write-request.ts";
import { jsonAnswer } from "../../answer/answer.ts";
import type { AuthorisedRequest } from "../../authorised-request.ts";
import {
  batchRejection,
  batchWithoutRoom,
  rejectionDetail,
  statusOfBatch,
  withRejected,
} from "./batch-answer.ts";
import { emptyTally } from "../../../app/ingest/ingest-frames.ts";
import type { RunOutcome } from "../../body/idempotency.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { writeContextOf } from "../answer-write.ts";

/** A batch that was read to its end: what is to be taken, and what cannot be. */
export interface ReadBatch {
  readonly frames: readonly IncomingFrame[];
  readonly places: readonly FramePlace[];
  readonly rejected: readonly RejectedFrame[];
  /** Take all or nothing. */
  readonly abortsOnError: boolean;
}

/** Takes a whole batch and answers 200, 207, 422 when nothing can be taken, or 507 when there is no room for a part of it. */
export async function ingestBatch(
  request: AuthorisedRequest,
  needs: OperationNeeds,
  { batch, slot }: { readonly batch: ReadBatch; readonly slot: AnswerSlot | null },
): Promise<RunOutcome> {
  const { frames, places, rejected, abortsOnError } = batch;
  const { requestId } = request.exchange;
  const soFar = withRejected(emptyTally, rejected);
  if (frames.length === 0) {
    return { answer: batchRejection(soFar, rejectionDetail(soFar), requestId), isKept: false };
  }
  if (abortsOnError && rejected.length > 0) {
    const detail = `${rejected.length} of ${rejected.length + frames.length} frames are at fault and on_error=abort takes all or none; none was taken.`;
    return { answer: batchRejection(soFar, detail, requestId), isKept: false };
  }
  needs.rateLimits.countFrames(request.caller, frames.length + rejected.length);
  const group = { frames, places, soFar };
  return commitLastGroup(request, needs, { group, slot, wholeOrNothing: abortsOnError });
}

/** Commits what is left of a batch, and answers for all of it. */
export async function commitLastGroup(
  request: AuthorisedRequest,
  needs: OperationNeeds,
  {
    group,
    slot,
    wholeOrNothing,
  }: {
    readonly group: FrameGroup & { readonly soFar: BatchTally };
    readonly slot: AnswerSlot | null;
    readonly wholeOrNothing: boolean;
  },
): Promise<RunOutcome> {
  const status = statusOfBatch(group.soFar.rejected);
  const keep = slot === null ? null : { ...slot, status, whenPartial: statusOfBatch(1) };
  const context = writeContextOf(request.exchange, keep);
  const { answer, tally } = await needs.application.ingestBatch(request.caller, group, {
    ...context,
    last: true,
    wholeOrNothing,
  });
  noteRights(request, tally);
  if (tally.withoutRoom > 0) {
    return { answer: batchWithoutRoom(tally, request.exchange.requestId), isKept: false, isTransient: true };
  }
  if (answer === null) {
    const refused = batchRejection(tally, rejectionDetail(tally), request.exchange.requestId);
    return { answer: refused, isKept: false, isTransient: true };
  }
  const answered = jsonAnswer(answer.body, { status: statusOfBatch(tally.rejected) });
  return { answer: answered, isKept: keep !== null };
}

/** Frames that the key's fleets kept out are for the audit log, as the refusal of a whole request is. */
export function noteRights({ exchange }: AuthorisedRequest, { errors }: BatchTally): void {
  const code = "fleet_not_allowed";
  if (errors.some((error) => error.code === code)) exchange.log.code = code;
}
