import { Type, type Static, type TObject } from "typebox";

import {
  exampleMeasurements,
  exampleOf,
  faulty,
  faultyMoved,
  silent,
} from "../../../sensors/contract-words.ts";
import { sensorKinds } from "../../../sensors/kinds.ts";
import {
  canonicalMembers,
  channelOf,
  type Kind,
  noises,
  perKind,
  perRotation,
  sensors,
  turnedNames,
} from "../../../sensors/sensor-lists.ts";
import { ChangePoint, DriftTrend, NoiseGrowth } from "./drift-course.ts";
import { QueuedWork } from "./vehicle-work.ts";
import { exampleVehicle } from "./vehicle-list.ts";
import { VehicleAttributes, VehiclePosition } from "./vehicle-attributes.ts";
import { ReferenceResult } from "./reference-extrinsics.ts";
import { DecidedBy, VerdictNote } from "./residual-score.ts";
import {
  Baseline,
  Channel,
  CusumLimit,
  EarlierScoring,
  EventId,
  EvidenceTrigger,
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

const BaselineChannel = Type.Object({
  channel: Channel,
  sensor: Sensor,
  unit: Unit,
  location: Type.Number({
    description: `Centre of the baseline, in \`unit\`; about 0 for the ${turnedNames}.`,
  }),
  scale: Type.Number({ minimum: 0, description: "Ordinary spread (robust standard deviation), in `unit`." }),
  min_detectable_shift: Type.Number({
    minimum: 0,
    description: "Smallest lasting shift, in `unit`, that the blocks of a day would prove.",
  }),
  harmless_shift: Type.Optional(
    Type.Number({
      minimum: 0,
      description: "A lasting shift up to this, in `unit`, is no drift: a quarter of the CAUTION limit.",
    }),
  ),
});

/** Noise that bears another name than its sensor. */
function ownNoises({ name, noise }: Kind): readonly string[] {
  const others = noise.filter((one) => one.name !== name);
  return others.map((one) => `\`${one.name}\` is the ${name}'s own.`);
}

const FleetPrior = Type.Object(
  {
    taken_at: UtcTime,
    sensors: Type.Array(
      Type.Object({
        sensor: oneOf(
          noises.map(({ name }) => name),
          {
            $id: "PriorSensor",
            description: sensorKinds.flatMap(ownNoises).join(" "),
          },
        ),
        unit: oneOf([...new Set(noises.map(({ unit }) => unit))], {
          $id: "PriorUnit",
          description: "`ln`: of the registration error; `logit`: of the confidence.",
        }),
        scale: Type.Number({ minimum: 0, description: "Noise of one block, in `unit`." }),
        vehicles: Type.Integer({ minimum: 1, description: "Vehicles of the fleet it was learnt from." }),
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
  ...perRotation(({ name, members: [{ label }] }) =>
    nullable(RotationMatrix, {
      description: `Mean ${label} of the baseline; null before the ${name} has one.`,
    }),
  ),
  channels: Type.Array(BaselineChannel, { description: "The channels that have a baseline." }),
  fleet_prior: Type.Optional(FleetPrior),
});

const turnOf = (name: string) => ({
  drift_deg: Type.Number({ minimum: 0, description: "Angle away from the baseline, degrees." }),
  drift_sd_deg: Type.Number({ minimum: 0, description: "Its standard deviation, degrees." }),
  drift_axis: nullable(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }), {
    description: `Unit axis of the drift in the ${name}'s own baseline frame; null when nothing moved.`,
  }),
});
const shift = {
  drift_m: Type.Number({ description: "Change against the baseline, metres, signed." }),
  drift_sd_m: Type.Number({ minimum: 0 }),
};

/** The first member of its readings, and its drift. */
type EstimateOf<Row extends Kind> = Row["unit"] extends "deg"
  ? Record<Row["members"][0]["name"], number[]> & Static<TObject<ReturnType<typeof turnOf>>>
  : Record<Row["members"][0]["name"], number> & Static<TObject<typeof shift>>;

function estimateOf({ name, members: [member] }: Kind) {
  const now =
    member.shape === "rotation"
      ? { [member.name]: RotationMatrix, ...turnOf(name) }
      : { [member.name]: Type.Number(member.minimum < 0 ? {} : { minimum: member.minimum }), ...shift };
  return nullable(Type.Object(now), { description: `Null when the ${name} has not reported.` });
}

const Extrinsics = Type.Unsafe<{ [Row in Kind as Row["name"]]: EstimateOf<Row> | null }>(
  Type.Object(
    perKind(({ name }) => name, estimateOf),
    {
      description: "Where the sensors are now, as estimated from the latest frames.",
    },
  ),
);

const OpenBreach = Type.Object({
  evidence_id: nullable(EventId, {
    description: "The newest evidence of the breach; null while it is below the caution limit.",
  }),
  opened_at: UtcTime,
  frame_seq: Type.Integer({ minimum: 1, description: "Frame that opened the breach." }),
  evidence: Type.Optional(
    Type.Array(
      Type.Object({
        event_id: EventId,
        trigger: EvidenceTrigger,
        tier: Tier,
        issued_at: UtcTime,
        supersedes: nullable(EventId, { description: "The evidence before it; null for the first." }),
      }),
      { maxItems: 100, description: "All evidence of the breach, latest first." },
    ),
  ),
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
    ...perKind(
      ({ drift }) => drift.limits,
      ({ unit, faultSides }) =>
        SensorLimit(
          unit === "deg" ? "degrees" : `metres, ${faultSides === "both" ? "either way" : "upwards"}`,
        ),
    ),
  },
  { description: "How far each sensor may be out before it matters: the settings in force." },
);

const SensorDropouts = Type.Object(
  {
    reading: oneOf(
      canonicalMembers.map(({ name }) => name),
      {
        $id: "ReadingName",
        description: "Member of `sensors` of a telemetry frame.",
      },
    ),
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
    newest_reading_at: Type.Object(
      perKind(
        ({ name }) => name,
        () => nullable(UtcTime),
      ),
      {
        description:
          "By each sensor's own clock, which may be another than the vehicle's; null before two readings agree.",
      },
    ),
    last_received_at: UtcTime,
    frames: Type.Integer({ minimum: 0, description: "Frames counted so far." }),
    monitored_sensors: Type.Array(Sensor, {
      description:
        "Sensors that report often enough to be judged. A sensor that is not listed is not known to be in order.",
    }),
    measurements: Type.Object(measuredNow, { description: "The estimated drift of the vehicle." }),
    cusum_statistic: nullable(Type.Number(), { description: "After the latest frame; null while learning." }),
    cusum_limit: CusumLimit,
    sensor_limits: SensorLimits,
    baseline: VehicleBaseline,
    extrinsics: Extrinsics,
    reference: nullable(ReferenceResult, {
      description: "Registered reference extrinsics; null when none are.",
    }),
    open_breach: nullable(OpenBreach, { description: "Null when no breach is open." }),
    earlier_scoring: Type.Optional(EarlierScoring),
    change_point: nullable(ChangePoint, { description: "Null when no breach is open." }),
    change_began: nullable(ChangeBegan, { description: "Null when no breach is open." }),
    trend: nullable(DriftTrend, {
      description: "Null when no breach is open.",
    }),
    work: Type.Optional(QueuedWork),
    noise: Type.Array(NoiseGrowth, {
      maxItems: sensors.length,
      description: "Sensors that scatter far more than they used to, and since when.",
    }),
    dropped_readings: Type.Optional(
      nullable(Type.Array(SensorDropouts, { maxItems: canonicalMembers.length }), {
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
        attributes: exampleVehicle.attributes,
        position: { latitude: 52.5208, longitude: 13.4095 },
        tier: "CRITICAL",
        tier_since: "2025-03-01T07:41:10.000Z",
        decided_by: "critical_limit_exceeded",
        recommended_action: "calibration_required",
        to_do: "Calibrate before further use",
        why: `${faultyMoved} +0.562 m, beyond the critical limit of 0.500 m (CRITICAL since 2025-03-01 07:41 UTC).`,
        probable_fault_source: faulty.name,
        confidence: 0.97,
        silent: false,
        first_frame_at: "2025-02-01T08:00:00.000Z",
        last_frame_at: "2025-03-01T08:00:00.000Z",
        newest_reading_at: perKind(
          ({ name }) => name,
          () => "2025-03-01T08:00:00.000Z",
        ),
        last_received_at: "2025-03-01T08:00:00.180Z",
        frames: 412,
        monitored_sensors: sensors.filter((name) => name !== silent.name),
        measurements: { ...exampleMeasurements(562), health_score: 45.9 },
        cusum_statistic: 19.4,
        cusum_limit: 9.5,
        sensor_limits: exampleOf("limits", ({ drift }) => drift.limits),
        baseline: {
          state: "established",
          frames: 380,
          needed: 0,
          ...perRotation(({ members: [{ example }] }) => example),
          channels: [
            {
              ...channelOf(faulty.channels[0].name),
              location: 0.012,
              scale: 0.025,
              min_detectable_shift: 0.068,
              harmless_shift: 0.05,
            },
          ],
        },
        extrinsics: exampleOf("estimate"),
        reference: null,
        open_breach: {
          evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
          opened_at: "2025-03-01T07:40:50.000Z",
          frame_seq: 396,
          evidence: [
            {
              event_id: "EVB-20250301-7K3M9Q2XW4HJ",
              trigger: "breach_opened",
              tier: "CAUTION",
              issued_at: "2025-03-01T07:40:50.310Z",
              supersedes: null,
            },
          ],
        },
        change_point: { frame_seq: 392, interval_50: [391, 393], interval_90: [388, 395] },
        change_began: {
          at: "2025-03-01T07:40:00.000Z",
          between_50: ["2025-03-01T07:39:50.000Z", "2025-03-01T07:40:10.000Z"],
          between_90: ["2025-03-01T07:39:20.000Z", "2025-03-01T07:40:30.000Z"],
        },
        trend: {
          sensor: faulty.name,
          unit: faulty.unit,
          shape: "step",
          began_at: "2025-03-01T07:39:00.000Z",
          rate_per_day: null,
          rate_sd_per_day: null,
          time_to_critical_days: 0,
          time_to_critical_interval_80: null,
          time_to_critical_reason: "already_beyond",
        },
        noise: [],
        dropped_readings: [
          { reading: silent.members[0].name, count: 12, last_at: "2025-02-03T09:10:00.000Z" },
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
