import type {
  ExportFormat,
  ScenarioDeletion,
  ScenarioFeed,
  ScenarioListItem,
} from "../generated/contract.ts";
import { readBytes } from "../request/answer.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, pathWithSlashes, type RequestOptions } from "../request/call.ts";
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

  /** The scenario in another format, byte for byte: `opendrive/1.7`, `csv`, … */
  export(
    scenarioId: string,
    format: ExportFormat,
    options?: RequestOptions,
  ): APIPromise<Uint8Array<ArrayBuffer>> {
    const path = pathOf`/v1/scenarios/${scenarioId}/exports/` + pathWithSlashes(format);
    return this.#sender.send({ method: "GET", path, accept: "*/*", read: readBytes, options });
  }

  delete(scenarioId: string, options?: RequestOptions): APIPromise<ScenarioDeletion> {
    return this.#sender.write("DELETE", pathOf`/v1/scenarios/${scenarioId}`, { options });
  }
}
