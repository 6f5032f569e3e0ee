import { count, float64, listOf, nullable, oneOf, record } from "./binary-codec.ts";
import type { Codec } from "./binary-codec.ts";
import type {
  ChangePointInterval,
  DriftCourse,
  DriftTrend,
  NoiseGrowth,
  Score,
  StrongestChange,
} from "../score.ts";
import { channels } from "../sensors.ts";
import { baselineStates, trendShapes, undatedReasons } from "../score.ts";

/* Members of a score that are records of their own. */

const intervalCodec: Codec<ChangePointInterval> = record({ fromSeq: count, toSeq: count });

const trend: Codec<DriftTrend> = record({
  sensor: oneOf(["camera", "radar", "lidar"]),
  shape: oneOf(trendShapes),
  beganUs: float64,
  ratePerDay: nullable(float64),
  ratePerDaySd: nullable(float64),
  daysToCritical: nullable(float64),
  daysInterval: nullable({
    write: (value, sink) => value.forEach((days) => float64.write(days, sink)),
    read: (source) => [float64.read(source), float64.read(source)],
  } satisfies Codec<readonly [number, number]>),
  undated: nullable(oneOf(undatedReasons)),
});

export const driftCourseCodec: Codec<DriftCourse> = record({
  likely: intervalCodec,
  widely: intervalCodec,
  trend,
});

export const scoreBaselineCodec: Codec<Score["baseline"]> = record({
  state: oneOf(baselineStates),
  frames: count,
  needed: count,
});

export const strongestChangeCodec: Codec<StrongestChange> = record({
  channel: oneOf(channels),
  shape: oneOf(trendShapes),
  noise: listOf(record({ share: float64, seconds: nullable(float64) })),
  blocks: count,
  size: float64,
  sizeSd: float64,
});

/** The sensors that scatter far more than they used to. */
export const noiseGrowthsCodec: Codec<readonly NoiseGrowth[]> = listOf(
  record({ sensor: oneOf(["camera", "radar", "lidar"]), sinceUs: float64 }),
);
