import { Type } from "typebox";

import { Tier, UtcTime, VehicleId, nullable } from "./vocabulary.ts";

export const FleetRescoreRequest = Type.Object(
  {
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "The settings to change, nested and named as in an evidence bundle's `scoring.parameters`; the rest stays as it is.",
    }),
    vehicle_ids: Type.Optional(
      Type.Array(VehicleId, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: "Only these vehicles; all that the key may see when absent.",
      }),
    ),
    fleet_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "Only this fleet." })),
  },
  {
    $id: "FleetRescoreRequest",
    additionalProperties: false,
    description: "Which stored frames to judge again, and under which settings.",
    examples: [{ settings: { change: { limit_nats: 11 } } }],
  },
);

const RescoreOutcome = Type.Object(
  {
    tier: Tier,
    tier_changes: Type.Integer({ minimum: 0 }),
    breaches: Type.Integer({ minimum: 0 }),
    first_breach_at: nullable(UtcTime, { description: "Capture time of the frame; null without a breach." }),
    breaches_at: Type.Array(UtcTime, {
      maxItems: 50,
      description: "When each breach was opened, in capture time, in order; the first fifty.",
    }),
  },
  { $id: "RescoreOutcome", description: "What a vehicle's frames lead to under one set of settings." },
);

export const RescoredVehicle = Type.Object(
  {
    vehicle_id: VehicleId,
    frames: Type.Integer({ minimum: 0 }),
    differs: Type.Boolean({ description: "Tiers or breaches come at other frames." }),
    present: RescoreOutcome,
    proposed: RescoreOutcome,
  },
  { $id: "RescoredVehicle" },
);

export const FleetRescore = Type.Object(
  {
    vehicles: Type.Array(RescoredVehicle, { description: "By vehicle id." }),
    frames: Type.Integer({ minimum: 0 }),
    differing: Type.Integer({ minimum: 0, description: "Vehicles whose verdicts differ." }),
    breaches_present: Type.Integer({ minimum: 0 }),
    breaches_proposed: Type.Integer({ minimum: 0 }),
    as_of: UtcTime,
  },
  {
    $id: "FleetRescore",
    description: "The same stored frames under the present and under other settings. Nothing was changed.",
    examples: [
      {
        vehicles: [
          {
            vehicle_id: "veh-0042",
            frames: 1440,
            differs: true,
            present: {
              tier: "CRITICAL",
              tier_changes: 3,
              breaches: 1,
              first_breach_at: "2025-03-01T07:41:10.000Z",
              breaches_at: ["2025-03-01T07:41:10.000Z"],
            },
            proposed: {
              tier: "NOMINAL",
              tier_changes: 1,
              breaches: 0,
              first_breach_at: null,
              breaches_at: [],
            },
          },
        ],
        frames: 1440,
        differing: 1,
        breaches_present: 1,
        breaches_proposed: 0,
        as_of: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);
