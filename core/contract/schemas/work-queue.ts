import { faulty, faultyMoved } from "../../sensors/contract-words.ts";
import { Type } from "typebox";

import { QueuedWork } from "./vehicles/vehicle-work.ts";
import { DecidedBy } from "./vehicles/residual-score.ts";
import {
  EarlierScoring,
  EventId,
  FaultSource,
  RecommendedAction,
  Tier,
  UtcTime,
  VehicleId,
  nullable,
} from "./vocabulary.ts";

export const WorkQueueItem = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    vehicle_id: VehicleId,
    fleet_id: Type.String(),
    region: nullable(Type.String(), { description: "Null when none was ever given." }),
    tier: Tier,
    decided_by: Type.Optional(DecidedBy),
    recommended_action: RecommendedAction,
    to_do: Type.Optional(Type.String({ description: "The same as an instruction for a person." })),
    probable_fault_source: FaultSource,
    why: Type.String({
      description:
        "One sentence for a person: what moved, by how much, and since when it counts as such. When the change began: `change_began` of the vehicle.",
    }),
    since: UtcTime,
    evidence_id: nullable(EventId, { description: "Evidence of the open breach; null when none is open." }),
    e_value: Type.Number({
      minimum: 0,
      description:
        "Evidence that the vehicle has changed, as an e-value (e^W over six times its frames): without a change its mean is at most 1.",
    }),
    discovery: Type.Boolean({
      description: "Among the vehicles that `false_discovery_rate` applies to.",
    }),
    priority: Type.Number({ description: "What the rank goes by; larger is more urgent." }),
    work: Type.Optional(QueuedWork),
    earlier_scoring: Type.Optional(EarlierScoring),
  },
  { $id: "WorkQueueItem", description: "What to do next with one vehicle, and why." },
);

export const WorkQueue = Type.Object(
  {
    data: Type.Array(WorkQueueItem, {
      description:
        "Most urgent first. Vehicles with nothing to do are not listed, nor snoozed ones unless `state` asks for them; those a repair did not restore, and reopened ones, are.",
    }),
    snoozed_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Vehicles with something to do that are snoozed, in the fleets asked for.",
      }),
    ),
    false_discovery_rate: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Of the vehicles marked `discovery`, the expected share that has not changed is at most this, by the e-BH rule over all vehicles in sight.",
    }),
    as_of: UtcTime,
  },
  {
    $id: "WorkQueue",
    description: "The ranked work list of the fleet.",
    examples: [
      {
        data: [
          {
            rank: 1,
            vehicle_id: "veh-0042",
            fleet_id: "vans-north",
            region: "eu-central",
            tier: "CRITICAL",
            decided_by: "critical_limit_exceeded",
            recommended_action: "calibration_required",
            to_do: "Calibrate before further use",
            probable_fault_source: faulty.name,
            why: `${faultyMoved} +0.562 m, beyond the critical limit of 0.500 m (CRITICAL since 2025-03-01 07:40 UTC).`,
            since: "2025-03-01T07:41:10.000Z",
            evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
            e_value: 712000,
            discovery: true,
            priority: 3059.8,
            work: {
              version: 1,
              state: "acknowledged",
              assignee: null,
              snoozed_until: null,
              comment: null,
              repair_outcome: null,
            },
          },
        ],
        snoozed_count: 0,
        false_discovery_rate: 0.1,
        as_of: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);
