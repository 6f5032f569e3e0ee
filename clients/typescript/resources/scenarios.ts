import type { ScenarioDeletion, ScenarioFeed, ScenarioListItem } from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, type RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** Scenarios that `risk.scenarioFeed` made, kept under their ids. */
export class Scenarios {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Iterate over it for all that are kept, latest made first, or await it for one page. */
  list(query: QueryOf<"listScenarios"> = {}, options?: RequestOptions): PagePromise<ScenarioListItem> {
    return this.#sender.list("/v1/scenarios", query, { options });
  }

  /** The feed as it was answered when it was made. */
  get(scenarioId: string, options?: RequestOptions): APIPromise<ScenarioFeed> {
    return this.#sender.get(pathOf`/v1/scenarios/${scenarioId}`, options);
  }

  delete(scenarioId: string, options?: RequestOptions): APIPromise<ScenarioDeletion> {
    return this.#sender.write("DELETE", pathOf`/v1/scenarios/${scenarioId}`, { options });
  }
}
