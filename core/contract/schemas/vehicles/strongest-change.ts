import { Type } from "typebox";

import { Channel, Sensor, Unit, nullable, oneOf } from "../vocabulary.ts";

const NoisePart = Type.Object({
  share: Type.Number({ minimum: 0, maximum: 1, description: "Of the variance." }),
  seconds: nullable(Type.Number({ minimum: 0 }), {
    description: "Its time constant; null of a part that stays the same within a session.",
  }),
});

export const StrongestChange = Type.Object(
  {
    channel: Channel,
    sensor: Sensor,
    unit: Unit,
    shape: oneOf(["step", "ramp"], { $id: "ChangeShape", description: "Came at once, or grows." }),
    noise_model: Type.Array(NoisePart, {
      maxItems: 3,
      description:
        "The parts of the channel's noise that have a time constant, under the model it speaks by; the rest is white.",
    }),
    blocks_since: Type.Integer({ minimum: 0, description: "Blocks since it began." }),
    size: Type.Number({
      description: "Its size now, in standard deviations of a block while the baseline was learnt.",
    }),
    size_sd: Type.Number({ minimum: 0, description: "Its standard deviation, in the same." }),
  },
  {
    $id: "StrongestChange",
    description:
      "The change that adds most to `cusum_statistic`: of one channel, from one start, under one model of its noise " +
      "(docs/scoring-method.md). Absent while the statistic is small.",
  },
);
