import type { Operation } from "../operation.ts";
import {
  afterEventParameter,
  eventLimitParameter,
  eventTypeFilter,
  fleetFilter,
  startParameter,
  tierFilter,
  vehiclesFilter,
} from "../query-parameters.ts";

/** What happened, for those who listen. */
export const eventOperations = [
  {
    operationId: "streamEvents",
    method: "GET",
    path: "/v1/events",
    tag: "Events",
    summary: "Follow what happens, or read what happened",
    description:
      "As `text/event-stream` (server-sent events) the connection stays open: each event has its `id`, its type as `event` and an `Event` as `data`. " +
      "A lost connection goes on where it was when `Last-Event-ID` (or `after`) names the last id: nothing is missed or doubled. " +
      "Quiet streams carry a comment now and then, with an `id` when the position moved. `event: gap` (`EventGap`) reports events that expired before they were read, " +
      "`event: end` (`StreamEnd`) is the last one before the service closes the connection. " +
      "As `application/json` it is a page of the events since a position: `next_cursor`, given back as `after`, goes on from there, now or later.",
    access: "events:read",
    query: [
      eventTypeFilter,
      vehiclesFilter,
      fleetFilter,
      tierFilter,
      afterEventParameter,
      startParameter,
      eventLimitParameter,
    ],
    requestHeaders: ["Last-Event-ID"],
    answers: [
      {
        status: 200,
        description: "The stream, or a page of events; only a page has an ETag.",
        schema: "EventList",
        mediaType: "text/event-stream",
        orMediaType: "application/json",
        headers: ["ETag"],
      },
      {
        status: 304,
        description: "`If-None-Match` names the current ETag of the page.",
        headers: ["ETag"],
      },
    ],
    problems: [
      { status: 410, description: "Events after the position are gone (`stream_position_expired`)." },
    ],
  },
] as const satisfies readonly Operation[];
