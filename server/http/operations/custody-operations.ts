import { parseErasure, parseLegalHold } from "../../../core/contract/requests/parse-requests.ts";
import { jsonAnswer } from "../answer/answer.ts";
import { inPaperPlace } from "../guard/in-paper-place.ts";
import { type Handler, numberOf, textOf } from "../authorised-request.ts";
import { ndjsonType } from "../body/body-head.ts";
import { immutableAnswer, taggedAnswer, unlessKnown } from "../answer/entity-tag.ts";
import { handOut } from "./hand-out.ts";
import { canonicalBody, withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "./operation-needs.ts";
import { writeAskOf } from "../write-ask.ts";

/** GET /v1/evidence/{event_id}/redacted */
export function getRedactedFrames(needs: OperationNeeds): Handler {
  const { application } = needs;
  return inPaperPlace(needs, async (ask) => {
    const eventId = ask.path["event_id"]!;
    const withhold = textOf(ask.query, "withhold")!;
    const frames = await application.redactEvidence(ask.caller, { eventId, withhold });
    const headers = { "Content-Disposition": `attachment; filename="${eventId}.redacted.ndjson"` };
    return handOut(immutableAnswer(frames, ndjsonType, headers), "redacted", { ask, application });
  });
}

/** GET /v1/evidence/{event_id}/custody */
export function getEvidenceCustody({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const custody = await application.readCustody(ask.caller, {
      eventId: ask.path["event_id"]!,
      afterSeq: numberOf(ask.query, "after")!,
      limit: numberOf(ask.query, "limit")!,
    });
    return unlessKnown(taggedAnswer(custody), ask.exchange.headers);
  };
}

/** POST /v1/evidence/{event_id}/legal-hold */
export function setLegalHold(needs: OperationNeeds): Handler {
  return async (ask) =>
    withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async (_body, slot) => {
          const request = parseLegalHold(body?.value);
          const keep = slot === null ? null : { ...slot, status: 200 };
          const write = writeAskOf(ask.exchange, keep);
          const eventId = ask.path["event_id"]!;
          const written = await needs.application.setLegalHold(ask.caller, eventId, request, write);
          return { answer: jsonAnswer(written.body), isKept: keep !== null };
        },
      }),
    );
}

/** POST /v1/evidence/{event_id}/erasure */
export function eraseEvidence(needs: OperationNeeds): Handler {
  return async (ask) =>
    withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async (_body, slot) => {
          const request = parseErasure(body?.value);
          const keep = slot === null ? null : { ...slot, status: 200 };
          const write = writeAskOf(ask.exchange, keep);
          const eventId = ask.path["event_id"]!;
          const written = await needs.application.eraseEvidence(ask.caller, eventId, request, write);
          return { answer: jsonAnswer(written.body), isKept: keep !== null };
        },
      }),
    );
}
