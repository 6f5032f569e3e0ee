import type { AnswerSlot } from "../../app/ports/kept-answer.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import type { RunOutcome } from "../body/idempotency.ts";
import { type JsonBody, canonicalBody, smallBodyBytes, withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "../operation-needs.ts";

/** Reads a JSON body, small unless another limit is named, and runs at most once under the Idempotency-Key of the request. */
export function onceWithJson(
  needs: OperationNeeds,
  run: (request: AuthorisedRequest, body: JsonBody | null, slot: AnswerSlot | null) => Promise<RunOutcome>,
  limitBytes = smallBodyBytes,
): Handler {
  return async (request) =>
    withJsonBody(
      request,
      needs,
      (body) =>
        needs.idempotency.once(request, {
          parse: () => body,
          canonical: canonicalBody,
          run: (parsed, slot) => run(request, parsed, slot),
        }),
      limitBytes,
    );
}
