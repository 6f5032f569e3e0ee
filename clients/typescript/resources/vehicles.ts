import type {
  BaselineCommand,
  BaselineResult,
  EvidenceRequest,
  EvidenceRequestResult,
  ReferenceExtrinsics,
  ReferenceResult,
  StateStatement,
  StatementRequest,
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

  /** A signed bundle of its open breach up to its newest frame. A ConflictError where no breach is open. */
  requestEvidence(
    vehicleId: string,
    request: EvidenceRequest,
    options?: PostOptions,
  ): APIPromise<EvidenceRequestResult> {
    return this.#sender.post(pathOf`/v1/vehicles/${vehicleId}/evidence`, request, options);
  }

  /** A signed statement of how it was judged at a moment, whatever its tier; `evidence.statement` has it with its proof. */
  requestStatement(
    vehicleId: string,
    request: StatementRequest,
    options?: PostOptions,
  ): APIPromise<StateStatement> {
    return this.#sender.post(pathOf`/v1/vehicles/${vehicleId}/statements`, request, options);
  }

  /** The statements issued about it, newest first. */
  statements(
    vehicleId: string,
    query: QueryOf<"listStatements"> = {},
    options?: RequestOptions,
  ): PagePromise<StateStatement> {
    return this.#sender.list(pathOf`/v1/vehicles/${vehicleId}/statements`, query, { options });
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
