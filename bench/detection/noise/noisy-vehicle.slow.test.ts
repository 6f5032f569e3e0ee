import { describe, expect, test } from "vitest";

import { noisyReadings } from "./noisy-vehicle.ts";
import type { NoisyReading, NoisyVehicle } from "./noisy-vehicle.ts";

const vehicle: NoisyVehicle = {
  seed: 4,
  sensors: ["camera", "radar", "lidar"],
  kind: "white",
  level: { cameraDeg: 0.06, radarM: 0.05, lidarLog: 0.2 },
  framesPerSecond: 1 / 60,
  wander: null,
  hearing: {},
  step: null,
};
const quiet = { cameraDeg: 0, radarM: 0, lidarLog: 0 };

function readingsOf(about: Partial<NoisyVehicle>, frames: number): readonly NoisyReading[] {
  return [...noisyReadings({ ...vehicle, ...about }, frames)];
}

/** Angle between two rotations from the trace of RᵀS, degrees. */
function angleBetween(r: readonly number[], s: readonly number[]): number {
  const trace = r.reduce((sum, entry, at) => sum + entry * s[at]!, 0);
  return (Math.acos(Math.min(1, (trace - 1) / 2)) * 180) / Math.PI;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const sums = a.map((value, at) => value / deviation(a) + b[at]! / deviation(b));
  return deviation(sums) ** 2 / 2 - 1;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

describe("a noisy vehicle", () => {
  test("turns its camera by rotations", () => {
    for (const { cameraRotation: r } of readingsOf({}, 50)) {
      for (let row = 0; row < 3; row += 1) {
        for (let other = 0; other < 3; other += 1) {
          const dot = [0, 1, 2].reduce((sum, at) => sum + r![3 * row + at]! * r![3 * other + at]!, 0);
          expect(dot).toBeCloseTo(row === other ? 1 : 0, 12);
        }
      }
    }
  });

  test("scatters as its level says, over many vehicles", () => {
    const logs = Array.from({ length: 200 }, (_, seed) => {
      const radar = readingsOf({ seed }, 200).map(({ radarRangeBiasM }) => radarRangeBiasM!);
      return Math.log(deviation(radar) / vehicle.level.radarM);
    });
    expect(Math.abs(logs.reduce((sum, log) => sum + log, 0) / logs.length)).toBeLessThan(0.06);
    // A fifth by its own scale, a twentieth by the 200 frames.
    expect(deviation(logs)).toBeGreaterThan(0.17);
    expect(deviation(logs)).toBeLessThan(0.25);
  });

  test("carries only its sensors, and agrees in them with one that has others as well", () => {
    const all = readingsOf({}, 20);
    const alone = readingsOf({ sensors: ["radar"] }, 20);
    expect(alone.map(({ radarRangeBiasM }) => radarRangeBiasM)).toEqual(
      all.map(({ radarRangeBiasM }) => radarRangeBiasM),
    );
    expect(alone.every((reading) => reading.cameraRotation === undefined)).toBe(true);
    expect(alone.every((reading) => reading.lidarRegistrationErrorM === undefined)).toBe(true);
  });

  test("is heard at its rate", () => {
    const gaps = (framesPerSecond: number) => {
      const [first, second] = readingsOf({ framesPerSecond }, 2);
      return second!.timestampUs - first!.timestampUs;
    };
    expect(gaps(1 / 60)).toBeCloseTo(60e6, -1);
    expect(gaps(20)).toBeCloseTo(50_000, -1);
  });

  test("wanders as far as it should, and is back a day later", () => {
    const wander = {
      shape: "sine",
      cameraDeg: 0.06,
      radarM: 0.05,
      lidarM: 0.03,
      laterMinutesPerDay: 0,
    } as const;
    const readings = readingsOf({ level: quiet, wander }, 2881);
    const radar = readings.map(({ radarRangeBiasM }) => radarRangeBiasM!);
    expect(Math.max(...radar) - Math.min(...radar)).toBeCloseTo(0.1, 4);
    const lidar = readings.map(({ lidarRegistrationErrorM }) => lidarRegistrationErrorM!);
    expect(Math.max(...lidar) - Math.min(...lidar)).toBeCloseTo(0.06, 4);
    const angles = readings.map(({ cameraRotation }) =>
      angleBetween(readings[0]!.cameraRotation!, cameraRotation!),
    );
    const farthest = angles.indexOf(Math.max(...angles));
    const across = readings.map(({ cameraRotation }) =>
      angleBetween(readings[farthest]!.cameraRotation!, cameraRotation!),
    );
    expect(Math.max(...across)).toBeCloseTo(0.12, 3);
    expect(radar[1440]).toBeCloseTo(radar[0]!, 9);
  });

  test("shares as much of its noise between channels as it is told to", () => {
    const readings = readingsOf({ hearing: { shared: 0.5 } }, 5000);
    const radar = readings.map(({ radarRangeBiasM }) => radarRangeBiasM!);
    const lidar = readings.map(({ lidarRegistrationErrorM }) => Math.log(lidarRegistrationErrorM! + 0.01));
    expect(correlation(radar, lidar)).toBeGreaterThan(0.45);
    expect(correlation(radar, lidar)).toBeLessThan(0.55);
  });

  test("is not heard from a sensor that joins late, comes seldom or is missing", () => {
    const joined = readingsOf({ hearing: { joins: { radar: 5 } } }, 8);
    expect(joined.map(({ radarRangeBiasM }) => radarRangeBiasM !== undefined)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((frame) => frame >= 5),
    );
    const seldom = readingsOf({ hearing: { every: { camera: 3 } } }, 9);
    expect(seldom.filter(({ cameraRotation }) => cameraRotation !== undefined)).toHaveLength(3);
    const gappy = readingsOf({ hearing: { missing: 0.3 } }, 5000);
    const heard = gappy.filter(({ radarRangeBiasM }) => radarRangeBiasM !== undefined).length;
    expect(Math.abs(heard / 5000 - 0.7)).toBeLessThan(0.03);
  });

  test("is heard for some hours of each day", () => {
    const readings = readingsOf({ hearing: { hoursADay: 2 } }, 360);
    const days = readings.map(({ timestampUs }) =>
      Math.floor((timestampUs - readings[0]!.timestampUs) / 86_400e6 + 0.5),
    );
    expect(readings[119]!.timestampUs - readings[0]!.timestampUs).toBeCloseTo(119 * 60e6, -1);
    expect(new Set(days).size).toBe(3);
  });

  test("steps by so many deviations of its own noise", () => {
    const stepped = { atFrame: 10, sigmas: [0, 0, 0, 2, 0] };
    const before = readingsOf({}, 12).map(({ radarRangeBiasM }) => radarRangeBiasM!);
    const after = readingsOf({ step: stepped }, 12).map(({ radarRangeBiasM }) => radarRangeBiasM!);
    const moves = after.map((value, frame) => value - before[frame]!);
    expect(moves.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(moves[11]).toBeCloseTo(moves[10]!, 12);
    // Two deviations of 0.05 m, of a vehicle whose noise is within a factor of two of that.
    expect(moves[10]).toBeGreaterThan(0.05);
    expect(moves[10]).toBeLessThan(0.2);
  });
});
