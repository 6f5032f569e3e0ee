import type { Application } from "../app/application.ts";
import type { Limits } from "../config.ts";
import type { Admission } from "./guard/admission.ts";
import type { Idempotency } from "./body/idempotency.ts";
import type { RateLimits } from "./guard/rate-limits.ts";

/** What the operations need besides the request. */
export interface OperationNeeds {
  readonly application: Application;
  readonly idempotency: Idempotency;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly limits: Limits;
  /** For a whole request; NDJSON only has to keep moving. */
  readonly requestTimeoutMs: number;
  /** Aborted when streams and bodies have to come to an end because the server stops. */
  readonly streamsEnd: AbortSignal;
}
