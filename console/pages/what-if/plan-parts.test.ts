import { expect, test } from "vitest";
import { planParts } from "./plan-parts.ts";

const vehicles = (count: number, frames: number) =>
  Array.from({ length: count }, (_, at) => ({ vehicle_id: `v-${at}`, frames }));

test("every vehicle is in one part, no part has more than one request takes", () => {
  const { parts, tooLong } = planParts(vehicles(250, 60));
  expect(parts.map(({ vehicleIds }) => vehicleIds.length)).toEqual([100, 100, 50]);
  expect(parts.map(({ frames }) => frames)).toEqual([6_000, 6_000, 3_000]);
  expect(new Set(parts.flatMap(({ vehicleIds }) => vehicleIds)).size).toBe(250);
  expect(tooLong).toEqual([]);
});

test("parts are cut by frames, and a long vehicle is a part by itself", () => {
  const { parts } = planParts([
    ...vehicles(2, 4_000),
    { vehicle_id: "long", frames: 40_000 },
    ...vehicles(1, 1),
  ]);
  expect(parts.map(({ frames }) => frames)).toEqual([8_000, 40_000, 1]);
});

test("a vehicle with more frames than a request folds is named, not tried", () => {
  const { parts, tooLong } = planParts([
    { vehicle_id: "years", frames: 900_000 },
    { vehicle_id: "new", frames: 0 },
  ]);
  expect(parts).toEqual([{ vehicleIds: ["new"], frames: 0 }]);
  expect(tooLong.map(({ vehicle_id }) => vehicle_id)).toEqual(["years"]);
});

test("no vehicles are no work", () => {
  expect(planParts([])).toEqual({ parts: [], tooLong: [] });
});
