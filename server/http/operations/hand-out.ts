import type { HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { Application } from "../../app/application.ts";
import type { Answer } from "../answer/answer.ts";
import type { Ask } from "../authorised-request.ts";
import { unlessKnown } from "../answer/entity-tag.ts";

/**
 * The answer that gives evidence away, once its custody says so. What gives nothing away (HEAD, and 304 for what the
 * client has already) is not noted.
 */
export async function handOut(
  answer: Answer,
  form: HandOutForm,
  { ask, application }: { readonly ask: Ask; readonly application: Application },
): Promise<Answer> {
  const due = unlessKnown(answer, ask.exchange.headers);
  if (due.status === 200 && ask.exchange.method === "GET") {
    await application.noteHandOut(ask.caller, ask.path["event_id"]!, form);
  }
  return due;
}
