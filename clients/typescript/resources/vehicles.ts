import type {
  BaselineCommand,
  BaselineResult,
  ReferenceExtrinsics,
  ReferenceResult,
  VehicleDetail,
  VehicleListItem,
  VehicleSeries,
  VehicleWork,
  WorkCommand,
  WorkResult,
} from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, type PostOptions, type RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** How a command about a vehicle's work is sent. */
export interface WorkOptions extends PostOptions {
  /** The `version` it is meant for: refused with a PreconditionFailedError where somebody was quicker. Left out: whichever. */
  readonly version?: number;
}

export class Vehicles {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Iterate over it for every vehicle that the filter lets through, or await it for one page. */
  list(query: QueryOf<"listVehicles"> = {}, options?: RequestOptions): PagePromise<VehicleListItem> {
    return this.#sender.list("/v1/vehicles", query, { options });
  }

  get(vehicleId: string, options?: RequestOptions): APIPromise<VehicleDetail> {
    return this.#sender.get(pathOf`/v1/vehicles/${vehicleId}`, options);
  }

  /** Residuals, CUSUM, T² and their limits over time. */
  series(
    vehicleId: string,
    query: QueryOf<"getVehicleSeries"> = {},
    options?: RequestOptions,
  ): APIPromise<VehicleSeries> {
    return this.#sender.get(pathOf`/v1/vehicles/${vehicleId}/series`, options, query);
  }

  /** `learn` afresh after a repair, `freeze`, `unfreeze`; audited. */
  commandBaseline(
    vehicleId: string,
    command: BaselineCommand,
    options?: PostOptions,
  ): APIPromise<BaselineResult> {
    return this.#sender.post(pathOf`/v1/vehicles/${vehicleId}/baseline`, command, options);
  }

  /** Who has seen it, who is to do it, whether its newest repair restored it; and a page of what was done, latest first. */
  work(
    vehicleId: string,
    query: QueryOf<"getVehicleWork"> = {},
    options?: RequestOptions,
  ): APIPromise<VehicleWork> {
    return this.#sender.get(pathOf`/v1/vehicles/${vehicleId}/work`, options, query);
  }

  /** Acknowledge, assign, snooze, comment, report as repaired, reopen, close or take back. */
  commandWork(
    vehicleId: string,
    command: WorkCommand,
    { version, ...options }: WorkOptions = {},
  ): APIPromise<WorkResult> {
    const headers = { ...(version !== undefined && { "If-Match": `"${version}"` }), ...options.headers };
    return this.#sender.post(pathOf`/v1/vehicles/${vehicleId}/work`, command, { ...options, headers });
  }

  registerReference(
    vehicleId: string,
    reference: ReferenceExtrinsics,
    options?: RequestOptions,
  ): APIPromise<ReferenceResult> {
    const path = pathOf`/v1/vehicles/${vehicleId}/reference`;
    return this.#sender.write("PUT", path, { body: reference, options });
  }
}
