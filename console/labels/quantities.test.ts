import { expect, test } from "vitest";
import {
  count,
  degrees,
  lateralShiftM,
  metres,
  sensorMetres,
  nats,
  noValue,
  percent,
  statistic,
} from "./quantities.ts";

test("every quantity carries its unit and its own number of decimals", () => {
  expect(degrees(1.354)).toBe("1.35°");
  expect(sensorMetres(0.2624)).toBe("0.262\u00a0m");
  expect(metres(0.4363)).toBe("0.44\u00a0m");
  expect(nats(6.75)).toBe("6.75\u00a0nats");
  expect(statistic(16.81)).toBe("16.8");
  expect(percent(0.974)).toBe("97\u00a0%");
});

test("a negative value has a true minus sign, and no value is minus zero", () => {
  expect(degrees(-0.31)).toBe("\u22120.31°");
  expect(degrees(-0.001)).toBe("0.00°");
  expect(sensorMetres(-0.00001)).toBe("0.000\u00a0m");
});

test("what was not measured is a dash and never a zero", () => {
  expect([degrees(null), sensorMetres(null), percent(null), nats(Number.NaN)]).toEqual(
    Array(4).fill(noValue),
  );
});

test("short of certain is never rounded up to 100 %", () => {
  expect([0.994, 0.9951, 0.99999, 1].map(percent)).toEqual([
    "99\u00a0%",
    "over\u00a099\u00a0%",
    "over\u00a099\u00a0%",
    "100\u00a0%",
  ]);
});

test("counts are grouped by threes", () => {
  expect([0, 999, 1000, 57600, 1234567].map(count)).toEqual([
    "0",
    "999",
    "1\u202f000",
    "57\u202f600",
    "1\u202f234\u202f567",
  ]);
});

test.each([
  { angleDeg: 0.5, rangeM: 50, shiftM: 0.44 },
  { angleDeg: 1.35, rangeM: 50, shiftM: 1.18 },
  // 1° at 100 feet is 1.75 feet, not the 8 feet often repeated.
  { angleDeg: 1, rangeM: 100, shiftM: 1.75 },
])("$angleDeg° moves the aim $shiftM at $rangeM", ({ angleDeg, rangeM, shiftM }) => {
  expect(lateralShiftM(angleDeg, rangeM)).toBeCloseTo(shiftM, 2);
});
