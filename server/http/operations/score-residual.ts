import { parseFrame } from "../../../core/contract/requests/parse-frame.ts";
import { refusalOf } from "../../../core/contract/requests/read-ingest-body.ts";
import { jsonAnswer } from "../answer/answer.ts";
import type { Handler } from "../authorised-request.ts";
import { canonicalBody, withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "./operation-needs.ts";
import { sha256Hex } from "../../app/sha256-hex.ts";
import { writeAskOf } from "../write-ask.ts";

/** POST /v1/score/residual */
export function scoreResidual(needs: OperationNeeds): Handler {
  return async (ask) => {
    needs.rateLimits.admitFrames(ask.caller);
    return withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async (_body, slot) => {
          const parsed = parseFrame(body?.value, {
            raw: body?.text.trim() ?? "",
            nowUs: ask.exchange.receivedAtUs,
            sha256Hex,
          });
          if (parsed.kind === "rejected") throw refusalOf(parsed.faults);
          needs.rateLimits.countFrames(ask.caller, 1);
          const keep = slot === null ? null : { ...slot, status: 200 };
          const written = await needs.application.scoreFrame(
            ask.caller,
            parsed.frame,
            writeAskOf(ask.exchange, keep),
          );
          return { answer: jsonAnswer(written.body), isKept: keep !== null };
        },
      }),
    );
  };
}
