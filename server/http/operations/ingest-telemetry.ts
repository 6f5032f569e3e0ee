import { Refusal } from "../../../core/contract/refusal.ts";
import { type Handler, textOf } from "../authorised-request.ts";
import { readBodyHead } from "../body/body-head.ts";
import { ingestDocument } from "./ingest-document.ts";
import { ingestStream } from "./ingest-stream.ts";
import { ingestBodyBytes, withBodyText } from "../body/json-body.ts";
import type { OperationNeeds } from "./operation-needs.ts";

/** POST /v1/telemetry/ingest */
export function ingestTelemetry(needs: OperationNeeds): Handler {
  return async (ask) => {
    needs.rateLimits.admitFrames(ask.caller);
    const head = readBodyHead(ask.exchange, ask.operation);
    if (head.kind === "none") throw new Refusal("json_empty", "Send a frame, or a batch of frames.");
    const abortsOnError = textOf(ask.query, "on_error") === "abort";
    if (head.kind === "ndjson") return ingestStream(ask, needs, { coding: head.coding, abortsOnError });
    const body = { coding: head.coding, limitBytes: ingestBodyBytes };
    return withBodyText(ask, needs, body, (text) => ingestDocument(ask, needs, { text, abortsOnError }));
  };
}
