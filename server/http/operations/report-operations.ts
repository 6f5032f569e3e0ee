import { parseVerifyRequest } from "../../../core/contract/requests/parse-requests.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import { immutableAnswer } from "../answer/entity-tag.ts";
import { inReportQueue } from "../guard/in-report-queue.ts";
import { verifyBodyBytes } from "../body/json-body.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredText } from "../parameters.ts";
import { handOut } from "./evidence-operations.ts";
import { onceWithJson } from "./once-with-json.ts";

/** GET /v1/evidence/{event_id}/archive */
export function getEvidenceArchive({ application }: OperationNeeds): Handler {
  return inReportQueue(application, async (request) => {
    const eventId = requiredText(request.path, "event_id");
    const zip = await application.readArchive(request.caller, eventId);
    const headers = { ...remade, "Content-Disposition": `attachment; filename="${eventId}.zip"` };
    return handOut(immutableAnswer(zip, "application/zip", headers), "archive", { request, application });
  });
}

/** GET /v1/evidence/{event_id}/report: HTML, or PDF where the client likes that better. */
export function getEvidenceReport(needs: OperationNeeds): Handler {
  return inReportQueue(needs.application, async (request) => {
    const type = chooseMediaType(request.exchange.headers.accept, ["text/html", "application/pdf"]);
    const answer = await report(request, type === "text/html" ? "html" : "pdf", needs);
    return { ...answer, headers: { ...answer.headers, Vary: "Accept" } };
  });
}

/** GET /v1/evidence/{event_id}/report.html */
export function getEvidenceReportHtml(needs: OperationNeeds): Handler {
  return inReportQueue(needs.application, (request) => report(request, "html", needs));
}

/** GET /v1/evidence/{event_id}/report.pdf */
export function getEvidenceReportPdf(needs: OperationNeeds): Handler {
  return inReportQueue(needs.application, (request) => report(request, "pdf", needs));
}

/** POST /v1/evidence/verify */
export function verifyEvidence(needs: OperationNeeds): Handler {
  return inReportQueue(
    needs.application,
    onceWithJson(
      needs,
      async ({ caller }, body) => {
        const verdict = await needs.application.judgeEvidence(caller, parseVerifyRequest(body?.value));
        return { answer: jsonAnswer(verdict), isKept: false };
      },
      verifyBodyBytes,
    ),
  );
}

/** Always the same bytes of one version of the service; another version may set them otherwise. */
const remade = { "Cache-Control": "private, no-cache" };

/** A report is one file without a script, so that nothing in it may run, load or be sent. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function report(
  request: AuthorisedRequest,
  form: "html" | "pdf",
  { application }: OperationNeeds,
): Promise<Answer> {
  const eventId = requiredText(request.path, "event_id");
  const bytes = await application.readReport(request.caller, { eventId, form });
  const headers = {
    ...remade,
    "Content-Disposition": `inline; filename="${eventId}.${form}"`,
    ...(form === "html" && { "Content-Security-Policy": reportPolicy }),
  };
  const type = form === "html" ? "text/html; charset=utf-8" : "application/pdf";
  return handOut(immutableAnswer(bytes, type, headers), "report", { request, application });
}
