import { ofAll } from "../../../sensors/contract-words.ts";
import { turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { Channel, Sensor, Unit, oneOf } from "../vocabulary.ts";

const Factors = Type.Array(Type.Number({ minimum: 0 }), {
  description: "B for each of `shift_variances`: how much likelier the means are if it moved by so much.",
});

const WindowChannel = Type.Object(
  {
    channel: Channel,
    blocks_since: Type.Number({ description: "n: weight of the blocks since the start." }),
    blocks_before: Type.Number({ description: "m: weight of the reference." }),
    mean_since: Type.Number({ description: "Mean of the blocks since, standardised and clipped." }),
    mean_before: Type.Number({ description: "Mean of the reference, likewise." }),
    sigma: Type.Number({ minimum: 0, description: "Standard deviation of one such block." }),
    mean_variance: Type.Number({
      minimum: 0,
      description:
        "Variance of the difference of the two means, over that of one block: 1/n + 1/m for independent blocks, more for low-frequency noise.",
    }),
    degrees_of_freedom: Type.Number({ description: "ν, with which both are known." }),
    zone: Type.Number({ minimum: 0, description: "Shift of the mean that is no drift." }),
    side: oneOf(["both", "upper", "lower"], {
      $id: "CountedSide",
      description: `Which shifts count: ${ofAll("countedSide")}.`,
    }),
    bayes_factors: Factors,
  },
  { $id: "WindowChannel", description: "One channel's part in the window that decided." },
);

const WindowSensor = Type.Object(
  {
    sensor: Sensor,
    bayes_factors: Factors,
    channels: Type.Array(WindowChannel),
  },
  {
    $id: "WindowSensor",
    description: `One sensor's part. Its Bayes factors: of one channel, the channel's; ${ofAll("bayesFactors")}.`,
  },
);

export const DecidingWindow = Type.Object(
  {
    frame_seq: Type.Integer({
      minimum: 1,
      description: "Number of the frame that completed the first block since the start.",
    }),
    starts: Type.Integer({ minimum: 1, description: "Blocks any of which may have been the first." }),
    likelihood_ratio: Type.Number({
      description: "L: that some of these sensors have moved since, against that none has.",
    }),
    term_nats: Type.Number({
      description:
        "ln(candidate change points · reporting sensors · (L − 1)); `cusum_statistic` is the logarithm of the sum of such terms.",
    }),
    participation: Type.Number({ description: "p: probability beforehand that a sensor takes part." }),
    shift_variances: Type.Array(Type.Number(), {
      description: "g: variances of a shift, in units of the noise variance.",
    }),
    shift_weights: Type.Array(Type.Number(), { description: "w: their weights." }),
    sensors: Type.Array(WindowSensor, {
      description: "Those with readings both before and since; the others take no part in this window.",
    }),
  },
  {
    $id: "DecidingWindow",
    description:
      "The start of a change that adds most to `cusum_statistic`, with all it takes to compute what it adds (docs/scoring-method.md, section 5). " +
      "Present while a breach is open or the statistic is at its limit. While `provisional` is present it is the likeliest split of the sensor's first blocks: " +
      "means in units of one block's noise beside it, `sigma` what correlation makes of that.",
  },
);

export const ProvisionalVerdict = Type.Object(
  {
    sensor: Sensor,
    blocks_before: Type.Integer({ minimum: 1, description: "Blocks of the sensor before the change." }),
    blocks_after: Type.Integer({ minimum: 1, description: "And after it, when the breach opened." }),
    frames_per_block: Type.Integer({ minimum: 1 }),
    correlation: Type.Number({
      description: "ρ: the correlation of neighbouring blocks that was allowed for.",
    }),
    statistic: Type.Number({ description: "W over the possible splits of these blocks, nats." }),
    limit: Type.Number({ description: "The limit it reached, nats." }),
    drift: Type.Number({
      description: `How far the blocks after stand from those before, in \`unit\`; for a ${turnedNames} the angle.`,
    }),
    drift_sd: Type.Number({ minimum: 0, description: "Its standard deviation, in `unit`." }),
    unit: Unit,
  },
  {
    $id: "ProvisionalVerdict",
    description:
      "What an early verdict rests on: its sensor has no baseline yet, and a change among its first blocks is beyond the caution limit with the required probability " +
      "(docs/scoring-method.md, “Early verdicts”). While it is provisional the tier is at most CAUTION on its account, and `confidence` at most 0.5. " +
      "Absent once the ordinary statistic has confirmed it.",
  },
);
