import type { Caller } from "./app/application.ts";
import type { WritingNeeds } from "./app/ingest/submit-write.ts";
import type { WriteOutcome, WriteRequest } from "./app/ports/write-request.ts";

export const callerForTests: Caller = { organisation: "acme", keyId: "key-1", scopes: [], fleets: null };

/** A ledger that answers every request as the test says, and remembers what it was asked. */
export function ledgerForTests(
  outcomeOf: (request: WriteRequest) => WriteOutcome | Promise<WriteOutcome>,
): WritingNeeds & { readonly asked: WriteRequest[] } {
  const asked: WriteRequest[] = [];
  const ledger: WritingNeeds["ledger"] = {
    async write(request) {
      asked.push(request);
      return outcomeOf(request);
    },
    recallAnswer: async () => ({ kind: "none" }),
  };
  return { ledger, inFlight: new Map(), asked };
}
