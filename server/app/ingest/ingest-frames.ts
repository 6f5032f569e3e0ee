import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { BatchIngestResult, IngestResult } from "../../../core/contract/types.ts";
import type { BatchTally, FramesRequest } from "../ports/write-request.ts";
import type { Caller, FrameGroup, WriteContext } from "../application.ts";
import type { Written } from "../ports/kept-answer.ts";
import { tallyAfter } from "../commit/commit-batch.ts";
import { submitWrite, writerOf, type WritingNeeds } from "./submit-write.ts";

/** Frames of a large batch that go into one transaction: enough to make the fsync cheap, few enough to let others in. */
const framesAtOnce = 500;

/** Counts one frame and folds it; for a frame counted before nothing moves. */
export async function ingestFrame(
  caller: Caller,
  frame: IncomingFrame,
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<IngestResult>> {
  const outcome = await submitWrite<"frames">(
    {
      kind: "frames",
      writer: writerOf(caller),
      frames: [frame],
      receivedAtUs: ask.receivedAtUs,
      answer: { form: "single" },
      keep: ask.keep ?? null,
    },
    needs,
  );
  return outcome.answer as Written<IngestResult>;
}

export interface GroupRequest extends WriteContext {
  /** The batch ends with this group: compose the answer, and keep it where asked. */
  readonly last: boolean;
  /** One transaction for the whole group, so that a crash cannot leave a part of it. */
  readonly wholeOrNothing?: boolean;
}

export interface GroupResult {
  readonly tally: BatchTally;
  /** Null when more groups follow, and when nothing of the whole batch was taken: that is a refusal. */
  readonly answer: Written<BatchIngestResult> | null;
}

/** Counts the frames of one group of a batch, in order. What is reported as counted is durable. */
export async function ingestBatch(
  caller: Caller,
  group: FrameGroup,
  ask: GroupRequest,
  needs: WritingNeeds,
): Promise<GroupResult> {
  const pieces = piecesOf(group, isIndivisible(caller, ask) ? Infinity : framesAtOnce);
  let result: GroupResult = { tally: group.soFar, answer: null };
  for (const [at, piece] of pieces.entries()) {
    const isLast = ask.last && at === pieces.length - 1;
    result = await ingestPiece(caller, { ...piece, soFar: result.tally }, { ...ask, last: isLast }, needs);
  }
  return result;
}

async function ingestPiece(
  caller: Caller,
  { frames, places, soFar }: FrameGroup,
  ask: GroupRequest,
  needs: WritingNeeds,
): Promise<GroupResult> {
  const hasAnswer = ask.last && soFar.ingested + soFar.duplicate + frames.length > 0;
  const request: FramesRequest = {
    kind: "frames",
    writer: writerOf(caller),
    frames,
    ...(places !== undefined && { places }),
    ...(ask.wholeOrNothing === true && { wholeOrNothing: true }),
    receivedAtUs: ask.receivedAtUs,
    answer: hasAnswer ? { form: "batch", soFar, requestId: ask.requestId } : { form: "none" },
    keep: (hasAnswer && ask.keep) || null,
  };
  const outcome = await submitWrite<"frames">(request, needs);
  return {
    tally: tallyAfter(soFar, outcome),
    answer: outcome.answer as Written<BatchIngestResult> | null,
  };
}

/** A refusal must leave nothing behind, so frames that may still be refused are not divided. */
function isIndivisible({ fleets }: Caller, { wholeOrNothing }: GroupRequest): boolean {
  return wholeOrNothing === true || fleets !== null;
}

/** At least one piece, because an answer may be due even when the last group is empty. */
function piecesOf({ frames, places }: FrameGroup, size: number): Omit<FrameGroup, "soFar">[] {
  const whole = places ?? frames.map((_, index) => ({ index }));
  const pieces = [];
  for (let from = 0; from === 0 || from < frames.length; from += size) {
    pieces.push({ frames: frames.slice(from, from + size), places: whole.slice(from, from + size) });
  }
  return pieces;
}
