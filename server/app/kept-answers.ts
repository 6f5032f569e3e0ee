import type { AnswerSlot, StoredAnswer } from "./application.ts";
import type { Changes, Transaction } from "./ports.ts";
import type { RefusedOutcome, WriteOutcome, WriteRequest } from "./write-request.ts";

/**
 * The answers kept for repeats, as one batch sees them: those stored before it and those it adds. An answer is stored
 * in the transaction of its effect, so that either both are there or neither.
 */
export class KeptAnswers {
  readonly toStore: Changes["answers"][number][] = [];
  readonly #fingerprints: Map<string, string>;

  static async open(
    requests: readonly WriteRequest[],
    transaction: Transaction,
    keptSinceUs: number,
  ): Promise<KeptAnswers> {
    const spaces = requests.flatMap((request) => slotOf(request)?.space ?? []);
    const found = await transaction.findAnswers(spaces, keptSinceUs);
    const fingerprints = new Map<string, string>();
    found.forEach((fingerprint, at) => {
      if (fingerprint !== null) fingerprints.set(spaces[at]!, fingerprint);
    });
    return new KeptAnswers(fingerprints);
  }

  private constructor(fingerprints: Map<string, string>) {
    this.#fingerprints = fingerprints;
  }

  /**
   * Refuses a request whose key has an answer by now: a twin was quicker. Whoever repeats it finds that answer, and
   * the effect has happened once.
   */
  refusalOf(request: WriteRequest): RefusedOutcome | null {
    const slot = slotOf(request);
    const fingerprint = slot === null ? undefined : this.#fingerprints.get(slot.space);
    if (slot === null || fingerprint === undefined || request.kind === "answer") return null;
    return twinRefusal(fingerprint === slot.fingerprint);
  }

  keep(request: WriteRequest, outcome: WriteOutcome, storedAtUs: number): void {
    const slot = slotOf(request);
    const answer = answerToKeep(request, outcome);
    if (slot === null || answer === null || this.#fingerprints.has(slot.space)) return;
    this.#fingerprints.set(slot.space, slot.fingerprint);
    this.toStore.push({ space: slot.space, fingerprint: slot.fingerprint, ...answer, storedAtUs });
  }
}

/** The refusal of a request that bears the key of another one: the same request again, or a different one. */
export function twinRefusal(isSameRequest: boolean): RefusedOutcome {
  return isSameRequest
    ? {
        kind: "refused",
        code: "idempotency_in_progress",
        detail:
          "The first request with this Idempotency-Key is being answered. Repeat this one for its answer.",
      }
    : {
        kind: "refused",
        code: "idempotency_key_reused",
        detail: "This Idempotency-Key came before with another request. Use a new key for a new request.",
      };
}

function slotOf(request: WriteRequest): AnswerSlot | null {
  switch (request.kind) {
    case "answer":
      return request.slot;
    case "key-uses":
    case "documents":
    case "seal":
      return null;
    case "frames":
    case "score":
    case "command":
    case "custody":
      return request.keep;
  }
}

function answerToKeep(request: WriteRequest, outcome: WriteOutcome): StoredAnswer | null {
  if (request.kind === "answer") return request.answer;
  if (!("keep" in request) || request.keep === null) return null;
  if (!("answer" in outcome) || outcome.answer === null) return null;
  return { status: request.keep.status, contentType: "application/json", body: outcome.answer.body };
}
