import type { Codec } from "./binary-codec.ts";
import { count, float64, oneOf, record } from "./binary-codec.ts";
import type { ProvisionalVerdict } from "../score.ts";
import { limitedSensors } from "../sensors.ts";

/** Kept with a breach that was opened early, and with its scores. */
export const provisionalCodec: Codec<ProvisionalVerdict> = record({
  sensor: oneOf(limitedSensors),
  blocksBefore: count,
  blocksAfter: count,
  framesPerBlock: count,
  correlation: float64,
  statistic: float64,
  limit: float64,
  drift: float64,
  driftSd: float64,
});
