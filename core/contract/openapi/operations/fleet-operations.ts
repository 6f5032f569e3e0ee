import type { Operation } from "../operation.ts";
import {
  fleetFilter,
  groupByParameter,
  limitParameter,
  regionFilter,
  silentAfterParameter,
  assigneeFilter,
  workStateFilter,
} from "../query-parameters.ts";

/** The fleet as a whole, and the limits of its organisation. */
export const fleetOperations = [
  {
    operationId: "getFleetHealthSummary",
    method: "GET",
    path: "/v1/fleet/health-summary",
    tag: "Fleet",
    summary: "Count the fleet by tier",
    description: "Tier counts, breaches, silence and the ten vehicles to look at first.",
    access: "fleet:read",
    query: [fleetFilter, regionFilter, groupByParameter, silentAfterParameter],
    answers: [
      { status: 200, description: "The summary.", schema: "FleetHealthSummary", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getWorkQueue",
    method: "GET",
    path: "/v1/fleet/queue",
    tag: "Fleet",
    summary: "Rank what to do next",
    description:
      "One line a vehicle that needs something: what to do, with which sensor, and why; and what people have done about it so far. " +
      "Snoozed vehicles are left out and counted; they come back when their time is over or they become worse. Filters ask for the work of one person, or in one state.",
    access: "fleet:read",
    query: [fleetFilter, workStateFilter, assigneeFilter, limitParameter],
    answers: [
      { status: 200, description: "The ranked list.", schema: "WorkQueue", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getLimits",
    method: "GET",
    path: "/v1/limits",
    tag: "Fleet",
    summary: "Show every limit and its usage",
    description:
      "What the organisation may have here and has: vehicles, new ones, stored bytes, kept answers; requests and frames a minute; " +
      "and the limits of one request. Any key may ask. What is used is that of the whole organisation, whichever fleets the key is limited to.",
    access: "key",
    query: [],
    answers: [
      { status: 200, description: "The limits.", schema: "Limits", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "rescoreFleet",
    method: "POST",
    path: "/v1/fleet/rescore",
    tag: "Fleet",
    summary: "Judge stored frames under other settings",
    description:
      "A what-if: the stored frames are folded again under the present and under the given settings, side by side. Nothing changes.",
    access: "fleet:read",
    query: [],
    request: { schema: "FleetRescoreRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "Both outcomes.",
        schema: "FleetRescore",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [{ status: 404, description: "A vehicle named does not exist in this organisation." }],
  },
] as const satisfies readonly Operation[];
