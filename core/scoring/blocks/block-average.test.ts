import { describe, expect, test } from "vitest";
import { averageIntoBlocks, framesPerBlock, presenceMemory } from "./block-average.ts";
import { measure } from "../frame/measurement.ts";
import { initialTrack } from "../model/initial-state.ts";
import type { SensorReading } from "../model/journal-entry.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { Block, TrackBench } from "../model/state.ts";
import { expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import type { Vector3 } from "../numeric/quaternion.ts";

type Values = Omit<SensorReading, "timestampUs">;

test("a block of level 0 is one frame: it counts, and has nothing within", () => {
  const { track, blocks } = averaged("radar", 0, [{ radarRangeBiasM: 0.25 }, { radarRangeBiasM: -0.5 }]);
  expect(blocks.map(({ seq, atUs, weight, values }) => [seq, atUs, weight, values])).toEqual([
    [1, 1000, 1, [0.25]],
    [2, 2000, 1, [-0.5]],
  ]);
  expect([track.frames, track.withinFrames, track.within]).toEqual([2, 2, [0]]);
});

test("four frames of level 2 are one block: their mean, and their squares about it", () => {
  const values = [0.1, 0.4, -0.2, 0.7];
  const { track, blocks } = averaged(
    "radar",
    2,
    values.map((radarRangeBiasM) => ({ radarRangeBiasM })),
  );
  expect(blocks).toEqual([{ seq: 4, atUs: 4000, weight: 1, values: [Math.fround(0.25)] }]);
  // (0.15² + 0.15² + 0.45² + 0.45²)
  expect(track.within[0]).toBeCloseTo(0.45, 14);
  expect(track.withinFrames).toBe(4);
  expect(track.open.frames).toBe(0);
});

test("a block that is not full is not handed out", () => {
  const { track, blocks } = averaged(
    "radar",
    1,
    [1, 2, 4].map((radarRangeBiasM) => ({ radarRangeBiasM })),
  );
  expect(blocks).toHaveLength(1);
  expect([track.open.frames, track.open.sums, track.open.squares]).toEqual([1, [4], [16]]);
});

test("lidar frames count by their confidence, radar frames do not", () => {
  const frames = [
    { lidarRegistrationErrorM: 0.09, radarRangeBiasM: 0, lidarConfidence: 0.75 },
    { lidarRegistrationErrorM: 0.19, radarRangeBiasM: 1, lidarConfidence: 0.25 },
  ];
  const [lidar] = averaged("lidar", 1, frames).blocks;
  expect(lidar!.values[0]).toBeCloseTo(0.75 * Math.log(0.1) + 0.25 * Math.log(0.2), 6);
  expect(lidar!.weight).toBe(0.5);
  const [radar] = averaged("radar", 1, frames).blocks;
  expect([radar!.values, radar!.weight]).toEqual([[0.5], 1]);
});

describe("a camera", () => {
  const mount = expDeg([10, 20, 30]);
  const turned = (by: Vector3): Values => ({ cameraRotation: toMatrix(multiply(mount, expDeg(by))) });

  test("counts from its first rotation, in degrees", () => {
    const { track, blocks } = averaged("camera", 0, [turned([0, 0, 0]), turned([0.3, -0.2, 0.1])]);
    track.anchor!.forEach((part, at) => expect(part).toBeCloseTo(mount[at]!, 13));
    blocks[0]!.values.forEach((value) => expect(value).toBeCloseTo(0, 12));
    [0.3, -0.2, 0.1].forEach((part, axis) => expect(blocks[1]!.values[axis]).toBeCloseTo(part, 7));
  });

  test("has its coarsely rounded frames counted", () => {
    const rounded = { cameraRotation: toMatrix(mount).map((entry) => Number(entry.toFixed(2))) };
    expect(averaged("camera", 0, [rounded, turned([0, 0, 0]), rounded]).track.coarseFrames).toBe(2);
  });
});

describe("presence", () => {
  const present = { radarRangeBiasM: 0.1 };

  test("is full from the first frame, and fades by a fiftieth of itself with each absent one", () => {
    const fading = averaged("radar", 0, [present, {}, {}, {}]);
    expect(fading.blocks).toHaveLength(1);
    expect(fading.track.frames).toBe(1);
    expect(fading.track.presence).toBeCloseTo((1 - 1 / presenceMemory) ** 3, 14);
  });

  test("of a sensor in every other frame settles at one half", () => {
    const frames = Array.from({ length: 800 }, (_, at) => (at % 2 === 0 ? present : {}));
    expect(averaged("radar", 0, frames).track.presence).toBeCloseTo(0.5, 1);
  });

  test("of a sensor that was never there is zero", () => {
    expect(averaged("radar", 0, [{}, {}]).track).toEqual({ ...initialTrack("radar", null), presence: 0 });
  });
});

test("each level doubles the frames of a block", () => {
  const frames = [0, 1, 5, 12].map((level) => framesPerBlock({ ...initialTrack("radar", null), level }));
  expect(frames).toEqual([1, 2, 32, 4096]);
});

function averaged(name: TrackName, level: number, frames: readonly Values[]) {
  const track: TrackBench = { ...initialTrack(name, null), level };
  const blocks: Block[] = [];
  frames.forEach((values, at) => {
    const measurement = measure({ timestampUs: 1000 * (at + 1), ...values }, at + 1, defaultSettings);
    const block = averageIntoBlocks(name, track, measurement);
    if (block !== null) blocks.push(block);
  });
  return { track, blocks };
}
