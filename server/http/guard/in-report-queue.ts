import { Refusal } from "../../../core/contract/refusal.ts";
import type { Ask, Handler } from "../authorised-request.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";
import type { OperationNeeds } from "../operations/operation-needs.ts";

/** An operation of the kind that takes a processor's time: refused before its body is read where the share is used up. */
export function inPaperPlace(needs: OperationNeeds, perform: Handler): Handler {
  return async (ask) => {
    const leave = enter(needs, ask);
    try {
      return await perform(ask);
    } finally {
      leave();
    }
  };
}

function enter({ application }: OperationNeeds, { caller }: Ask): () => void {
  try {
    return application.enterReportQueue(caller);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    // A job takes seconds at most, and every one that ends makes room.
    throw new HttpRefusal(fault.code, fault.detail, { headers: { "Retry-After": "2" } });
  }
}
