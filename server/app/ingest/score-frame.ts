import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { ResidualScore } from "../../../core/contract/types.ts";
import type { Caller, WriteContext } from "../application.ts";
import type { Written } from "../ports/kept-answer.ts";
import { submitWrite, writerOf, type WritingNeeds } from "./submit-write.ts";

/**
 * The verdict on one frame. The frame is counted on the way, exactly as if it had been ingested; one that was counted
 * before moves nothing and gets the verdict it had then.
 */
export async function scoreFrame(
  caller: Caller,
  frame: IncomingFrame,
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<ResidualScore>> {
  const { answer } = await submitWrite<"score">(
    {
      kind: "score",
      writer: writerOf(caller),
      frame,
      receivedAtUs: ask.receivedAtUs,
      requestId: ask.requestId,
      keep: ask.keep ?? null,
    },
    needs,
  );
  return answer;
}
