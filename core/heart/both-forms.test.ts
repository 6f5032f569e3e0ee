import { expect, test } from "vitest";

import { expDeg, toMatrix } from "../scoring/numeric/quaternion.ts";
import { camera, compiledHeart, lidar, normals, radar, TestBank, TestVehicle } from "./heart-for-tests.ts";
import { plainHeart } from "./plain/plain-heart.ts";

// What a bank may meet: an even stream, one of clips with pauses between, knocks, a step and a slow start of one.
const streams = [
  { name: "a value a minute, a step", gap: 60, timeOf: (i: number) => 60 * i },
  {
    name: "clips of twenty, four hours apart",
    gap: 1,
    timeOf: (i: number) => i + 14_400 * Math.floor(i / 20),
  },
  { name: "uneven gaps", gap: 7, timeOf: (i: number) => 7 * i + 6 * Math.sin(i) + 3000 * Math.floor(i / 90) },
];

test.each(streams)("compiled and as plain JavaScript a bank has the same bits: $name", ({ gap, timeOf }) => {
  const normal = normals(gap);
  const compiled = new TestBank(compiledHeart(), 2, gap);
  const plain = new TestBank(plainHeart, 2, gap);
  // Dropping early lets rows move within a short test.
  for (const bank of [compiled, plain]) bank.heart.limitBank(bank.at, 2.5, 75);
  const sown = compiled.heart.liveModels(compiled.at);
  let greatest = -99;
  for (let i = 0; i < 130; i += 1) {
    const knock = i % 61 === 60 ? 12 : 0;
    const values = [0.5 * normal() + knock + (i >= 97 ? 3 : 0), normal() + (i > 80 ? 0.05 * (i - 80) : 0)];
    const statistics = compiled.fold(timeOf(i), values, i >= 50);
    const asPlain = plain.fold(timeOf(i), values, i >= 50);
    if (i < 50) continue;
    expect(asPlain).toEqual(statistics);
    greatest = Math.max(greatest, ...statistics);
  }
  expect(greatest).toBeGreaterThan(4);
  expect(compiled.heart.liveModels(compiled.at)).toBeLessThan(sown);
  expect(Buffer.from(plain.bytes()).equals(Buffer.from(compiled.bytes()))).toBe(true);
});

test("compiled and as plain JavaScript a vehicle has the same bits, through a gap of one sensor and a change", () => {
  const normal = normals(5);
  const vehicles = [new TestVehicle(compiledHeart()), new TestVehicle(plainHeart)];
  for (let i = 0; i < 140; i += 1) {
    const turned = [0.05 * normal(), 0.05 * normal() + (i >= 100 ? 0.4 : 0), 0.05 * normal()] as const;
    const readings = [
      [camera, toMatrix(expDeg(turned))],
      [radar, [0.05 * normal()]],
      [lidar, [0.03 * Math.exp(0.2 * normal())]],
    ] as const;
    for (const vehicle of vehicles) vehicle.fold(60 * i, i === 70 ? readings.slice(1) : readings);
  }
  expect(vehicles.map((vehicle) => vehicle.tier(camera))).toEqual(["CAUTION", "CAUTION"]);
  const [compiled, plain] = vehicles.map((vehicle) => Buffer.from(vehicle.bytes()));
  expect(plain!.equals(compiled!)).toBe(true);
});

test("exponential and logarithm differ from the platform's by one unit in the last place at most", () => {
  const normal = normals(1);
  const heart = compiledHeart(2);
  for (let i = 0; i < 20_000; i += 1) {
    const x = 100 * normal();
    expect(Math.abs(heart.exp(x) / Math.exp(x) - 1)).toBeLessThan(2.3e-16);
    const y = Math.exp(x);
    expect(Math.abs(heart.ln(y) - Math.log(y))).toBeLessThan(2.3e-16 * Math.max(1, Math.abs(x)));
    expect(plainHeart.exp(x)).toBe(heart.exp(x));
    expect(plainHeart.ln(y)).toBe(heart.ln(y));
  }
  const edges = [0, -0, 1, -708, -709, 709, 710, 2 ** -1022, 2 ** 1023, Number.MAX_VALUE, Infinity, -1];
  for (const x of edges) {
    expect(plainHeart.exp(x)).toBe(heart.exp(x));
    expect(plainHeart.ln(x)).toBe(heart.ln(x));
  }
  expect([heart.exp(0), heart.ln(1), heart.ln(0), heart.exp(800)]).toEqual([1, 0, -Infinity, Infinity]);
});
