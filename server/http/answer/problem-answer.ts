import type { Problem } from "../../../core/contract/types.ts";
import { type ProblemCode, problemPages, slugOf } from "../../../core/contract/problems.ts";
import { ErasedRefusal, Refusal } from "../../../core/contract/refusal.ts";
import { type Answer, problemType } from "./answer.ts";
import { HttpRefusal } from "./http-refusal.ts";
import { statusOfProblem } from "./status-of-problem.ts";

/**
 * A refusal or a fault as RFC 9457 problem details. What was thrown and is no refusal says nothing but `internal`:
 * its message may hold what no client may see.
 */
export function problemAnswer(thrown: unknown, requestId: string): Answer {
  const refusal = thrown instanceof Refusal ? thrown : new Refusal("internal", internalDetail);
  const headers = refusal instanceof HttpRefusal ? refusal.headers : {};
  const status = statusOfProblem(refusal.code);
  const retryAfterS = usualRetryAfterS[status];
  return {
    status,
    contentType: problemType,
    headers:
      retryAfterS !== undefined && headers["Retry-After"] === undefined
        ? { ...headers, "Retry-After": retryAfterS }
        : headers,
    body: JSON.stringify(problemOf(refusal, requestId)),
  };
}

/** Where the refusal does not know better. What is counted by the hour makes room minute by minute. */
export const usualRetryAfterS: Readonly<Record<number, string>> = { 429: "60", 503: "2", 507: "60" };

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { faults } = refusal;
  return {
    ...problemHead(refusal.code, refusal.detail, requestId),
    ...(faults.length > 0 && { errors: faults.slice(0, listedFaults).map((fault) => ({ ...fault })) }),
    ...(refusal instanceof ErasedRefusal && { tombstone: refusal.tombstone }),
  };
}

/** The members every problem has. */
export function problemHead(code: ProblemCode, detail: string, requestId: string) {
  const slug = slugOf(code);
  return {
    type: `/problems/${slug}`,
    title: problemPages[slug].title,
    status: statusOfProblem(code),
    detail,
    instance: `/requests/${requestId}`,
    code,
    request_id: requestId,
  };
}

const listedFaults = 100;
const internalDetail = "The service failed on this request; it was logged under the request id. Repeat once.";
