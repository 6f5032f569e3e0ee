import { exampleMeasurements, exampleOf, faulty } from "../../../sensors/contract-words.ts";
import { channelOf, perKind, sensorReasons, sensors } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { StrongestChange } from "./strongest-change.ts";
import { droppedReadings } from "./ingest-result.ts";
import { ChangePoint, DriftTrend, NoiseGrowth } from "./drift-course.ts";
import {
  Baseline,
  Channel,
  CusumLimit,
  EventId,
  FaultSource,
  Measurements,
  RecommendedAction,
  Sensor,
  Tier,
  Unit,
  VehicleId,
  oneOf,
} from "../vocabulary.ts";

const doubts = sensorReasons.map(({ code }) => code);

/** Why the tier is what it is; the same names as the scoring's reasons. */
export const reasonValues = [
  "learning",
  "in_control",
  "change_below_limit",
  "caution_limit_exceeded",
  "critical_limit_exceeded",
  "baseline_beyond_limits",
  ...doubts,
  "noise_inflation",
  "hysteresis_hold",
  "sensor_late",
  "repeating",
  "convention_changed",
] as const;
export const DecidedBy = oneOf(reasonValues, {
  $id: "DecidedBy",
  description:
    "The rule that set the tier. `learning`: no verdict yet; `in_control`: nothing unusual; `change_below_limit`: a change is proved, and harmless; " +
    "`caution_limit_exceeded`, `critical_limit_exceeded`: the drift is beyond a limit with the required probability; " +
    "`baseline_beyond_limits`: off what is right by definition since the start; " +
    `${doubts.map((reason) => `\`${reason}\`, `).join("")}\`noise_inflation\`: the sensor itself needs a look; \`hysteresis_hold\`: better, but not for long enough; ` +
    "`sensor_late`: the newest readings of a sensor all came too late to be judged; `repeating`: whole frames are sent again, digit for digit: nothing is judged; `convention_changed`: the numbers mean something else than before, such as a transposed matrix or millimetres for metres: no drift, and no evidence of one.",
});

/** What a verdict says that seems not to go together; the same names as the scoring's notes. */
export const verdictNoteValues = [
  "breach_below_limits",
  "tier_held",
  "charts_do_not_decide",
  "verdict_provisional",
  "readings_late",
] as const;
export const VerdictNote = Type.Object(
  {
    code: oneOf(verdictNoteValues, {
      $id: "VerdictNoteCode",
      description:
        "`breach_below_limits`: `cusum_triggered` beside NOMINAL, a proved change that is small; `tier_held`: a worse tier is kept until it is less likely " +
        "by a fifth and for ten blocks; `charts_do_not_decide`: a change is proved, " +
        "and every tabular CUSUM is under its limit; `verdict_provisional`: the sensor has fewer than 200 blocks, so its noise is not well known; " +
        "`readings_late`: how many readings of a sensor came too late to be judged.",
    }),
    text: Type.String({ description: "For a person, in one or two sentences." }),
  },
  {
    $id: "VerdictNote",
    description:
      "Why a verdict says two things that seem not to go together, or does not rest on all that was sent.",
  },
);

const Contribution = Type.Object(
  {
    channel: Channel,
    sensor: Sensor,
    unit: Unit,
    residual: Type.Number({ description: "Value minus baseline, in `unit`." }),
    standardised_value: Type.Number({
      description: "The residual in units of the channel's ordinary spread (standard deviations).",
    }),
    cusum_statistic: Type.Number({
      minimum: 0,
      description:
        "The larger of the two tabular CUSUM sums of this channel (standard deviations); for charts.",
    }),
    cusum_upper: Type.Number({ minimum: 0 }),
    cusum_lower: Type.Number({ minimum: 0 }),
    cusum_limit: Type.Number({ description: "Decision interval h of that chart." }),
    t2_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of T² = mahal_distance²; the shares of a frame add up to 1.",
    }),
    drift: Type.Number({ description: "Estimated drift since the change began, in `unit`." }),
    drift_sd: Type.Number({ minimum: 0, description: "Its standard deviation, in `unit`." }),
  },
  { $id: "Contribution", description: "What one channel of this frame adds to the verdict." },
);

const Thresholds = Type.Object(
  {
    decided_by: DecidedBy,
    t2_limit: Type.Optional(
      Type.Number({
        description: "Upper limit of T² for the sensors of this frame; absent while learning.",
      }),
    ),
  },
  { description: "What decided the tier." },
);

export const ResidualScore = Type.Object(
  {
    vehicle_id: VehicleId,
    tier: Tier,
    residual_score: Type.Number({
      minimum: 0,
      description:
        "√(T²/d) over the d channels of the frame: about 1 is ordinary noise, whatever sensors are present.",
    }),
    mahal_distance: Type.Optional(
      Type.Number({
        minimum: 0,
        description: "Mahalanobis distance √T²; absent while the baseline is learning.",
      }),
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Probability that the drift lies in the band that the tier names; 0 of UNKNOWN.",
    }),
    evidence_id: Type.Optional(EventId),
    recommended_action: RecommendedAction,
    cusum_triggered: Type.Boolean({
      description: "True while a change is proved and has not gone.",
    }),
    probable_fault_source: FaultSource,
    timestamp: Type.String({ description: "The frame's time, exactly as received." }),
    request_id: Type.String({ description: "Also in the header `X-Request-Id`." }),
    frame_seq: Type.Integer({
      minimum: 1,
      description: "Number of this frame in its vehicle's journal, as in evidence.",
    }),
    baseline: Baseline,
    cusum_statistic: Type.Optional(
      Type.Number({
        description:
          "The sequential test's log likelihood ratio of a change against none, nats (docs/scoring-method.md); of an open " +
          "change at least what proved it. Absent while the baseline is learning, and when no start of a change is likelier than none.",
      }),
    ),
    cusum_limit: CusumLimit,
    strongest_change: Type.Optional(StrongestChange),
    contributions: Type.Array(Contribution, { description: "One entry for each channel the frame carries." }),
    measurements: Measurements,
    thresholds: Thresholds,
    source_probabilities: Type.Object(
      perKind(
        ({ name }) => name,
        () => Type.Number({ minimum: 0, maximum: 1 }),
      ),
      { description: "Probability that each sensor takes part in the change." },
    ),
    change_point: Type.Optional(ChangePoint),
    trend: Type.Optional(DriftTrend),
    noise: Type.Optional(
      Type.Array(NoiseGrowth, {
        maxItems: sensors.length,
        description:
          "Sensors that scatter far more than they used to, and since when; absent when none does.",
      }),
    ),
    outlier: Type.Boolean({
      description:
        "A single frame that ordinary noise does not explain (p < 0.0001). It changes no tier by itself.",
    }),
    late: Type.Boolean({
      description:
        "Every reading is more than 10 minutes older than the newest of its sensor: scored, but no detector moved.",
    }),
    duplicate: Type.Boolean({
      description: "This very frame was counted before; the verdict is the one it had then.",
    }),
    notes: Type.Optional(
      Type.Array(VerdictNote, {
        description:
          "Explanations of a verdict that seems contradictory; absent when there is nothing to explain.",
      }),
    ),
    warnings: Type.Array(Type.String(), {
      description:
        "Codes such as `rotation_not_orthonormal`, `sensor_dropped` or `correlated_channels`; often empty.",
    }),
    dropped_readings: Type.Optional(droppedReadings),
  },
  {
    $id: "ResidualScore",
    description:
      "The verdict on one frame. `evidence_id` is present when the frame caused a CUSUM breach of its vehicle or falls into an open one; " +
      "the newest evidence of that breach: there is another piece whenever its tier becomes worse.",
    examples: [
      {
        vehicle_id: "veh-0042",
        tier: "CRITICAL",
        residual_score: 4.81,
        mahal_distance: 10.755,
        confidence: 0.97,
        evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
        recommended_action: "calibration_required",
        cusum_triggered: true,
        probable_fault_source: faulty.name,
        timestamp: "2025-03-01T08:00:00.000Z",
        request_id: "req_01JX3Q8Z5T",
        frame_seq: 412,
        baseline: { state: "established", frames: 380, needed: 0 },
        cusum_statistic: 19.4,
        cusum_limit: 9.5,
        contributions: [
          {
            ...channelOf(faulty.channels[0].name),
            residual: 0.27,
            standardised_value: 10.7,
            cusum_statistic: 31.5,
            cusum_upper: 31.5,
            cusum_lower: 0,
            cusum_limit: 5,
            t2_share: 1,
            drift: 0.262,
            drift_sd: 0.006,
          },
        ],
        measurements: { ...exampleMeasurements(262), health_score: 40.2 },
        thresholds: { decided_by: "critical_limit_exceeded", t2_limit: 12.1 },
        source_probabilities: exampleOf("probability"),
        change_point: { frame_seq: 392, interval_50: [391, 393], interval_90: [388, 395] },
        trend: {
          sensor: faulty.name,
          unit: faulty.unit,
          shape: "ramp",
          began_at: "2025-03-01T05:31:00.000Z",
          rate_per_day: 3.1,
          rate_sd_per_day: 0.2,
          time_to_critical_days: 0.077,
          time_to_critical_interval_80: [0.065, 0.091],
          time_to_critical_reason: null,
        },
        outlier: true,
        late: false,
        duplicate: false,
        warnings: [],
      },
    ],
  },
);
