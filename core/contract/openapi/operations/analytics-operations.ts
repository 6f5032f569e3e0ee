import type { Operation } from "../operation.ts";
import {
  analyticsAgainstParameter,
  analyticsFromParameter,
  analyticsGroupByParameter,
  analyticsStepParameter,
  analyticsToParameter,
  attributeFilter,
  caseAttributeParameter,
  caseTierParameter,
  fleetFilter,
  regionFilter,
  sharedLimitParameter,
  vehicleFilters,
} from "../query-parameters.ts";

/** What the vehicles of a fleet have in common, and where they are. */
export const analyticsOperations = [
  {
    operationId: "getFleetAnalytics",
    method: "GET",
    path: "/v1/fleet/analytics",
    tag: "Fleet",
    summary: "Show a fleet over time",
    description:
      "Tiers over time and time in tier, breaches and repairs with exposure and exact intervals, drift, detection delays, frames, breaches by month, first breaches by age; " +
      "in all, and by fleet, region or any attribute. Vehicles are grouped by what they are now; times are capture times.",
    access: "fleet:read",
    query: [
      analyticsFromParameter,
      analyticsToParameter,
      analyticsStepParameter,
      analyticsGroupByParameter,
      analyticsAgainstParameter,
      fleetFilter,
      regionFilter,
      attributeFilter,
    ],
    answers: [
      { status: 200, description: "The figures.", schema: "FleetAnalytics", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getFleetShared",
    method: "GET",
    path: "/v1/fleet/shared",
    tag: "Fleet",
    summary: "Show what some vehicles share",
    description:
      "What vehicles of some tier have more often than the others: fleet, region and every attribute, by exact tests, corrected for the number of comparisons.",
    access: "fleet:read",
    query: [caseTierParameter, caseAttributeParameter, fleetFilter, regionFilter, sharedLimitParameter],
    answers: [
      { status: 200, description: "What they share.", schema: "FleetShared", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
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
    query: [...vehicleFilters],
    answers: [
      { status: 200, description: "The positions.", schema: "FleetPositions", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
] as const satisfies readonly Operation[];
