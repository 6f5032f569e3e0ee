import { parseErasure, parseLegalHold } from "../../../core/contract/requests/parse-requests.ts";
import { immutableAnswer, taggedAnswer, unlessKnown } from "../answer/entity-tag.ts";
import type { Handler } from "../authorised-request.ts";
import { ndjsonType } from "../body/body-head.ts";
import { inReportQueue } from "../guard/in-report-queue.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredNumber, requiredText } from "../parameters.ts";
import { answerWrite } from "./answer-write.ts";
import { handOut } from "./evidence-operations.ts";
import { onceWithJson } from "./once-with-json.ts";

/** GET /v1/evidence/{event_id}/redacted */
export function getRedactedFrames({ application }: OperationNeeds): Handler {
  return inReportQueue(application, async (request) => {
    const eventId = requiredText(request.path, "event_id");
    const withhold = requiredText(request.query, "withhold");
    const frames = await application.redactEvidence(request.caller, { eventId, withhold });
    const headers = { "Content-Disposition": `attachment; filename="${eventId}.redacted.ndjson"` };
    return handOut(immutableAnswer(frames, ndjsonType, headers), "redacted", { request, application });
  });
}

/** GET /v1/evidence/{event_id}/custody */
export function getEvidenceCustody({ application }: OperationNeeds): Handler {
  return async (request) => {
    const custody = await application.readCustody(request.caller, {
      eventId: requiredText(request.path, "event_id"),
      afterSeq: requiredNumber(request.query, "after"),
      limit: requiredNumber(request.query, "limit"),
    });
    return unlessKnown(taggedAnswer(custody), request.exchange.headers);
  };
}

/** POST /v1/evidence/{event_id}/legal-hold */
export function setLegalHold(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const hold = parseLegalHold(body?.value);
    const eventId = requiredText(path, "event_id");
    return answerWrite(exchange, slot, (write) =>
      needs.application.setLegalHold(caller, eventId, hold, write),
    );
  });
}

/** POST /v1/evidence/{event_id}/erasure */
export function eraseEvidence(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const erasure = parseErasure(body?.value);
    const eventId = requiredText(path, "event_id");
    return answerWrite(exchange, slot, (write) =>
      needs.application.eraseEvidence(caller, eventId, erasure, write),
    );
  });
}
