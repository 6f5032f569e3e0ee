import { Type } from "typebox";

import { Sensor, Unit, UtcTime, nullable, oneOf } from "../vocabulary.ts";

const FrameInterval = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 2, maxItems: 2 });

export const ChangePoint = Type.Object(
  {
    frame_seq: Type.Integer({
      minimum: 1,
      description: "First frame after the likeliest start of the change.",
    }),
    interval_50: FrameInterval,
    interval_90: FrameInterval,
  },
  {
    $id: "ChangePoint",
    description:
      "When the change began: the likeliest frame, and the frames between which it began with 50 % and 90 % probability, " +
      "as judged when the breach opened. Of a slow drift this is when it became a change; `trend.began_at` dates its start.",
  },
);

export const NoiseGrowth = Type.Object(
  {
    sensor: Sensor,
    since: UtcTime,
  },
  {
    $id: "NoiseGrowth",
    description: "A sensor whose readings scatter far more than they used to, without having drifted.",
  },
);

export const DriftTrend = Type.Object(
  {
    sensor: Sensor,
    unit: Unit,
    shape: oneOf(["step", "ramp"], {
      $id: "DriftShape",
      description: "Came at once, or grows: its slope cannot be put down to chance.",
    }),
    began_at: UtcTime,
    rate_per_day: nullable(Type.Number(), {
      description: "Slope since then, in `unit` a day; null of a step.",
    }),
    rate_sd_per_day: nullable(Type.Number({ minimum: 0 }), {
      description: "Its standard deviation; null without a rate.",
    }),
    time_to_critical_days: nullable(Type.Number({ minimum: 0, maximum: 365 }), {
      description:
        "Days from the newest frame to the critical limit; null without a trend, 0 when it is passed.",
    }),
    time_to_critical_interval_80: nullable(
      Type.Array(Type.Number({ minimum: 0, maximum: 365 }), { minItems: 2, maxItems: 2 }),
      { description: "Fieller's 80 % interval of it; null where there is no date ahead." },
    ),
    time_to_critical_reason: nullable(
      oneOf(["already_beyond", "no_trend"], { $id: "TimeToCriticalReason" }),
      {
        description:
          "Why there is no date ahead: the limit is passed, or the slope cannot be distinguished from none.",
      },
    ),
  },
  {
    $id: "DriftTrend",
    description:
      "Where the drift is going, of the sensor nearest to its critical limit among those that take part.",
  },
);
