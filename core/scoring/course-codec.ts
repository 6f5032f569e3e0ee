import type { Codec } from "./binary-codec.ts";
import { count, float64Array, record } from "./binary-codec.ts";
import type { BreachCourse } from "./breach-course.ts";
import type { OnsetInterval } from "./onset-interval.ts";

export const intervalCodec: Codec<OnsetInterval> = record({ fromSeq: count, toSeq: count });

export const courseCodec: Codec<BreachCourse> = record({
  likely: intervalCodec,
  widely: intervalCodec,
  rows: record({ camera: float64Array, radar: float64Array, lidar: float64Array }),
});
