import { Type } from "typebox";

import { sensorMembers } from "../../../encoding/take-sensors.ts";
import { ChangePoint, DriftTrend, NoiseGrowth } from "./drift-course.ts";
import { ProvisionalVerdict } from "./provisional-verdict.ts";
import { QueuedWork } from "./vehicle-work.ts";
import { VehicleAttributes, VehiclePosition } from "./vehicle-attributes.ts";
import { ReferenceResult } from "./reference-extrinsics.ts";
import { DecidedBy, VerdictNote } from "./residual-score.ts";
import {
  Baseline,
  BaselineCoversHours,
  Channel,
  CusumLimits,
  EarlierScoring,
  EventId,
  FaultSource,
  measuredNow,
  RecommendedAction,
  RotationMatrix,
  Sensor,
  Tier,
  Unit,
  UtcTime,
  VehicleId,
  nullable,
  oneOf,
} from "../vocabulary.ts";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const BaselineChannel = Type.Object({
  channel: Channel,
  sensor: Sensor,
  unit: Unit,
  location: Type.Number({ description: "Centre of the baseline, in `unit`; about 0 for the camera." }),
  scale: Type.Number({ minimum: 0, description: "Ordinary spread (robust standard deviation), in `unit`." }),
  min_detectable_shift: Type.Number({
    minimum: 0,
    description:
      "Smallest lasting shift, in `unit`, that 20 further frames would show against this baseline.",
  }),
  harmless_shift: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        "A lasting shift up to this, in `unit`, is no drift: a quarter of the CAUTION limit; more while a swing that comes back every day may be behind it and is not known yet.",
    }),
  ),
});

const FleetCurve = Type.Object(
  {
    frames_per_block: Type.Integer({ minimum: 1, description: "Of the vehicles it was learnt from." }),
    ratios: Type.Array(Type.Number({ minimum: 0 }), {
      minItems: 10,
      maxItems: 10,
      description:
        "For means of 2^k blocks, k = 0 … 9: 2^k times their Allan variance, over the variance of a block.",
    }),
    degrees: Type.Array(Type.Number({ minimum: 0 }), {
      minItems: 10,
      maxItems: 10,
      description: "Number of samples that each ratio counts as; 0 where there is none.",
    }),
  },
  {
    description:
      "How much less the mean of several blocks varied than one of them: 1 at every scale where blocks are independent. Absent for vehicles that started before scoring 1.3.0.",
  },
);

const FleetPrior = Type.Object(
  {
    taken_at: UtcTime,
    correlation: Type.Number({ description: "Of a block's noise with its neighbour's." }),
    sensors: Type.Array(
      Type.Object({
        sensor: oneOf(["camera", "radar", "lidar", "confidence"], {
          $id: "PriorSensor",
          description: "`confidence` is the lidar's own.",
        }),
        unit: oneOf(["deg", "m", "ln", "logit"], {
          $id: "PriorUnit",
          description: "`ln`: of the registration error; `logit`: of the confidence.",
        }),
        scale: Type.Number({ minimum: 0, description: "Noise of one block, in `unit`." }),
        worth_blocks: Type.Number({ minimum: 0, description: "Counts as that many blocks of its own." }),
        vehicles: Type.Integer({ minimum: 1, description: "Vehicles of the fleet it was learnt from." }),
        curve: Type.Optional(FleetCurve),
      }),
      { description: "The sensors the fleet could teach; the others started from the settings." },
    ),
  },
  {
    description:
      "The noise assumed for this vehicle before its first frame, learnt from its fleet. Absent for a vehicle that started from the settings.",
  },
);

const VehicleBaseline = Type.Object({
  ...Baseline.properties,
  camera_rotation_matrix: nullable(RotationMatrix, {
    description: "Mean camera rotation of the baseline; null before the camera has one.",
  }),
  channels: Type.Array(BaselineChannel, { description: "The channels that have a baseline." }),
  fleet_prior: Type.Optional(FleetPrior),
});

const Extrinsics = Type.Object(
  {
    camera: nullable(
      Type.Object({
        camera_rotation_matrix: RotationMatrix,
        drift_deg: Type.Number({ minimum: 0, description: "Angle away from the baseline, degrees." }),
        drift_sd_deg: Type.Number({ minimum: 0, description: "Its standard deviation, degrees." }),
        drift_axis: nullable(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }), {
          description: "Unit axis of the drift in the camera's own baseline frame; null when nothing moved.",
        }),
      }),
      { description: "Null when the camera has not reported." },
    ),
    radar: nullable(
      Type.Object({
        radar_range_bias_m: Type.Number(),
        drift_m: Type.Number({ description: "Change against the baseline, metres, signed." }),
        drift_sd_m: Type.Number({ minimum: 0 }),
      }),
      { description: "Null when the radar has not reported." },
    ),
    lidar: nullable(
      Type.Object({
        lidar_registration_error_m: Type.Number({ minimum: 0 }),
        drift_m: Type.Number({ description: "Change against the baseline, metres, signed." }),
        drift_sd_m: Type.Number({ minimum: 0 }),
      }),
      { description: "Null when the lidar has not reported." },
    ),
  },
  { description: "Where the sensors are now, as estimated from the latest frames." },
);

const OpenBreach = Type.Object({
  evidence_id: EventId,
  opened_at: UtcTime,
  frame_seq: Type.Integer({ minimum: 1, description: "Frame that opened the breach." }),
});

const TimeInterval = Type.Array(UtcTime, { minItems: 2, maxItems: 2 });

const ChangeBegan = Type.Object(
  { at: UtcTime, between_50: TimeInterval, between_90: TimeInterval },
  { description: "`change_point` as capture times: the vehicle's clock, not the service's." },
);

const SensorLimit = (unit: string) =>
  Type.Object(
    { caution: Type.Number({ minimum: 0 }), critical: Type.Number({ minimum: 0 }) },
    { description: `Of the drift, ${unit}.` },
  );

const SensorLimits = Type.Object(
  {
    camera_deg: SensorLimit("degrees"),
    radar_m: SensorLimit("metres, either way"),
    lidar_m: SensorLimit("metres, upwards"),
  },
  { description: "How far each sensor may be out before it matters: the settings in force." },
);

const SensorDropouts = Type.Object(
  {
    reading: oneOf(sensorMembers, {
      $id: "ReadingName",
      description: "Member of `sensors` of a telemetry frame.",
    }),
    count: Type.Integer({ minimum: 1, description: "Frames that lost this reading." }),
    last_at: UtcTime,
  },
  {
    $id: "SensorDropouts",
    description:
      "Readings that their sensor cannot have: out of range, not a number, no rotation. They were left out of their frames. " +
      "`last_at` is the newest capture time of such a frame.",
  },
);

const TierChange = Type.Object({
  at: UtcTime,
  from: Tier,
  to: Tier,
  decided_by: DecidedBy,
  frame_seq: Type.Integer({ minimum: 0, description: "Journal entry that moved the tier." }),
});

export const VehicleDetail = Type.Object(
  {
    vehicle_id: VehicleId,
    fleet_id: Type.String({ description: "Last known fleet; `default` when none was ever given." }),
    region: nullable(Type.String(), { description: "Last known region; null when none was ever given." }),
    attributes: Type.Optional(VehicleAttributes),
    position: Type.Optional(nullable(VehiclePosition, { description: "Null until a frame gives one." })),
    tier: Tier,
    tier_since: UtcTime,
    decided_by: DecidedBy,
    notes: Type.Optional(
      Type.Array(VerdictNote, {
        description:
          "Explanations of a verdict that seems contradictory; absent when there is nothing to explain.",
      }),
    ),
    recommended_action: RecommendedAction,
    to_do: Type.Optional(
      Type.String({
        description:
          "The action as an instruction for a person, also where none is recommended: that it is still learning, silent, or being checked after a repair. Action, instruction, sentence and source are the queue's: by the vehicle's own verdict, or by a repair that did not restore it.",
      }),
    ),
    why: Type.String({
      description:
        "For the person who acts: what moved, by how much, since when, beyond which limit, or what a repair left; for a vehicle without an action, why there is none. The queue's sentence, word for word.",
    }),
    probable_fault_source: FaultSource,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    silent: Type.Boolean({ description: "No frame within the silence limit." }),
    first_frame_at: UtcTime,
    last_frame_at: UtcTime,
    last_received_at: UtcTime,
    frames: Type.Integer({ minimum: 0, description: "Frames counted so far." }),
    monitored_sensors: Type.Array(Sensor, {
      description:
        "Sensors that report often enough to be judged. A sensor that is not listed is not known to be in order.",
    }),
    measurements: Type.Object(measuredNow, { description: "The estimated drift of the vehicle." }),
    cusum_statistic: nullable(Type.Number(), { description: "After the latest frame; null while learning." }),
    cusum_limits: CusumLimits,
    sensor_limits: SensorLimits,
    baseline: VehicleBaseline,
    baseline_covers_hours: Type.Optional(BaselineCoversHours),
    extrinsics: Extrinsics,
    reference: nullable(ReferenceResult, {
      description: "Registered reference extrinsics; null when none are.",
    }),
    open_breach: nullable(OpenBreach, { description: "Null when no breach is open." }),
    earlier_scoring: Type.Optional(EarlierScoring),
    provisional: Type.Optional(ProvisionalVerdict),
    change_point: nullable(ChangePoint, { description: "Null when no breach is open." }),
    change_began: nullable(ChangeBegan, { description: "Null when no breach is open." }),
    trend: nullable(DriftTrend, {
      description: "Null when no breach is open, or there are too few readings of the drift.",
    }),
    work: Type.Optional(QueuedWork),
    noise: Type.Array(NoiseGrowth, {
      maxItems: 3,
      description: "Sensors that scatter far more than they used to, and since when.",
    }),
    dropped_readings: Type.Optional(
      nullable(Type.Array(SensorDropouts, { maxItems: sensorMembers.length }), {
        description:
          "The readings of this vehicle that were dropped so far, each that was at least once; null when none was.",
      }),
    ),
    tier_history: Type.Array(TierChange, { maxItems: 100, description: "Latest first." }),
  },
  {
    $id: "VehicleDetail",
    description: "Everything known of one vehicle: tier, baseline, live extrinsics, breach, history.",
    examples: [
      {
        vehicle_id: "veh-0042",
        fleet_id: "vans-north",
        region: "eu-central",
        attributes: { camera_part: "CAM-7731-B", firmware: "4.2.1", model: "Sprint 2" },
        position: { latitude: 52.5208, longitude: 13.4095 },
        tier: "CRITICAL",
        tier_since: "2025-03-01T07:41:10.000Z",
        decided_by: "critical_limit_exceeded",
        recommended_action: "calibration_required",
        to_do: "Calibrate before further use",
        why: "The radar range is off by +562 mm, beyond the critical limit of 500 mm (CRITICAL since 2025-03-01 07:41 UTC).",
        probable_fault_source: "radar",
        confidence: 0.97,
        silent: false,
        first_frame_at: "2025-02-01T08:00:00.000Z",
        last_frame_at: "2025-03-01T08:00:00.000Z",
        last_received_at: "2025-03-01T08:00:00.180Z",
        frames: 412,
        monitored_sensors: ["camera", "radar"],
        measurements: { camera_drift_deg: 0.01, radar_drift_mm: 562, health_score: 45.9 },
        cusum_statistic: 19.4,
        cusum_limits: { caution: 7.75, critical: 10.5 },
        sensor_limits: {
          camera_deg: { caution: 0.2, critical: 0.5 },
          radar_m: { caution: 0.2, critical: 0.5 },
          lidar_m: { caution: 0.1, critical: 0.3 },
        },
        baseline: {
          state: "established",
          frames: 380,
          needed: 0,
          camera_rotation_matrix: identity,
          channels: [
            {
              channel: "radar",
              sensor: "radar",
              unit: "m",
              location: 0.012,
              scale: 0.025,
              min_detectable_shift: 0.068,
              harmless_shift: 0.05,
            },
          ],
        },
        baseline_covers_hours: 9,
        extrinsics: {
          camera: {
            camera_rotation_matrix: identity,
            drift_deg: 0.01,
            drift_sd_deg: 0.008,
            drift_axis: [0, 0, 1],
          },
          radar: { radar_range_bias_m: 0.574, drift_m: 0.562, drift_sd_m: 0.006 },
          lidar: null,
        },
        reference: null,
        open_breach: {
          evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
          opened_at: "2025-03-01T07:40:50.000Z",
          frame_seq: 396,
        },
        change_point: { frame_seq: 392, interval_50: [391, 393], interval_90: [388, 395] },
        change_began: {
          at: "2025-03-01T07:40:00.000Z",
          between_50: ["2025-03-01T07:39:50.000Z", "2025-03-01T07:40:10.000Z"],
          between_90: ["2025-03-01T07:39:20.000Z", "2025-03-01T07:40:30.000Z"],
        },
        trend: {
          sensor: "radar",
          unit: "m",
          shape: "step",
          began_at: "2025-03-01T07:39:00.000Z",
          rate_per_day: null,
          rate_sd_per_day: null,
          time_to_critical_days: null,
          time_to_critical_interval_80: null,
          time_to_critical_reason: "span_too_short",
        },
        noise: [],
        dropped_readings: [
          { reading: "lidar_registration_error_m", count: 12, last_at: "2025-02-03T09:10:00.000Z" },
        ],
        tier_history: [
          {
            at: "2025-03-01T07:41:10.000Z",
            from: "CAUTION",
            to: "CRITICAL",
            decided_by: "critical_limit_exceeded",
            frame_seq: 398,
          },
        ],
      },
    ],
  },
);
