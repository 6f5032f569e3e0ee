import type {
  FleetAnalytics,
  FleetAttributes,
  FleetHealthSummary,
  FleetPositions,
  FleetRescore,
  FleetRescoreRequest,
  FleetShared,
  WorkQueue,
} from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import type { PostOptions, RequestOptions } from "../request/call.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

export class Fleet {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  healthSummary(
    query: QueryOf<"getFleetHealthSummary"> = {},
    options?: RequestOptions,
  ): APIPromise<FleetHealthSummary> {
    return this.#sender.get("/v1/fleet/health-summary", options, query);
  }

  /** What to do with which vehicle next, and why; most urgent first. */
  queue(query: QueryOf<"getWorkQueue"> = {}, options?: RequestOptions): APIPromise<WorkQueue> {
    return this.#sender.get("/v1/fleet/queue", options, query);
  }

  /** Tiers, breaches, repairs, drift, delays and frames over time; in all and by group. */
  analytics(query: QueryOf<"getFleetAnalytics"> = {}, options?: RequestOptions): APIPromise<FleetAnalytics> {
    return this.#sender.get("/v1/fleet/analytics", options, query);
  }

  /** What vehicles of some tier have more often than the others, honest about how many things were compared. */
  shared(query: QueryOf<"getFleetShared"> = {}, options?: RequestOptions): APIPromise<FleetShared> {
    return this.#sender.get("/v1/fleet/shared", options, query);
  }

  /** The attributes that the vehicles' frames gave, each with its commonest values. */
  attributes(
    query: QueryOf<"getFleetAttributes"> = {},
    options?: RequestOptions,
  ): APIPromise<FleetAttributes> {
    return this.#sender.get("/v1/fleet/attributes", options, query);
  }

  /** Where the vehicles are and how they stand, in columns. */
  positions(query: QueryOf<"getFleetPositions"> = {}, options?: RequestOptions): APIPromise<FleetPositions> {
    return this.#sender.get("/v1/fleet/positions", options, query);
  }

  /** What stored frames would have led to under other settings; nothing changes. */
  rescore(request: FleetRescoreRequest, options?: PostOptions): APIPromise<FleetRescore> {
    return this.#sender.post("/v1/fleet/rescore", request, options);
  }
}
