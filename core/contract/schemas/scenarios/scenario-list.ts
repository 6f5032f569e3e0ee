import { Type } from "typebox";

import { EventId, UtcTime, VehicleId, oneOf } from "../vocabulary.ts";
import { page } from "../vehicles/vehicle-list.ts";
import { ScenarioType } from "./scenario-drift.ts";

export const scenarioOriginValues = ["synthetic", "replay", "fitted"] as const;
export const ScenarioOrigin = oneOf(scenarioOriginValues, {
  $id: "ScenarioOrigin",
  description:
    "`synthetic`: nothing measured went in; `fitted`: measured values went into the formula, at least the initial state of a real vehicle; " +
    "`replay`: the trajectory is a real vehicle's history. Values are added in time.",
});

export const scenarioIdPattern = "^scn_[0-9a-f]{16}$";
const ScenarioId = Type.String({
  pattern: scenarioIdPattern,
  description: "Derived from the inputs: the same inputs give the same id.",
});

export const ScenarioListItem = Type.Object(
  {
    scenario_id: ScenarioId,
    scenario_type: ScenarioType,
    origin: ScenarioOrigin,
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    duration_s: Type.Number({ description: "Seconds." }),
    is_sensor_fault: Type.Boolean({
      description: "False for scenarios that must not be flagged as sensor drift.",
    }),
    vehicle_id: Type.Optional(VehicleId),
    evidence_event_id: Type.Optional(EventId),
    made_at: { ...UtcTime, description: "When it was made last." },
  },
  { $id: "ScenarioListItem", description: "A kept scenario as lists show it." },
);

export const ScenarioList = Type.Object(
  { data: Type.Array(ScenarioListItem, { description: "Latest made first." }), ...page },
  {
    $id: "ScenarioList",
    description: "One page of kept scenarios.",
    examples: [
      {
        data: [
          {
            scenario_id: "scn_8d0c5c1f2a7b4e90",
            scenario_type: "post_collision",
            origin: "fitted",
            seed: 42,
            duration_s: 20,
            is_sensor_fault: true,
            vehicle_id: "veh-0042",
            made_at: "2025-03-01T08:00:00.000Z",
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    ],
  },
);

export const ScenarioDeletion = Type.Object(
  { scenario_id: ScenarioId, deleted: Type.Literal(true) },
  {
    $id: "ScenarioDeletion",
    description: "The scenario is gone.",
    examples: [{ scenario_id: "scn_8d0c5c1f2a7b4e90", deleted: true }],
  },
);
