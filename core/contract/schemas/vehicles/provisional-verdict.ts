import { Type } from "typebox";

import { Sensor, Unit } from "../vocabulary.ts";

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
      description: "How far the blocks after stand from those before, in `unit`; for a camera the angle.",
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
