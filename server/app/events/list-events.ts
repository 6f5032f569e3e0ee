import { beforeAllEvents } from "../../../core/contract/stream-position.ts";
import type { EventList } from "../../../core/contract/types.ts";
import type { Caller } from "../application.ts";
import { presentEvent } from "../present/present-event.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { checkForm, checkPosition } from "./check-position.ts";
import type { EventQuery } from "./event-query.ts";
import { eventScope } from "./event-scope.ts";

/** The events after a position, a page at a time; a page may be empty and say that there is more. */
export async function listEvents(
  caller: Caller,
  query: EventQuery & { readonly limit: number },
  { events: reader }: Pick<ReadingNeeds, "events">,
): Promise<EventList> {
  const { position, start, limit } = query;
  const asked = eventScope(caller, query);
  const { organisation } = caller;
  if (position !== undefined) checkForm(position);
  const now = async () => (await reader.findEventSpan({ organisation })).newest;
  const after = position?.after ?? (start === "now" ? await now() : null);

  const page = await reader.readEvents({ ...asked, after, limit });

  // As it was in the same look: nothing can have gone between the check and the page.
  if (position !== undefined) checkPosition(position, page.span);
  return {
    data: page.events.map(presentEvent),
    has_more: !page.isEnd,
    next_cursor: page.through ?? beforeAllEvents,
  };
}
