import { parseVerifyRequest } from "../../../core/contract/requests/parse-requests.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { Ask, Handler } from "../authorised-request.ts";
import { immutableAnswer } from "../answer/entity-tag.ts";
import { handOut } from "./hand-out.ts";
import { inPaperPlace } from "../guard/in-paper-place.ts";
import { canonicalBody, verifyBodyBytes, withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "./operation-needs.ts";

/** GET /v1/evidence/{event_id}/archive */
export function getEvidenceArchive(needs: OperationNeeds): Handler {
  const { application } = needs;
  return inPaperPlace(needs, async (ask) => {
    const eventId = ask.path["event_id"]!;
    const zip = await application.readArchive(ask.caller, eventId);
    const headers = { ...remade, "Content-Disposition": `attachment; filename="${eventId}.zip"` };
    return handOut(immutableAnswer(zip, "application/zip", headers), "archive", { ask, application });
  });
}

/** GET /v1/evidence/{event_id}/report: HTML, or PDF where the client likes that better. */
export function getEvidenceReport(needs: OperationNeeds): Handler {
  return inPaperPlace(needs, async (ask) => {
    const type = chooseMediaType(ask.exchange.headers.accept, ["text/html", "application/pdf"]);
    const answer = await report(ask, type === "text/html" ? "html" : "pdf", needs);
    return { ...answer, headers: { ...answer.headers, Vary: "Accept" } };
  });
}

/** GET /v1/evidence/{event_id}/report.html */
export function getEvidenceReportHtml(needs: OperationNeeds): Handler {
  return inPaperPlace(needs, (ask) => report(ask, "html", needs));
}

/** GET /v1/evidence/{event_id}/report.pdf */
export function getEvidenceReportPdf(needs: OperationNeeds): Handler {
  return inPaperPlace(needs, (ask) => report(ask, "pdf", needs));
}

/** POST /v1/evidence/verify */
export function verifyEvidence(needs: OperationNeeds): Handler {
  return inPaperPlace(needs, async (ask) =>
    withJsonBody(
      ask,
      needs,
      async (body) =>
        needs.idempotency.once(ask, {
          parse: () => body,
          canonical: canonicalBody,
          run: async () => {
            const request = parseVerifyRequest(body?.value);
            return {
              answer: jsonAnswer(await needs.application.judgeEvidence(ask.caller, request)),
              isKept: false,
            };
          },
        }),
      verifyBodyBytes,
    ),
  );
}

/** Always the same bytes of one version of the service; another version may set them otherwise. */
const remade = { "Cache-Control": "private, no-cache" };

/** A report is one file without a script, so that nothing in it may run, load or be sent. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function report(ask: Ask, form: "html" | "pdf", { application }: OperationNeeds): Promise<Answer> {
  const eventId = ask.path["event_id"]!;
  const bytes = await application.readReport(ask.caller, { eventId, form });
  const headers = {
    ...remade,
    "Content-Disposition": `inline; filename="${eventId}.${form}"`,
    ...(form === "html" && { "Content-Security-Policy": reportPolicy }),
  };
  const type = form === "html" ? "text/html; charset=utf-8" : "application/pdf";
  return handOut(immutableAnswer(bytes, type, headers), "report", { ask, application });
}
