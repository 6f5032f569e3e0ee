import { expect, test } from "vitest";

import { simulateRunLength } from "./simulate-chart.ts";

test("a simulated two-sided CUSUM k 0.5 h 4 takes the published 8.38 frames to see one σ", () => {
  const chart = { kind: "cusum", k: 0.5, h: 4, sides: 2, headStart: 0 } as const;
  const plan = { change: { kind: "shift", size: 1 }, start: "zero-state", runs: 20_000, seed: 7 } as const;
  const { mean, halfWidth } = simulateRunLength(chart, plan);
  expect(halfWidth).toBeLessThan(0.1);
  expect(Math.abs(mean - 8.38)).toBeLessThan(2 * halfWidth);
});

test("a simulated Shewhart chart alarms every 370 frames by chance", () => {
  const chart = { kind: "shewhart", h: 3, sides: 2 } as const;
  const plan = { change: { kind: "shift", size: 0 }, start: "zero-state", runs: 5_000, seed: 8 } as const;
  const { mean, halfWidth } = simulateRunLength(chart, plan);
  expect(Math.abs(mean - 370.4)).toBeLessThan(2 * halfWidth);
});
