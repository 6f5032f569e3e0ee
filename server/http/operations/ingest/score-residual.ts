import { parseFrame } from "../../../../core/contract/requests/parse-frame.ts";
import { refusalOf } from "../../../../core/contract/requests/read-ingest-body.ts";
import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { answerWrite } from "../answer-write.ts";
import { contextOf } from "./ingest-document.ts";
import { onceWithJson } from "../once-with-json.ts";

/** POST /v1/score/residual */
export function scoreResidual(needs: OperationNeeds): Handler {
  const score = onceWithJson(needs, async (request, body, slot) => {
    const { caller, exchange } = request;
    const raw = body?.text.trim() ?? "";
    const parsed = parseFrame(body?.value, { ...contextOf(request), raw });
    if (parsed.kind === "rejected") throw refusalOf(parsed.faults);
    needs.rateLimits.countFrames(caller, 1);
    return answerWrite(exchange, slot, (write) => needs.application.scoreFrame(caller, parsed.frame, write));
  });
  return async (request) => {
    needs.rateLimits.admitFrames(request.caller);
    return score(request);
  };
}
