import { exampleDrifts, faulty, partName } from "../../../sensors/contract-words.ts";
import { Type } from "typebox";

import { VehicleAttributes, VehiclePosition } from "./vehicle-attributes.ts";
import { DecidedBy } from "./residual-score.ts";
import {
  BaselineState,
  EarlierScoring,
  EventId,
  FaultSource,
  RecommendedAction,
  Tier,
  UtcTime,
  VehicleId,
  measuredNow,
  otherDrifts,
  nullable,
} from "../vocabulary.ts";

/** Members that every list has (api.md 7). */
export const page = {
  has_more: Type.Boolean({ description: "True when another page follows." }),
  next_cursor: nullable(Type.String(), {
    description: "Give it back as `cursor` for the next page; null on the last page.",
  }),
};

export const VehicleListItem = Type.Object(
  {
    vehicle_id: VehicleId,
    fleet_id: Type.String({ description: "Last known fleet; `default` when none was ever given." }),
    region: nullable(Type.String(), { description: "Last known region; null when none was ever given." }),
    attributes: Type.Optional(VehicleAttributes),
    position: Type.Optional(nullable(VehiclePosition, { description: "Null until a frame gives one." })),
    tier: Tier,
    tier_since: UtcTime,
    silent: Type.Boolean({ description: "No frame within the silence limit." }),
    last_frame_at: UtcTime,
    last_received_at: UtcTime,
    frames: Type.Integer({ minimum: 0, description: "Frames counted so far." }),
    ...measuredNow,
    ...otherDrifts(({ name, drift }) => `${drift.description}; null when no ${name} is scored.`),
    probable_fault_source: FaultSource,
    decided_by: Type.Optional(DecidedBy),
    recommended_action: RecommendedAction,
    baseline_state: BaselineState,
    evidence_id: nullable(EventId, { description: "Evidence of the open breach; null when none is open." }),
    earlier_scoring: Type.Optional(EarlierScoring),
  },
  { $id: "VehicleListItem", description: "One vehicle as lists show it." },
);

export const exampleVehicle = {
  vehicle_id: "veh-0042",
  fleet_id: "vans-north",
  region: "eu-central",
  attributes: { [partName]: "CAM-7731-B", firmware: "4.2.1", model: "Sprint 2" },
  position: { latitude: 52.5208, longitude: 13.4095 },
  tier: "CRITICAL",
  tier_since: "2025-03-01T07:41:10.000Z",
  silent: false,
  last_frame_at: "2025-03-01T08:00:00.000Z",
  last_received_at: "2025-03-01T08:00:00.180Z",
  frames: 412,
  health_score: 40.2,
  ...exampleDrifts({ [faulty.name]: 262 }),
  probable_fault_source: faulty.name,
  recommended_action: "calibration_required",
  baseline_state: "established",
  evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
};

export const VehicleList = Type.Object(
  { data: Type.Array(VehicleListItem), ...page },
  {
    $id: "VehicleList",
    description: "One page of vehicles.",
    examples: [{ data: [exampleVehicle], has_more: false, next_cursor: null }],
  },
);
