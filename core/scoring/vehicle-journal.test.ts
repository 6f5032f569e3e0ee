import { describe, expect, test } from "vitest";
import { journalOf, testMount, testNoise, testStartUs } from "./vehicle-journal.ts";
import type { TestVehicle } from "./vehicle-journal.ts";
import type { SensorReading } from "./model/journal-entry.ts";
import { expDeg, multiply, toMatrix } from "./numeric/quaternion.ts";

describe("the test noise", () => {
  const values = Array.from({ length: 4000 }, (_, step) => testNoise(1, 2, step));

  test("is the same for the same seed, stream and step, and another for another", () => {
    expect(testNoise(1, 2, 3)).toBe(testNoise(1, 2, 3));
    const others = [testNoise(2, 2, 3), testNoise(1, 3, 3), testNoise(1, 2, 4)];
    expect(new Set([testNoise(1, 2, 3), ...others]).size).toBe(4);
  });

  test("has mean 0 and variance 1, and stays within the six σ that twelve uniforms can reach", () => {
    const mean = averageOf(values);
    const variance = averageOf(values.map((value) => (value - mean) ** 2));
    // Four standard errors of each.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(values.length));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / values.length));
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(6);
  });

  test("of one step says nothing about that of the next, or of another stream", () => {
    const next = averageOf(values.slice(1).map((value, at) => value * values[at]!));
    const other = averageOf(values.map((value, step) => value * testNoise(1, 3, step)));
    for (const correlation of [next, other]) {
      expect(Math.abs(correlation)).toBeLessThan(4 / Math.sqrt(values.length));
    }
  });
});

describe("the journal of a test vehicle", () => {
  test("has a frame a minute from the start of 2026, unless another period is asked for", () => {
    expect(testStartUs).toBe(Date.UTC(2026, 0, 1) * 1000);
    const times = (vehicle: Partial<TestVehicle>) =>
      readingsOf(vehicle).map(({ timestampUs }) => timestampUs);
    expect(times({ frames: 3 })).toEqual([0, 60e6, 120e6].map((us) => testStartUs + us));
    expect(times({ frames: 3, periodS: 0.05 })).toEqual([0, 5e4, 1e5].map((us) => testStartUs + us));
    expect(times({ frames: 0 })).toEqual([]);
  });

  test("carries the sensors that were asked for and no other", () => {
    const [radar] = readingsOf({ frames: 1, sensors: ["radar"] });
    expect(Object.keys(radar!)).toEqual(["timestampUs", "radarRangeBiasM"]);
    const [none] = readingsOf({ frames: 1, sensors: [] });
    expect(Object.keys(none!)).toEqual(["timestampUs"]);
  });

  test("without noise is the mount, 0.02 m and 0.03 m, and what it is displaced by", () => {
    const still = { frames: 2, noise: { cameraDeg: 0, radarM: 0, lidarLog: 0 } };
    const [before, after] = readingsOf({
      ...still,
      displacement: (frame) => (frame === 1 ? { cameraDeg: [0, 0, 2], radarM: 0.5, lidarM: -1 } : {}),
    });
    expect(before!.cameraRotation).toEqual(toMatrix(testMount));
    expect(before).toMatchObject({ radarRangeBiasM: 0.02, lidarRegistrationErrorM: 0.03 });
    expect(after!.cameraRotation).toEqual(toMatrix(multiply(testMount, expDeg([0, 0, 2]))));
    // An error is never below nothing.
    expect(after).toMatchObject({ radarRangeBiasM: 0.52, lidarRegistrationErrorM: 0 });
  });

  test("keeps one sensor's noise whatever the others do", () => {
    const radarOf = (vehicle: Partial<TestVehicle>) =>
      readingsOf({ frames: 5, ...vehicle }).map(({ radarRangeBiasM }) => radarRangeBiasM);
    expect(radarOf({ sensors: ["radar"], displacement: () => ({ lidarM: 1 }) })).toEqual(radarOf({}));
  });

  test("has noise as correlated in time as was asked for", () => {
    for (const correlation of [0, 0.6]) {
      const noise = readingsOf({ frames: 2000, correlation, sensors: ["radar"] }).map(
        ({ radarRangeBiasM }) => (radarRangeBiasM! - 0.02) / 0.05,
      );
      const variance = averageOf(noise.map((value) => value * value));
      const product = averageOf(noise.slice(1).map((value, at) => value * noise[at]!));
      expect(Math.abs(product / variance - correlation)).toBeLessThan(4 / Math.sqrt(noise.length));
    }
  });

  test("with outliers has about one value in a hundred 10 σ out, half of them on either side", () => {
    const noise = readingsOf({ frames: 4000, tails: "outliers", sensors: ["radar"] }).map(
      ({ radarRangeBiasM }) => (radarRangeBiasM! - 0.02) / 0.05,
    );
    const [above, below] = [noise.filter((value) => value > 8), noise.filter((value) => value < -8)];
    for (const side of [above, below]) {
      expect(Math.abs(side.length - 20)).toBeLessThan(4 * Math.sqrt(20));
      for (const value of side) expect(Math.abs(value)).toBeCloseTo(10, 9);
    }
  });
});

function readingsOf(vehicle: Partial<TestVehicle>): readonly SensorReading[] {
  return journalOf({ frames: 1, seed: 4, ...vehicle }).flatMap((entry) =>
    entry.kind === "frame" ? [entry.reading] : [],
  );
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
