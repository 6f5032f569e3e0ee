import { expect, test } from "vitest";

import { worldPointOf } from "../geometry/mercator.ts";
import { clusterMarks } from "./cluster-marks.ts";

/** Vehicles on a spiral around a place, so far that a few streets lie between the outermost. */
function around(latDeg: number, lonDeg: number, vehicles: number, tone = 0) {
  return Array.from({ length: vehicles }, (_, at) => ({
    ...worldPointOf({
      latDeg: latDeg + 0.001 * at * Math.sin(at),
      lonDeg: lonDeg + 0.001 * at * Math.cos(at),
    }),
    tone,
  }));
}

function columns(points: readonly { readonly x: number; readonly y: number; readonly tone: number }[]) {
  return {
    x: Float64Array.from(points, ({ x }) => x),
    y: Float64Array.from(points, ({ y }) => y),
    tone: Uint8Array.from(points, ({ tone }) => tone),
  };
}

const sanFrancisco = around(37.77, -122.42, 40);
const austin = [...around(30.27, -97.74, 60), ...around(30.27, -97.74, 5, 3)];

test("each city is one cluster from far away, with its counts, and nobody is counted twice or lost", () => {
  const { clusters, clusterOf, isHidden } = clusterMarks(columns([...sanFrancisco, ...austin]), 4);
  expect(clusters.map(({ vehicles, byTone }) => [vehicles, byTone])).toEqual([
    [65, [60, 0, 0, 5]],
    [40, [40, 0, 0, 0]],
  ]);
  expect([...clusterOf]).toEqual([...sanFrancisco.map(() => 1), ...austin.map(() => 0)]);
  expect(isHidden.every((hidden) => hidden === 1)).toBe(true);
});

test("near by they stand apart", () => {
  const { clusters, isHidden } = clusterMarks(columns(sanFrancisco), 15);
  expect(clusters).toEqual([]);
  expect(isHidden.some((hidden) => hidden === 1)).toBe(false);
});

test("a few vehicles are never a cluster, and a lone one beside a cluster is taken in only where its label would cover it", () => {
  const alone = { ...worldPointOf({ latDeg: 48, lonDeg: 2 }), tone: 3 };
  const beside = { ...worldPointOf({ latDeg: 37.9, lonDeg: -122.4 }), tone: 2 };
  const { clusters, clusterOf } = clusterMarks(columns([...sanFrancisco, alone, beside]), 4);
  expect(clusters).toHaveLength(1);
  expect(Array.from(clusterOf.slice(-2))).toEqual([-1, 0]);
  expect(clusters[0]!.byTone).toEqual([40, 0, 1, 0]);
});

test("a city on the antimeridian is one cluster", () => {
  const { clusters } = clusterMarks(
    columns([...around(-16.8, 179.99, 40), ...around(-16.8, -179.99, 40)]),
    4,
  );
  expect(clusters.map(({ vehicles }) => vehicles)).toEqual([80]);
});

test("vehicles parked on one spot stay one cluster at every zoom", () => {
  const parked = Array.from({ length: 30 }, () => ({ x: 0.3, y: 0.4, tone: 1 }));
  for (const zoom of [0, 5, 17]) {
    expect(clusterMarks(columns(parked), zoom).clusters).toMatchObject([{ vehicles: 30 }]);
  }
});

test("an empty map has no clusters", () => {
  expect(clusterMarks(columns([]), 3).clusters).toEqual([]);
});
