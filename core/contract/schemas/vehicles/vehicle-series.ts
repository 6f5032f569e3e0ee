import { faulty } from "../../../sensors/contract-words.ts";
import { channelOf, type DriftColumn, turnedKinds } from "../../../sensors/sensor-lists.ts";
import { Type, type TOptional } from "typebox";

import { DecidedBy } from "./residual-score.ts";
import {
  Channel,
  CusumLimit,
  EarlierScoring,
  Sensor,
  Tier,
  Unit,
  UtcTime,
  VehicleId,
  nullable,
} from "../vocabulary.ts";

const column = (description: string) => Type.Array(nullable(Type.Number()), { description });

const ChannelSeries = Type.Object(
  {
    channel: Channel,
    sensor: Sensor,
    unit: Unit,
    residual: column("Value minus baseline, in `unit`; null where the frame has no such value."),
    residual_min: Type.Optional(column("Smallest residual of the point's frames.")),
    residual_max: Type.Optional(column("Largest residual of the point's frames.")),
    cusum_upper: column("Upper tabular CUSUM sum, standard deviations."),
    cusum_lower: column("Lower tabular CUSUM sum, standard deviations."),
    cusum_upper_max: Type.Optional(column("Largest upper sum of the point's frames.")),
    cusum_lower_max: Type.Optional(column("Largest lower sum of the point's frames.")),
    cusum_limit: Type.Number({ description: "Decision interval h of both sums." }),
    drift: Type.Optional(
      column(
        "Estimated drift as of the point, in `unit`: since the change of an open breach, else of the latest blocks. Six digits.",
      ),
    ),
    drift_sd: Type.Optional(column("Its standard deviation, in `unit`.")),
    t2_part: Type.Optional(
      column(
        "What the channel adds to T² of the point's newest frame that has it: the parts of a frame add up to its T².",
      ),
    ),
  },
  { $id: "ChannelSeries", description: "One channel; every array is as long as `timestamps`." },
);

const ChartDesign = Type.Object(
  {
    cusum_k: Type.Number({ description: "Allowance k of the tabular sums, standard deviations." }),
    t2_false_alarm_rate: Type.Number({
      description: "Share α of frames without a change that T² is to find above its limit.",
    }),
  },
  { description: "What the charts that explain are designed for: the settings in force." },
);

const wholeDrifts = Object.fromEntries(
  turnedKinds.flatMap(({ name, drift }) => {
    const about = `Angle of the estimated ${name} drift, degrees; absent when no ${name} reported in the range.`;
    return [
      [drift.column, Type.Optional(column(about))],
      [`${drift.column}_sd`, Type.Optional(column("Its standard deviation, degrees."))],
    ];
  }),
) as Record<DriftColumn, TOptional<ReturnType<typeof column>>>;

export const VehicleSeries = Type.Object(
  {
    vehicle_id: VehicleId,
    from: nullable(UtcTime, {
      description: "Capture time of the first frame covered; null when there is none.",
    }),
    to: nullable(UtcTime, {
      description: "Capture time of the last frame covered; null when there is none.",
    }),
    frames: Type.Integer({ minimum: 0, description: "Frames in the range, or new since the cursor." }),
    continues: Type.Boolean({
      description:
        "True when the points follow those that the cursor stood behind: add them. False when this is the whole range: no cursor was given, " +
        "or what came before has changed (a frame came late, the scoring is another one, or there is too much to add).",
    }),
    next_cursor: nullable(Type.String(), {
      description: "Give it back as `cursor` for what is new by then. Null where `to` ends the range.",
    }),
    downsampled: Type.Boolean({
      description:
        "True when a point stands for several frames. A point then holds its last frame; `…_min` and `…_max` hold the extremes.",
    }),
    timestamps: Type.Array(UtcTime, { description: "Capture times, one a point, oldest first." }),
    frame_seqs: Type.Array(Type.Integer(), { description: "Journal number of each point's last frame." }),
    tiers: Type.Array(Tier, { description: "The worst tier among the point's frames." }),
    decided_by: Type.Optional(
      Type.Array(DecidedBy, { description: "What set that tier, at the newest frame that had it." }),
    ),
    channels: Type.Array(ChannelSeries, {
      description: "The channels that reported in the range, in fixed order.",
    }),
    cusum_statistic: column(
      "The sequential statistic W, nats; null while learning, and when no start of a change is likelier than none.",
    ),
    cusum_statistic_max: Type.Optional(column("Largest W of the point's frames.")),
    cusum_limit: CusumLimit,
    chart_design: Type.Optional(ChartDesign),
    ...wholeDrifts,
    t2: column("T² of the frame; null while learning."),
    t2_max: Type.Optional(column("Largest T² of the point's frames.")),
    t2_limit: column("Upper limit of T² for the frame's sensors; null while learning."),
    earlier_scoring: Type.Optional(EarlierScoring),
  },
  {
    $id: "VehicleSeries",
    description: "Residuals, CUSUM and T² of one vehicle over time, in columns, ready to be charted.",
    examples: [
      {
        vehicle_id: "veh-0042",
        from: "2025-03-01T07:59:00.000Z",
        to: "2025-03-01T08:00:00.000Z",
        frames: 2,
        continues: false,
        next_cursor: "W1siYSJdXQ.c2lnbmVk",
        downsampled: false,
        timestamps: ["2025-03-01T07:59:00.000Z", "2025-03-01T08:00:00.000Z"],
        frame_seqs: [411, 412],
        tiers: ["CRITICAL", "CRITICAL"],
        decided_by: ["critical_limit_exceeded", "critical_limit_exceeded"],
        channels: [
          {
            ...channelOf(faulty.channels[0].name),
            residual: [0.255, null],
            cusum_upper: [30.9, null],
            cusum_lower: [0, null],
            cusum_limit: 5,
            drift: [0.258, null],
            drift_sd: [0.0061, null],
            t2_part: [104.3, null],
          },
        ],
        cusum_statistic: [18.8, 19.4],
        cusum_limit: 9.5,
        chart_design: { cusum_k: 0.5, t2_false_alarm_rate: 0.0027 },
        t2: [104.3, 115.7],
        t2_limit: [12.1, 12.1],
      },
    ],
  },
);
