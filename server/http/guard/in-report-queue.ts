import { Refusal } from "../../../core/contract/refusal.ts";
import type { Application, Caller } from "../../app/application.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";

type ReportQueue = Pick<Application, "enterReportQueue">;

/** An operation of the kind that takes a processor's time: refused before its body is read where the share is used up. */
export function inReportQueue(application: ReportQueue, handle: Handler): Handler {
  return Object.assign(
    (request: AuthorisedRequest) => inReportPlace(application, request.caller, () => handle(request)),
    { hasOwnQueue: true as const },
  );
}

/** A part of an operation that does. */
export async function inReportPlace<Result>(
  application: ReportQueue,
  caller: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = enter(application, caller);
  try {
    return await work();
  } finally {
    leave();
  }
}

function enter(application: ReportQueue, caller: Caller): () => void {
  try {
    return application.enterReportQueue(caller);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    // A job takes seconds at most, and every one that ends makes room.
    throw new HttpRefusal(fault.code, fault.detail, { headers: { "Retry-After": "2" } });
  }
}
