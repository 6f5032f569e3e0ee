import type { Operation } from "./operation.ts";
import { attributeFilter, fleetFilter, regionFilter, tierFilter } from "./query-parameters.ts";

/** What the vehicles of a fleet have in common, and where they are. */
export const analyticsOperations = [
  {
    operationId: "getFleetAttributes",
    method: "GET",
    path: "/v1/fleet/attributes",
    tag: "Fleet",
    summary: "List the attributes of the vehicles",
    description:
      "Every attribute that frames gave in `metadata`, with its commonest values and how many vehicles have each. At most 200 attributes and 20 values of each.",
    access: "fleet:read",
    query: [fleetFilter, regionFilter],
    answers: [
      { status: 200, description: "The attributes.", schema: "FleetAttributes", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getFleetPositions",
    method: "GET",
    path: "/v1/fleet/positions",
    tag: "Fleet",
    summary: "Show where the vehicles are",
    description: "All vehicles that ever gave a position, in columns, with tier and last receipt: for a map.",
    access: "fleet:read",
    query: [tierFilter, fleetFilter, regionFilter, attributeFilter],
    answers: [
      { status: 200, description: "The positions.", schema: "FleetPositions", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
] as const satisfies readonly Operation[];
