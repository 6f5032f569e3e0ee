import type { Event } from "../generated/contract.ts";
import { followEvents, type StreamOptions, type StreamQuery } from "../events/follow-events.ts";
import type { RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** What happened: changes of tier, breaches, evidence, vehicles that fall silent, keys that end soon. */
export class Events {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Events that are there, oldest first, from `after` or from the oldest that is kept. */
  list(query: QueryOf<"streamEvents"> = {}, options?: RequestOptions): PagePromise<Event> {
    return this.#sender.list("/v1/events", query, { options, cursorName: "after" });
  }

  /**
   * Events as they happen: `for await (const event of client.events.stream())`. It goes on over lost connections, after the
   * last event that was taken. Keep that event's `id` to go on in another process: `stream({ after: id })`.
   */
  stream(query: StreamQuery = {}, options?: StreamOptions): AsyncGenerator<Event, void> {
    return followEvents(this.#sender.transport, query, options);
  }
}
