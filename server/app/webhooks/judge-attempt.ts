import type { SendOutcome } from "../ports/message-sender.ts";
import type { AttemptRecord, StoredDelivery, StoredWebhook } from "../ports/webhook-store.ts";

/** Waits after each refused attempt, as Standard Webhooks 1.0 suggests them: three days in all. */
const retryDelaysS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** So that the messages of an outage do not all come back at the same moment. */
const jitterShare = 0.2;
/** A receiver cannot ask for more. */
const longestRetryAfterS = 86_400;
/**
 * A delivery that was refused once holds back later ones of the same vehicle until its next attempt, seconds later. After
 * that they pass it: order is worth a moment, not hours.
 */
const holdsBackTries = 1;

/** Which moment it is, and the luck of the draw: 0 up to 1. */
export interface Circumstances {
  readonly nowUs: number;
  readonly random: number;
  /** A webhook that accepted nothing for this long is disabled. */
  readonly disableAfterUs: number;
}

/** What becomes of a delivery, and of its webhook, after an attempt. */
export function judgeAttempt(
  {
    delivery,
    webhook,
    outcome,
  }: {
    readonly delivery: StoredDelivery;
    readonly webhook: Pick<StoredWebhook, "failingSinceUs">;
    readonly outcome: SendOutcome;
  },
  { nowUs, random, disableAfterUs }: Circumstances,
): Pick<AttemptRecord, "next" | "disables"> {
  if (outcome.error === null) return { next: { kind: "delivered" }, disables: null };
  if (outcome.isGone) return { next: { kind: "dead" }, disables: "gone" };
  const { failingSinceUs } = webhook;
  if (failingSinceUs !== null && nowUs - failingSinceUs >= disableAfterUs)
    return { next: { kind: "dead" }, disables: "failing" };
  const delayS = retryDelaysS[delivery.tries];
  if (delayS === undefined) return { next: { kind: "dead" }, disables: null };
  const jitteredS = delayS * (1 - jitterShare + 2 * jitterShare * random);
  const waitS = Math.max(jitteredS, Math.min(outcome.retryAfterS ?? 0, longestRetryAfterS));
  const letsOthersPass = delivery.tries + 1 > holdsBackTries;
  return { next: { kind: "retry", dueUs: nowUs + Math.round(waitS * 1e6), letsOthersPass }, disables: null };
}

/** Until when the receiver wants nothing at all, as 429 and 503 with `Retry-After` say; null for at any time. */
export function pausedUntilUs({ status, retryAfterS }: SendOutcome, nowUs: number): number | null {
  if (retryAfterS === null || (status !== 429 && status !== 503)) return null;
  return nowUs + Math.min(retryAfterS, longestRetryAfterS) * 1e6;
}
