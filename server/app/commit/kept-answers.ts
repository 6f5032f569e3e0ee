import type { AnswerSlot, KeptRefusal, StoredAnswer, FoundAnswer } from "../ports/kept-answer.ts";
import type { Changes } from "../ports/changes.ts";
import type { StoredAccounts } from "../ports/transaction.ts";
import { sealText } from "../sealed-text.ts";
import type { StagedUsage } from "./staged-usage.ts";
import {
  isUnanswered,
  type RefusedOutcome,
  type WriteOutcome,
  type WriteRequest,
} from "../ports/write-request.ts";
import { withAnswers } from "../in-order.ts";

/**
 * The answers kept for repeats, as one batch sees them: those stored before it and those it adds. An answer is stored
 * in the transaction of its effect, so that either both are there or neither.
 */
export class KeptAnswers {
  readonly toStore: Changes["answers"][number][] = [];
  readonly #found: Map<string, FoundAnswer>;
  readonly #quotas: StagedUsage;
  /** Answers this batch adds, by organisation. */
  readonly #added = new Map<string, number>();

  static async open(
    requests: readonly WriteRequest[],
    transaction: StoredAccounts,
    { keptSinceUs, quotas }: { readonly keptSinceUs: number; readonly quotas: StagedUsage },
  ): Promise<KeptAnswers> {
    const spaces = requests.flatMap((request) => slotOf(request)?.space ?? []);
    const found = await transaction.findAnswers(spaces, keptSinceUs);
    const bySpace = new Map<string, FoundAnswer>();
    for (const [space, answer] of withAnswers(spaces, found)) {
      if (answer !== null) bySpace.set(space, answer);
    }
    return new KeptAnswers(bySpace, quotas);
  }

  private constructor(found: Map<string, FoundAnswer>, quotas: StagedUsage) {
    this.#found = found;
    this.#quotas = quotas;
  }

  /**
   * Refuses a request whose key has an answer by now: a twin was quicker. Whoever repeats it finds that answer, and
   * the effect has happened once. What was refused before had no effect, and may have it now.
   */
  refusalOf(request: WriteRequest): RefusedOutcome | null {
    const slot = slotOf(request);
    const found = slot === null ? undefined : this.#found.get(slot.space);
    if (slot === null || request.kind === "answer") return null;
    if (found === undefined) {
      const refusal = this.#quotaRefusal(slot);
      return refusal === null ? null : { kind: "refused", ...refusal };
    }
    const isSameRequest = found.fingerprint === slot.fingerprint;
    return found.isRefusal && isSameRequest ? null : twinRefusal(isSameRequest);
  }

  keep(request: WriteRequest, outcome: WriteOutcome, storedAtUs: number): void {
    const slot = slotOf(request);
    const answer = answerToKeep(request, outcome);
    if (slot === null || answer === null || this.#found.get(slot.space)?.isRefusal === false) return;
    const { space, organisation, fingerprint } = slot;
    // An answer without an effect is worth no refusal: its repeat is carried out again, with the same result.
    const isNew = !this.#found.has(space);
    if (isNew && this.#quotaRefusal(slot) !== null) return;
    if (isNew) this.#added.set(organisation, (this.#added.get(organisation) ?? 0) + 1);
    this.#found.set(space, { fingerprint, isRefusal: "sha256" in answer });
    this.toStore.push({ space, organisation, fingerprint, ...answer, storedAtUs });
  }

  #quotaRefusal({ organisation }: AnswerSlot) {
    return this.#quotas.refusalOfAnswer(organisation, this.#added.get(organisation) ?? 0);
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
  if (request.kind === "answer") return request.slot;
  return isUnanswered(request) ? null : request.keep;
}

function answerToKeep(request: WriteRequest, outcome: WriteOutcome): StoredAnswer | KeptRefusal | null {
  if (request.kind === "answer") return request.answer;
  if (!("keep" in request) || request.keep === null) return null;
  if (!("answer" in outcome) || outcome.answer === null) return null;
  const { status, whenPartial, sealKey } = request.keep;
  const { value } = outcome.answer;
  const isPartial = "status" in value && value.status === "partial";
  const body = sealKey === undefined ? outcome.answer.body : sealText(outcome.answer.body, sealKey);
  return { status: isPartial ? (whenPartial ?? status) : status, contentType: "application/json", body };
}
