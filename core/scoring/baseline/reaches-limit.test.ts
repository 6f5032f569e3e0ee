import { describe, expect, test } from "vitest";
import type { LimitedSensor } from "../model/sensors.ts";
import { testNoise } from "../vehicle-journal.ts";
import { reachesLimit } from "./reaches-limit.ts";

const splits = { fewestBefore: 5, fewestAfter: 2 };
const limits = { camera: 0.2, radar: 0.2, lidar: 0.1 } as const;
const sensors = ["camera", "radar", "lidar"] as const;

describe.each(sensors)("of a %s", (sensor) => {
  test("whatever leaves its limit by the definition is never denied", () => {
    let leaving = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const rows = rowsOf(sensor, seed, 8 + (seed % 57));
      const { least, isBeyond } = byDefinition(sensor, rows, limits[sensor]);
      if (isBeyond) leaving += 1;
      const limit = limits[sensor];
      expect(reachesLimit(sensor, rows, { ...splits, limit }) || !isBeyond, `seed ${seed}`).toBe(true);
      // The limit at which it just is beyond, or just is not: there rounding decides, and in doubt the answer is yes.
      for (const near of [least, least * (1 - 1e-13), least * (1 + 1e-13)]) {
        if (near > 0) expect(reachesLimit(sensor, rows, { ...splits, limit: near })).toBe(true);
      }
    }
    expect(leaving).toBeGreaterThan(50);
  });

  test("what stays well within is denied: that is what saves the time", () => {
    let denied = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const rows = rowsOf(sensor, 4 * seed, 20);
      const { least } = byDefinition(sensor, rows, limits[sensor]);
      const limit = least + 1e-6;
      if (!reachesLimit(sensor, rows, { ...splits, limit })) denied += 1;
    }
    expect(denied).toBe(200);
  });
});

test("fewer rows than a split takes have none", () => {
  const rows = Array.from({ length: 6 }, () => [5]);
  expect(reachesLimit("radar", rows, { ...splits, limit: 0 })).toBe(false);
});

/** Noise around a level, every other one with a step of up to a few limits somewhere inside. */
function rowsOf(sensor: LimitedSensor, seed: number, count: number): readonly (readonly number[])[] {
  const width = sensor === "camera" ? 3 : 1;
  const level = sensor === "lidar" ? -3 : 0.4;
  const sigma = sensor === "lidar" ? 0.3 : 0.06;
  const step = seed % 2 === 0 ? 0 : (sensor === "lidar" ? 4 : 0.5) * testNoise(seed, 50, 0);
  const from = 5 + (seed % (count - 6));
  return Array.from({ length: count }, (_, at) =>
    Array.from({ length: width }, (__, axis) =>
      Math.fround(level + sigma * testNoise(seed, axis, at) + (at >= from ? step : 0)),
    ),
  );
}

/** Every split, every row after it left out, every mean added up anew; and the largest limit that some split still leaves. */
function byDefinition(sensor: LimitedSensor, rows: readonly (readonly number[])[], limit: number) {
  let least = 0;
  for (let at = splits.fewestBefore; at <= rows.length - splits.fewestAfter; at += 1) {
    const before = meanOf(rows.slice(0, at));
    const amounts = rows.slice(at).map((_, left) => {
      const after = meanOf(rows.slice(at).filter((__, other) => other !== left));
      if (sensor === "lidar") return Math.exp(after[0]!) - Math.exp(before[0]!);
      return Math.hypot(...after.map((value, axis) => value - before[axis]!));
    });
    least = Math.max(least, Math.min(...amounts));
  }
  return { least, isBeyond: least > limit };
}

function meanOf(rows: readonly (readonly number[])[]): readonly number[] {
  return rows[0]!.map((_, axis) => rows.reduce((sum, row) => sum + row[axis]!, 0) / rows.length);
}
