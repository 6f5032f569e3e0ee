import { Refusal } from "../../../../core/contract/refusal.ts";
import { ingestBodyBytes } from "../../../../core/contract/requests/read-ingest-body.ts";
import type { Handler } from "../../authorised-request.ts";
import { textOf } from "../../parameters.ts";
import { readBodyHead } from "../../body/body-head.ts";
import { ingestDocument } from "./ingest-document.ts";
import { ingestStream } from "./ingest-stream.ts";
import { withBodyText } from "../../body/json-body.ts";
import type { OperationNeeds } from "../../operation-needs.ts";

/** POST /v1/telemetry/ingest */
export function ingestTelemetry(needs: OperationNeeds): Handler {
  return (request) => {
    needs.rateLimits.admitFrames(request.caller);
    const head = readBodyHead(request.exchange, request.operation);
    if (head.kind === "none") throw new Refusal("json_empty", "Send a frame, or a batch of frames.");
    const abortsOnError = textOf(request.query, "on_error") === "abort";
    if (head.kind === "ndjson") return ingestStream(request, needs, { coding: head.coding, abortsOnError });
    const body = { coding: head.coding, limitBytes: ingestBodyBytes };
    return withBodyText(request, needs, body, (text) =>
      ingestDocument(request, needs, { text, abortsOnError }),
    );
  };
}
