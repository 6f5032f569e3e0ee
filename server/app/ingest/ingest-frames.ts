import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { BatchIngestResult, IngestResult } from "../../../core/contract/types.ts";
import {
  noneWarned,
  type BatchTally,
  type FramesOutcome,
  type FramesRequest,
} from "../ports/write-request.ts";
import type { Caller, FrameGroup, WriteContext } from "../application.ts";
import type { Written } from "../ports/kept-answer.ts";
import { tallyAfter } from "../commit/commit-batch.ts";
import { submitWrite, writerOf, type WritingNeeds } from "./submit-write.ts";
import { WriteSequence } from "./write-sequence.ts";

/** Frames of a large batch that go into one transaction: enough to make the fsync cheap, few enough to let others in. */
const framesAtOnce = 500;
/** One is being committed, the next is there when it is done. */
const piecesAtOnce = 2;

/** Before the first group of a batch. */
export const emptyTally: BatchTally = {
  ingested: 0,
  duplicate: 0,
  rejected: 0,
  withoutRoom: 0,
  worstTier: null,
  vehicles: [],
  errors: [],
  warned: noneWarned,
};

/** Counts one frame and folds it; for a frame counted before nothing moves. */
export function ingestFrame(
  caller: Caller,
  frame: IncomingFrame,
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<IngestResult>> {
  return submitWrite<"frames">(
    {
      kind: "frames",
      writer: writerOf(caller),
      frames: [frame],
      receivedAtUs: ask.receivedAtUs,
      answer: { form: "single" },
      keep: ask.keep ?? null,
    },
    needs,
  ).then(answerOfSingle);
}

function answerOfSingle({ answer }: FramesOutcome): Written<IngestResult> {
  return answer as Written<IngestResult>;
}

export interface GroupRequest extends WriteContext {
  /** The batch ends with this group: compose the answer, and keep it where asked. */
  readonly last: boolean;
  /** One transaction for the whole group, so that a crash cannot leave a part of it. */
  readonly wholeOrNothing?: boolean;
  /** Of groups under way together. */
  readonly sequence?: WriteSequence;
}

export interface GroupResult {
  readonly tally: BatchTally;
  /** Null when more groups follow, and for a refusal: nothing of the whole batch was taken, or a part had no room. */
  readonly answer: Written<BatchIngestResult> | null;
}

/**
 * Counts the frames of one group of a batch, in the order of their capture times. What is reported as counted is durable. While one piece is being
 * committed the next waits for it; the last one, where the batch ends, has the answer to all of them.
 */
export async function ingestBatch(
  caller: Caller,
  group: FrameGroup,
  ask: GroupRequest,
  needs: WritingNeeds,
): Promise<GroupResult> {
  const { sequence = new WriteSequence() } = ask;
  const pieces = piecesOf(group, ask.wholeOrNothing === true ? Infinity : framesAtOnce);
  const last = ask.last ? pieces.pop() : undefined;
  const outcomes: Promise<FramesOutcome>[] = [];
  for (const piece of pieces) {
    await outcomes.at(-piecesAtOnce);
    const outcome = submitWrite<"frames">(requestOf(caller, piece, ask), needs, sequence);
    // Whoever awaits it gets the fault; until then it must not count as unhandled.
    outcome.catch(() => undefined);
    outcomes.push(outcome);
  }
  const tally = (await Promise.all(outcomes)).reduce(tallyAfter, await group.soFar);
  return last === undefined
    ? { tally, answer: null }
    : ingestLast(caller, { ...last, soFar: tally }, { ...ask, sequence }, needs);
}

async function ingestLast(
  caller: Caller,
  piece: Piece & { readonly soFar: BatchTally },
  ask: GroupRequest,
  needs: WritingNeeds,
): Promise<GroupResult> {
  const { soFar, frames } = piece;
  const request = requestOf(caller, piece, ask);
  const hasAnswer = soFar.ingested + soFar.duplicate + frames.length > 0;
  const answered: FramesRequest = hasAnswer
    ? { ...request, answer: { form: "batch", soFar, requestId: ask.requestId }, keep: ask.keep ?? null }
    : request;
  const outcome = await submitWrite<"frames">(answered, needs, ask.sequence);
  return {
    tally: tallyAfter(soFar, outcome),
    answer: outcome.answer as Written<BatchIngestResult> | null,
  };
}

function requestOf(caller: Caller, { frames, places }: Piece, ask: GroupRequest): FramesRequest {
  return {
    kind: "frames",
    writer: writerOf(caller),
    frames,
    places,
    ...(ask.wholeOrNothing === true && { wholeOrNothing: true }),
    receivedAtUs: ask.receivedAtUs,
    answer: { form: "none" },
    keep: null,
  };
}

type Piece = Required<Omit<FrameGroup, "soFar">>;

/** At least one piece, because an answer may be due even when the last group is empty. */
function piecesOf({ frames, places }: FrameGroup, size: number): Piece[] {
  const whole = inOrderOfTime({ frames, places: places ?? frames.map((_, index) => ({ index })) });
  const pieces = [];
  for (let from = 0; from === 0 || from < frames.length; from += size) {
    pieces.push({
      frames: whole.frames.slice(from, from + size),
      places: whole.places.slice(from, from + size),
    });
  }
  return pieces;
}

/** A buffer that is sent newest first comes to the same as one sent in order; frames of one time stay as they came. */
function inOrderOfTime(piece: Piece): Piece {
  const { frames, places } = piece;
  if (frames.every(({ timestampUs }, at) => at === 0 || timestampUs >= frames[at - 1]!.timestampUs))
    return piece;
  const order = Array.from(frames.keys()).sort(
    (one, other) => frames[one]!.timestampUs - frames[other]!.timestampUs,
  );
  return { frames: order.map((at) => frames[at]!), places: order.map((at) => places[at]!) };
}
