import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitForRunLength } from "../../chart-design/limit-for-run-length.ts";
import { defaultSettings } from "../settings/settings.ts";
import { addToNoise, selfStartingScore, stepCusum } from "./tabular-cusum.ts";
import { testNoise } from "../vehicle-journal.ts";

const data = new URL("../../../../shared/data/reference/", import.meta.url);
const isAbsent = !existsSync(data);

test.skipIf(isAbsent)(
  "Montgomery's table: C⁺ and C⁻ of 30 observations (skipped where ../shared/data is absent)",
  () => {
    const sums = { upper: 0, lower: 0 };
    for (const row of readTable("montgomery_table_9_1.csv")) {
      stepCusum(sums, row[1]! - 10, 0.5);
      expect(sums.upper, `period ${row[0]}`).toBeCloseTo(row[2]!, 9);
      expect(sums.lower, `period ${row[0]}`).toBeCloseTo(row[3]!, 9);
      expect(sums.upper > 5).toBe(row[0]! >= 29);
    }
  },
);

test.skipIf(isAbsent)(
  "the NIST handbook's example alarms first in group 14 (skipped where ../shared/data is absent)",
  () => {
    const sums = { upper: 0, lower: 0 };
    let first = 0;
    for (const row of readTable("nist_cusum.csv")) {
      stepCusum(sums, row[1]! - 325, 0.3175);
      expect(sums.upper, `group ${row[0]}`).toBeCloseTo(row[2]!, 9);
      expect(sums.lower, `group ${row[0]}`).toBeCloseTo(row[3]!, 9);
      if (first === 0 && Math.max(sums.upper, sums.lower) > 4.1959) first = row[0]!;
    }
    expect(first).toBe(14);
  },
);

test("self-starting scores of normal noise are standard normal, whatever its mean and spread", () => {
  const noise = { count: 0, mean: 0, squares: 0 };
  let sum = 0;
  let squares = 0;
  const values = 4000;
  for (let t = 0; t < values; t += 1) {
    const value = 7 + 0.3 * testNoise(5, 0, t);
    const score = selfStartingScore(noise, value);
    addToNoise(noise, value);
    sum += score;
    squares += score * score;
  }
  expect(Math.abs(sum / values)).toBeLessThan(4 / Math.sqrt(values));
  expect(Math.abs(squares / values - 1)).toBeLessThan(4 * Math.sqrt(2 / values));
});

test("the plotted limit is the one at which ten one-sided charts together alarm once in 1e5 blocks", () => {
  const { k, h } = defaultSettings.chart;
  const chart = { kind: "cusum", k, h: 1, sides: 1, headStart: 0 } as const;
  expect(limitForRunLength(chart, 1e6, "zero-state")).toBeCloseTo(h, 2);
});

function readTable(name: string): number[][] {
  const [, ...lines] = readFileSync(new URL(name, data), "utf8").trim().split("\n");
  return lines.map((line) => line.split(",").map((cell) => (cell === "" ? Number.NaN : Number(cell))));
}
