import type { Operation } from "../operation.ts";
import { exportMediaTypes } from "../../schemas/scenarios/scenario-exports.ts";
import { cursorParameter, limitParameter, scenarioTypeFilter, vehicleFilter } from "../query-parameters.ts";

const noSuchScenario = {
  status: 404,
  description: "No such scenario. Another organisation's id gets the very same answer.",
};

/** Scenarios for visualizers and simulation teams. */
export const scenarioOperations = [
  {
    operationId: "createScenarioFeed",
    method: "POST",
    path: "/v1/risk/scenario-feed",
    tag: "Risk",
    summary: "Make the parameters of a drift scenario",
    description:
      "For a visualizer or a simulation team. Deterministic in its inputs and seed; the body may be left out. " +
      "It is kept under its `scenario_id`, the newest 1,000 of an organisation and up to 64 MiB of them.",
    access: "risk:write",
    audited: { action: "scenario.create", withEffect: true },
    query: [],
    request: { schema: "ScenarioFeedRequest", isRequired: false },
    answers: [
      {
        status: 200,
        description: "The scenario.",
        schema: "ScenarioFeed",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 404, description: "The vehicle or the evidence named does not exist in this organisation." },
      {
        status: 410,
        description: "The evidence named was erased; `tombstone` is what is left of it, signed.",
      },
    ],
  },
  {
    operationId: "listScenarios",
    method: "GET",
    path: "/v1/scenarios",
    tag: "Risk",
    summary: "List the scenarios that were made",
    description:
      "Latest made first. A key for certain fleets sees those of its vehicles, and those that are about none.",
    access: "fleet:read",
    query: [scenarioTypeFilter, vehicleFilter, limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "ScenarioList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getScenario",
    method: "GET",
    path: "/v1/scenarios/{scenario_id}",
    tag: "Risk",
    summary: "Get a scenario that was made",
    description: "The feed as it was answered when it was made.",
    access: "fleet:read",
    query: [],
    answers: [
      { status: 200, description: "The scenario.", schema: "ScenarioFeed", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchScenario],
  },
  {
    operationId: "getScenarioExport",
    method: "GET",
    path: "/v1/scenarios/{scenario_id}/exports/{+export_format}",
    tag: "Risk",
    summary: "Get a scenario in another format",
    description:
      "For simulators and viewers: OpenSCENARIO, OpenDRIVE, OSI, OpenLABEL, CARLA, MCAP, CSV. The same bytes each time from one version of the service.",
    access: "fleet:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The file.",
        mediaType: exportMediaTypes[0],
        furtherMediaTypes: exportMediaTypes.slice(1),
        headers: ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 404, description: "No such scenario, or no such format." }],
  },
  {
    operationId: "deleteScenario",
    method: "DELETE",
    path: "/v1/scenarios/{scenario_id}",
    tag: "Risk",
    summary: "Delete a scenario",
    description: "The same request to make it gives it back, as long as the fleet is as it was.",
    access: "risk:write",
    audited: { action: "scenario.delete", subject: "scenario_id", withEffect: true },
    query: [],
    answers: [{ status: 200, description: "It is gone.", schema: "ScenarioDeletion" }],
    problems: [noSuchScenario],
  },
] as const satisfies readonly Operation[];
