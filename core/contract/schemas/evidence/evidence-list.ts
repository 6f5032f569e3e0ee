import { Type } from "typebox";

import { EventId, FaultSource, Measurements, Tier, UtcTime, VehicleId } from "../vocabulary.ts";
import { page } from "../vehicles/vehicle-list.ts";

export const EvidenceListItem = Type.Object(
  {
    event_id: EventId,
    vehicle_id: VehicleId,
    fleet_id: Type.String({ description: "Fleet of the vehicle when the evidence was issued." }),
    tier: Tier,
    probable_fault_source: FaultSource,
    measurements: Measurements,
    detected_at: UtcTime,
    issued_at: UtcTime,
    frame_count: Type.Integer({ minimum: 1 }),
    erased_at: Type.Optional({
      ...UtcTime,
      description: "Present when the evidence was erased: bundle and frames are gone.",
    }),
    signature: Type.String({ pattern: "^sha256:[0-9a-f]{64}$" }),
  },
  { $id: "EvidenceListItem", description: "One issued bundle as lists show it." },
);

export const EvidenceList = Type.Object(
  { data: Type.Array(EvidenceListItem, { description: "Latest first." }), ...page },
  {
    $id: "EvidenceList",
    description: "One page of issued evidence.",
    examples: [
      {
        data: [
          {
            event_id: "EVB-20250301-7K3M9Q2XW4HJ",
            vehicle_id: "veh-0042",
            fleet_id: "vans-north",
            tier: "CAUTION",
            probable_fault_source: "radar",
            measurements: { camera_drift_deg: 0.01, radar_drift_mm: 118, health_score: 66.4 },
            detected_at: "2025-03-01T07:40:50.000Z",
            issued_at: "2025-03-01T07:40:50.310Z",
            frame_count: 396,
            signature: "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57",
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    ],
  },
);
