import { count, float64, listOf, nullable, oneOf, record } from "./binary-codec.ts";
import type { Codec } from "./binary-codec.ts";
import { intervalCodec } from "./course-codec.ts";
import type { DriftCourse, DriftTrend, NoiseGrowth, Score } from "../score.ts";
import { baselineStates, trendShapes, undatedReasons } from "../score.ts";

/* Members of a score that are records of their own. */

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
  trend: nullable(trend),
});

/** The hours share the byte of the state: most scores say nothing of them. */
export const scoreBaselineCodec: Codec<Score["baseline"]> = {
  write: ({ state, frames, needed, coversHours }, sink) => {
    const hours = coversHours === null ? 0 : coversHours + 1;
    sink.byte(statesAByte * hours + baselineStates.indexOf(state));
    count.write(frames, sink);
    count.write(needed, sink);
  },
  read: (source) => {
    const byte = source.byte();
    const hours = Math.floor(byte / statesAByte);
    const state = baselineStates[byte % statesAByte];
    if (state === undefined || hours > 25) throw new RangeError(`no such state of a baseline: ${byte}`);
    const [frames, needed] = [count.read(source), count.read(source)];
    return { state, frames, needed, coversHours: hours === 0 ? null : hours - 1 };
  },
};

const statesAByte = 8;

/** The sensors that scatter far more than they used to. */
export const noiseGrowthsCodec: Codec<readonly NoiseGrowth[]> = listOf(
  record({ sensor: oneOf(["camera", "radar", "lidar"]), sinceSeq: count, sinceUs: float64 }),
);
