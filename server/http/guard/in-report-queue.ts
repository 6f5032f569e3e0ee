import { Refusal } from "../../../core/contract/refusal.ts";
import type { Application } from "../../app/application.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";

type ReportQueue = Pick<Application, "enterReportQueue">;

/** An operation of the kind that takes a processor's time: refused before its body is read where the share is used up. */
export function inReportQueue(application: ReportQueue, handle: Handler): Handler {
  return async (request) => {
    const leave = enter(application, request);
    try {
      return await handle(request);
    } finally {
      leave();
    }
  };
}

function enter(application: ReportQueue, { caller }: AuthorisedRequest): () => void {
  try {
    return application.enterReportQueue(caller);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    // A job takes seconds at most, and every one that ends makes room.
    throw new HttpRefusal(fault.code, fault.detail, { headers: { "Retry-After": "2" } });
  }
}
