import { type ProblemCode, type ProblemSlug, slugOf } from "../../../core/contract/problems.ts";

/** The one table from the contract's problems to HTTP statuses (api.md 4). */
const statuses: Readonly<Record<ProblemSlug, number>> = {
  "malformed-json": 400,
  "malformed-request": 400,
  "idempotency-key-invalid": 400,
  unauthenticated: 401,
  forbidden: 403,
  "quota-exceeded": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "not-acceptable": 406,
  "idempotency-in-progress": 409,
  conflict: 409,
  gone: 410,
  "precondition-failed": 412,
  "payload-too-large": 413,
  "unsupported-media-type": 415,
  "expectation-failed": 417,
  "validation-error": 422,
  "idempotency-key-reused": 422,
  "rate-limited": 429,
  damaged: 500,
  internal: 500,
  overloaded: 503,
  "storage-unavailable": 503,
  "not-yet": 503,
  "storage-full": 507,
};

export function statusOfProblem(code: ProblemCode): number {
  return statusOfSlug(slugOf(code));
}

export function statusOfSlug(slug: ProblemSlug): number {
  return statuses[slug];
}
