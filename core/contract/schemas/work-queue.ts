import { Type } from "typebox";

import { EventId, FaultSource, RecommendedAction, Tier, UtcTime, VehicleId, nullable } from "./vocabulary.ts";

export const WorkQueueItem = Type.Object(
  {
    rank: Type.Integer({ minimum: 1 }),
    vehicle_id: VehicleId,
    fleet_id: Type.String(),
    region: nullable(Type.String(), { description: "Null when none was ever given." }),
    tier: Tier,
    recommended_action: RecommendedAction,
    probable_fault_source: FaultSource,
    why: Type.String({ description: "One sentence for a person: what moved, by how much, since when." }),
    since: UtcTime,
    evidence_id: nullable(EventId, { description: "Evidence of the open breach; null when none is open." }),
    priority: Type.Number({ description: "What the rank goes by; larger is more urgent." }),
  },
  { $id: "WorkQueueItem", description: "What to do next with one vehicle, and why." },
);

export const WorkQueue = Type.Object(
  {
    data: Type.Array(WorkQueueItem, {
      description: "Most urgent first. Vehicles with nothing to do are not listed.",
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
            recommended_action: "calibration_required",
            probable_fault_source: "radar",
            why: "The radar range bias moved by +262 mm since 2025-03-01 07:40 UTC, beyond the critical limit.",
            since: "2025-03-01T07:41:10.000Z",
            evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
            priority: 3059.8,
          },
        ],
        as_of: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);
