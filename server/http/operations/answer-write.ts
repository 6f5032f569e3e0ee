import type { WriteContext } from "../../app/application.ts";
import type { AnswerSlot, Written } from "../../app/ports/kept-answer.ts";
import { jsonAnswer } from "../answer/answer.ts";
import type { RunOutcome } from "../body/idempotency.ts";
import type { Exchange } from "../exchange.ts";

/** Lets the application write. Where there is a slot, the answer is kept in the transaction of its effect. */
export async function answerWrite(
  exchange: Exchange,
  slot: AnswerSlot | null,
  write: (context: WriteContext) => Promise<Written<unknown>>,
  status = 200,
): Promise<RunOutcome> {
  const keep = slot === null ? null : { ...slot, status };
  const { body } = await write(writeContextOf(exchange, keep));
  return { answer: jsonAnswer(body, { status }), isKept: keep !== null };
}

/** What the application has to know of a write, with the slot its answer is to be kept in, if any. */
export function writeContextOf(exchange: Exchange, keep: WriteContext["keep"] | null): WriteContext {
  const { requestId, receivedAtUs, audit } = exchange;
  const context = { requestId, receivedAtUs, ...(audit.entry !== null && { audit: audit.entry }) };
  return keep === null || keep === undefined ? context : { ...context, keep };
}
