import type { Limits } from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import type { RequestOptions } from "../request/call.ts";
import type { Sender } from "../request/sender.ts";

export class LimitsResource {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Every limit of the service, and what the organisation of the key uses of its own. */
  get(options?: RequestOptions): APIPromise<Limits> {
    return this.#sender.get("/v1/limits", options);
  }
}
