import type { ScenarioFeed, ScenarioFeedRequest } from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import type { PostOptions } from "../request/call.ts";
import type { Sender } from "../request/sender.ts";

export class Risk {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** A scenario for simulation, made from a vehicle's drift; with none named, from that of the worst vehicle. */
  scenarioFeed(request: ScenarioFeedRequest = {}, options?: PostOptions): APIPromise<ScenarioFeed> {
    return this.#sender.post("/v1/risk/scenario-feed", request, options);
  }
}
