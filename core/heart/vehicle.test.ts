import { describe, expect, test } from "vitest";

import { expDeg, toMatrix, type Vector3 } from "../scoring/numeric/quaternion.ts";
import { camera, compiledHeart, lidar, normals, radar, TestVehicle } from "./heart-for-tests.ts";

interface Stream {
  readonly frames: number;
  readonly seed: number;
  /** Correlation of each channel's noise from frame to frame. */
  readonly phi?: number;
  readonly turned?: (frame: number) => Vector3;
  readonly bias?: (frame: number) => number;
  readonly hasCamera?: (frame: number) => boolean;
  readonly after?: (frame: number, vehicle: TestVehicle) => void;
}
/** A frame a minute of camera (0.06° an axis), radar (0.06 m) and lidar. */
function vehicleOf(stream: Stream): TestVehicle {
  const { frames, seed, phi = 0, turned = () => [0, 0, 0], bias = () => 0, hasCamera = () => true } = stream;
  const normal = normals(seed);
  const noise = [0, 0, 0, 0, 0];
  const vehicle = new TestVehicle(compiledHeart(2));
  for (let i = 0; i < frames; i += 1) {
    const e = noise.map((before) => phi * before + Math.sqrt(1 - phi * phi) * normal());
    noise.splice(0, 5, ...e);
    const vector = turned(i).map((degrees, axis) => degrees + 0.06 * e[axis]!);
    const matrix = toMatrix(expDeg([vector[0]!, vector[1]!, vector[2]!]));
    vehicle.fold(60 * i, [
      ...(hasCamera(i) ? [[camera, matrix] as const] : []),
      [radar, [bias(i) + 0.06 * e[3]!]],
      [lidar, [0.03 * Math.exp(0.3 * e[4]!)]],
    ]);
    stream.after?.(i, vehicle);
  }
  return vehicle;
}
const seeds = [1, 2, 3, 4, 5];

describe.each([0, 0.6, 0.97])("noise of correlation %f", (phi) => {
  test.each(seeds)("a sound vehicle is never accused (seed %i)", (seed) => {
    const tiersSeen = new Set<string>();
    const after = (_: number, vehicle: TestVehicle) => {
      for (const kind of [camera, radar, lidar]) tiersSeen.add(vehicle.tier(kind));
    };
    vehicleOf({ frames: 1000, seed, phi, after });
    expect([...tiersSeen]).toEqual(["UNKNOWN", "NOMINAL"]);
  });
});

test.each([
  [0.1, "NOMINAL"],
  [0.3, "CAUTION"],
  [0.8, "CRITICAL"],
] as const)("a camera turned by %f° from frame 600 on is %s, the others stay NOMINAL", (size, tier) => {
  for (const seed of seeds) {
    const vehicle = vehicleOf({ frames: 680, seed, turned: (i) => [0, i >= 600 ? size : 0, 0] });
    expect([camera, radar, lidar].map((kind) => vehicle.tier(kind))).toEqual([tier, "NOMINAL", "NOMINAL"]);
    if (tier === "NOMINAL") continue;
    const [drift, sd] = vehicle.drift(camera, 1);
    expect(Math.abs(drift - size)).toBeLessThan(3 * sd);
    expect(sd).toBeLessThan(0.03);
    expect(Math.abs(vehicle.changeTime(camera) / 60 - 600)).toBeLessThan(4);
  }
});

test.each([0, 0.6, 0.9])("a knock of ten deviations in noise of correlation %f takes three frames", (phi) => {
  const knocked = seeds.filter((seed) => {
    const vehicle = vehicleOf({ frames: 303, seed, phi, bias: (i) => (i >= 300 ? 0.6 : 0) });
    return vehicle.changes(radar) === 1;
  });
  expect(knocked.length).toBeGreaterThanOrEqual(4);
});

test("what is repaired is NOMINAL again, and a place that was left before is no change", () => {
  const tiersSeen: string[] = [];
  const after = (_: number, vehicle: TestVehicle) => {
    const tier = vehicle.tier(camera);
    if (tier !== tiersSeen.at(-1)) tiersSeen.push(tier);
  };
  const loaded = (i: number): Vector3 => [i >= 600 && i % 200 >= 100 ? 0.35 : 0, 0, 0];
  vehicleOf({ frames: 1600, seed: 7, turned: loaded, after });
  expect(tiersSeen).toEqual(["UNKNOWN", "NOMINAL", "CAUTION", "NOMINAL"]);
});

test("a sensor that misses frames has a bank of its own: the others are judged as if it had missed none", () => {
  const bias = (i: number) => (i >= 500 ? 0.3 : 0);
  const whole = vehicleOf({ frames: 540, seed: 3, bias });
  const gaps = vehicleOf({ frames: 540, seed: 3, bias, hasCamera: (i) => i % 7 !== 3 });
  expect(gaps.tier(radar)).toBe("CAUTION");
  expect(gaps.changeTime(radar)).toBe(whole.changeTime(radar));
  const [[drift], [other]] = [whole.drift(radar), gaps.drift(radar)];
  expect(other).toBeCloseTo(drift, 2);
  expect(gaps.tier(camera)).toBe("NOMINAL");
});
