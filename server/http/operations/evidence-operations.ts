import type { HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { Application } from "../../app/application.ts";
import type { Answer } from "../answer/answer.ts";
import { immutableAnswer, unlessKnown } from "../answer/entity-tag.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import { ndjsonType } from "../body/body-head.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredNumber, requiredText, textOf, textsOf } from "../parameters.ts";
import { given, linkToNext, taggedRead } from "./answer-read.ts";

/** GET /v1/evidence */
export function listEvidence({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const page = await application.listEvidence(caller, {
      ...given("vehicleId", textOf(query, "vehicle_id")),
      ...given("tiers", textsOf(query, "tier")),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    return taggedRead(request, page, linkToNext(request, page.next_cursor));
  };
}

/** GET /v1/evidence/{event_id}/bundle */
export function getEvidenceBundle({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { bundle } = await application.readEvidence(request.caller, requiredText(request.path, "event_id"));
    return handOut(immutableAnswer(bundle, "application/json"), "bundle", { request, application });
  };
}

/** GET /v1/evidence/{event_id}/frames */
export function getEvidenceFrames({ application }: OperationNeeds): Handler {
  return async (request) => {
    const eventId = requiredText(request.path, "event_id");
    const { frames } = await application.readEvidence(request.caller, eventId);
    const headers = { "Content-Disposition": `attachment; filename="${eventId}.frames.ndjson"` };
    return handOut(immutableAnswer(frames, ndjsonType, headers), "frames", { request, application });
  };
}

/** GET /v1/evidence/{event_id}/sigstore */
export function getEvidenceSigstore({ application }: OperationNeeds): Handler {
  return async (request) => {
    const eventId = requiredText(request.path, "event_id");
    const bytes = await application.readSigstoreBundle(request.caller, eventId);
    return handOut(immutableAnswer(bytes, sigstoreType), "sigstore", { request, application });
  };
}

const sigstoreType = "application/vnd.dev.sigstore.bundle.v0.3+json";

/**
 * The answer that gives evidence away, once its custody says so. What gives nothing away (HEAD, and 304 for what the
 * client has already) is not noted.
 */
export async function handOut(
  answer: Answer,
  form: HandOutForm,
  { request, application }: { readonly request: AuthorisedRequest; readonly application: Application },
): Promise<Answer> {
  const due = unlessKnown(answer, request.exchange.headers);
  if (due.status === 200 && request.exchange.method === "GET") {
    await application.noteHandOut(request.caller, requiredText(request.path, "event_id"), form);
  }
  return due;
}
