import type { Operation } from "./operation.ts";

/** Scenarios for visualizers and simulation teams. */
export const scenarioOperations = [
  {
    operationId: "createScenarioFeed",
    method: "POST",
    path: "/v1/risk/scenario-feed",
    tag: "Risk",
    summary: "Make the parameters of a drift scenario",
    description:
      "For a visualizer or a simulation team. Deterministic in its inputs and seed; the body may be left out.",
    access: "risk:write",
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
    ],
  },
] as const satisfies readonly Operation[];
