import type { Application, Caller } from "../app/application.ts";
import type { ServiceLimits } from "./service-limits.ts";
import type { Admission } from "./guard/admission.ts";
import type { Exchange } from "./exchange.ts";
import type { Idempotency } from "./body/idempotency.ts";
import type { RateLimits } from "./guard/rate-limits.ts";
import type { StreamPlaces } from "./guard/stream-places.ts";

/** What the operations need besides the request. */
export interface OperationNeeds {
  readonly application: Application;
  readonly idempotency: Idempotency;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly limits: ServiceLimits;
  /** For a whole request; NDJSON only has to keep moving. */
  readonly requestTimeoutMs: number;
  readonly streamPlaces: StreamPlaces;
  /** Whether the key of a request that goes on for long is still what it was. */
  readonly recheck: (exchange: Exchange, caller: Caller) => Promise<boolean>;
  /** Aborted at once when the server stops: those who follow events are told so. */
  readonly streamsStop: AbortSignal;
  /** Aborted when streams and bodies have to come to an end because the server stops. */
  readonly streamsEnd: AbortSignal;
}
