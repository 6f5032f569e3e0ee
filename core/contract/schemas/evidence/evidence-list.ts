import { exampleDrifts, faulty, silent } from "../../../sensors/contract-words.ts";
import { Type } from "typebox";

import {
  EventId,
  EvidenceTrigger,
  FaultSource,
  Tier,
  UtcTime,
  VehicleId,
  measuredNow,
  otherDrifts,
  nullable,
} from "../vocabulary.ts";
import { page } from "../vehicles/vehicle-list.ts";

export const EvidenceListItem = Type.Object(
  {
    event_id: EventId,
    trigger: EvidenceTrigger,
    supersedes: nullable(EventId, {
      description:
        "The evidence before it: of the same breach, or the one it was issued again for. Null for the first of a breach.",
    }),
    superseded_by: nullable(EventId, { description: "The evidence after it; null for the newest." }),
    vehicle_id: VehicleId,
    fleet_id: Type.String({ description: "Fleet of the vehicle when the evidence was issued." }),
    tier: Tier,
    probable_fault_source: FaultSource,
    measurements: Type.Object(
      {
        ...measuredNow,
        ...otherDrifts(({ name, drift }) => `${drift.description}. Null when no ${name} was scored.`),
      },
      { description: "At the newest frame of the evidence; null for what was not measured." },
    ),
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
  {
    data: Type.Array(EvidenceListItem, { description: "Latest first." }),
    awaiting_issuer: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "How many breaches, beside `data`, have an id and no evidence yet, because the operator has not named the issuer and the log. Absent when there are none.",
      }),
    ),
    ...page,
  },
  {
    $id: "EvidenceList",
    description: "One page of issued evidence.",
    examples: [
      {
        data: [
          {
            event_id: "EVB-20250301-7K3M9Q2XW4HJ",
            trigger: "breach_opened",
            supersedes: null,
            superseded_by: null,
            vehicle_id: "veh-0042",
            fleet_id: "vans-north",
            tier: "CAUTION",
            probable_fault_source: faulty.name,
            measurements: {
              health_score: 66.4,
              ...exampleDrifts({ [faulty.name]: 118, [silent.name]: null }),
            },
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
