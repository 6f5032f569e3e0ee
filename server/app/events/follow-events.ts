import { beforeAllEvents } from "../../../core/contract/stream-position.ts";
import type { Caller } from "../application.ts";
import { presentEvent } from "../present/present-event.ts";
import type { EventReader } from "../ports/reading/event-reader.ts";
import { checkForm, checkPosition } from "./check-position.ts";
import type { EventFollower, FollowedEvents } from "./event-follower.ts";
import type { EventQuery } from "./event-query.ts";
import { eventScope } from "./event-scope.ts";
import type { EventAsk, RecentEvents } from "./recent-events.ts";

/** What is handed on at once; whoever cannot take that in holds nobody up. */
const stepEvents = 100;

export interface FollowNeeds {
  readonly events: EventReader;
  readonly recent: RecentEvents;
}

/** Begins to follow, from the position given or from now on. Refuses a position that is gone. */
export async function followEvents(
  caller: Caller,
  query: EventQuery,
  { events: reader, recent }: FollowNeeds,
): Promise<EventFollower> {
  const asked = eventScope(caller, query);
  const { position, start } = query;
  if (position !== undefined) checkForm(position);
  const span = await reader.findEventSpan({ organisation: caller.organisation });
  if (position !== undefined) checkPosition(position, span);
  const from = start === "oldest" ? span.goneThrough : span.newest;
  const after = position?.after ?? from ?? beforeAllEvents;
  return new Follower({ ...asked, limit: stepEvents }, after, recent);
}

class Follower implements EventFollower {
  readonly #asked: Omit<EventAsk, "after">;
  readonly #recent: RecentEvents;
  readonly leave: () => void;
  #position: string;

  constructor(asked: Omit<EventAsk, "after">, position: string, recent: RecentEvents) {
    this.#asked = asked;
    this.#position = position;
    this.#recent = recent;
    this.leave = recent.enter();
  }

  get position(): string {
    return this.#position;
  }

  async next(until: AbortSignal): Promise<FollowedEvents> {
    for (;;) {
      const { version } = this.#recent;
      const after = this.#position;
      const page = await this.#recent.read({ ...this.#asked, after });
      const { events, through, isEnd, goneThrough } = page;
      this.#position = through;
      const isGap = goneThrough !== null && after < goneThrough;
      if (isGap || events.length > 0) {
        return {
          gap: isGap ? { after, through: goneThrough } : null,
          events: events.map(presentEvent),
          position: through,
        };
      }
      if (isEnd) await this.#recent.untilNews(version, until);
      if (until.aborted) return { gap: null, events: [], position: this.#position };
    }
  }
}
