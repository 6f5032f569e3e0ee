import { expect, test } from "vitest";
import { cameraTurned, lidarWith, radarWith } from "./sensors-for-tests.ts";
import { flatViews, poseDrawing } from "./pose-drawing.ts";

const sensors = [cameraTurned([0, 0, 2]), radarWith(0.3), lidarWith({ errorM: 0.2, errorGrowthM: 0.1 })];

test.each(flatViews)("from %s every path can be drawn, and the vehicle is in the picture", (view) => {
  const { body, sensors: fields, box } = poseDrawing(view, { sensors, factor: 10, focus: null });
  for (const path of [...body, ...fields.flatMap(({ baseline, now }) => [baseline, now])].filter(
    (path) => path !== "",
  )) {
    expect(path).toMatch(/^(M[-\d.]+ [-\d.]+|[La][-\d. ]+|Z)+$/);
  }
  const [left, top, width, height] = box;
  for (const [x, y] of body.flatMap((path) => placesOf(path))) {
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
  }
});

test("a drift drawn large widens the picture, up to twice at an end", () => {
  const boxOf = (biasM: number) =>
    poseDrawing("top", { sensors: [radarWith(biasM)], factor: 10, focus: null });
  const [left, , width] = boxOf(0.6).box;
  const reached = boxOf(0.6).sensors.flatMap(({ now }) => placesOf(now).map(([x]) => x));
  expect(Math.max(...reached)).toBeGreaterThan(boxOf(0).box[0] + boxOf(0).box[2]);
  expect(Math.max(...reached)).toBeLessThan(left + width);
  expect(boxOf(50).box[2]).toBe(2 * boxOf(0).box[2]);
});

test("left is up from above, and a turn to the left leads there", () => {
  const [camera] = poseDrawing("top", { sensors, factor: 10, focus: null }).sensors;
  const [, tip] = placesOf(camera!.now).slice(-2);
  expect(tip![1]).toBeLessThan(0);
});

test("all but the sensor looked at are faded", () => {
  const { sensors: fields } = poseDrawing("side", { sensors, factor: 1, focus: "radar" });
  expect(fields.filter(({ isFaded }) => isFaded).map(({ id }) => id)).toEqual(["camera", "lidar"]);
});

function placesOf(path: string): readonly (readonly [number, number])[] {
  return [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}
