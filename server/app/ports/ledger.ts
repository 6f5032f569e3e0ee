import type { AnswerSlot, Remembered } from "./kept-answer.ts";
import type { WriteSequence } from "../ingest/write-sequence.ts";
import type { WriteOutcome, WriteRequest } from "./write-request.ts";

/** The writing side of the store, as the verbs see it. */
export interface Ledger {
  /**
   * Carries a request out, or not at all: with a refused outcome, or by throwing `Refusal` `overloaded`, `clock_unusable` or
   * `storage_unavailable`. What resolves otherwise is durable. Requests take effect in the order given here; none of a
   * sequence does after one that was rejected.
   */
  write(request: WriteRequest, sequence?: WriteSequence): Promise<WriteOutcome>;
  /** What was answered to this request before, as long as answers are kept. */
  recallAnswer(slot: Omit<AnswerSlot, "organisation">): Promise<Remembered>;
}

/** How the ledger is doing, for those who admit requests and report health. */
export interface LedgerHealth {
  /** How long the oldest request has waited for its transaction to begin, milliseconds; 0 when none waits. */
  oldestWaitingMs(): number;
  /** Why nothing can be written at the moment; null when it can. */
  whyUnavailable(): string | null;
  /** What speaks against the machine's clock; null where nothing does. Nothing is refused for it. */
  doubtAboutClock(): string | null;
}
