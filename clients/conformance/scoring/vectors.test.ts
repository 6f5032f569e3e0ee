import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compiledHeart } from "../../../core/heart/heart-for-tests.ts";
import { plainHeart } from "../../../core/heart/plain/plain-heart.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { absent, addFrame, isAbsent } from "../../../core/scoring/frame/frame-moments.ts";
import { atan2 } from "../../../core/scoring/numeric/atan2.ts";
import { exp } from "../../../core/scoring/numeric/exp.ts";
import { ln } from "../../../core/scoring/numeric/ln.ts";
import { sixDigits } from "../../../core/scoring/numeric/rounding/six-digits.ts";
import { testNoise } from "../../../core/scoring/vehicle-journal.ts";
import { jsonText } from "../json-text.ts";
import { channelSensors } from "./evidence-case.ts";
import { double, hex, hexOrNull } from "./hex.ts";
import { noiseVectors, presenceVectors, vectorText } from "./scoring-vectors.ts";

/*
 * The vectors are written by these tests (npx vitest run clients/conformance/scoring -u) and otherwise compared with
 * what is committed, to the last bit. What checks them is check_vectors.py, with the scoring of the Python client, which shares no code with the core.
 */

test("exp, ln and atan2 give the committed bits, each within 2 ulp of the true value", async () => {
  const table = readTable("true-values.json");
  const beside = (name: string, value: (arguments_: readonly number[]) => number) =>
    table[name]!.map((row) => bitsApart(hex(value(row.slice(0, -1).map(double))), row.at(-1)!));
  const profile = {
    exp: beside("exp", ([x]) => exp(x!)),
    ln: beside("ln", ([x]) => ln(x!)),
    atan2: beside("atan2", ([y, x]) => atan2(y!, x!)),
    ...besideEngine(table),
  };
  const all = Object.values(profile).flat();
  expect(Math.max(...all.map(Math.abs))).toBeLessThanOrEqual(2);
  await expect(jsonText(profile)).toMatchFileSnapshot("numeric-profile.json");
});

/** The engine's, compiled and as plain JavaScript: its exp is 0 below −708, its ln is of normal numbers. */
function besideEngine(table: ReturnType<typeof readTable>) {
  const compiled = compiledHeart();
  const beside = (name: "exp" | "ln", from: number, to: number) =>
    table[name]!.filter(([x]) => double(x!) >= from && double(x!) <= to).map(([x, truth]) => {
      const value = compiled[name](double(x!));
      expect(hex(plainHeart[name](double(x!)))).toBe(hex(value));
      return bitsApart(hex(value), truth!);
    });
  const ofEngine = { engine_exp: beside("exp", -708, 709), engine_ln: beside("ln", 2 ** -1022, Infinity) };
  for (const rows of Object.values(ofEngine)) expect(Math.max(...rows.map(Math.abs))).toBeLessThanOrEqual(1);
  return ofEngine;
}

test("numbers are stated with the committed bits, in every decade, at its ends and at halves", async () => {
  const edges = Array.from({ length: 39 }, (_, at) => at - 17).flatMap((power) =>
    ["1", "9.999994999999999", "9.999995", "9.9999999", "1.2345650", "4.5678949999", "3.33333333333"].map(
      (digits) => Number(`${digits}e${power}`),
    ),
  );
  const others = [0, -0, 1 / 3, -2 / 3, 1e5, -123456.5, 5e-324, 1.7976931348623157e308, 0.1 + 0.2];
  const rows = [...edges.map((value, at) => (at % 2 === 0 ? value : -value)), ...others].map((value) => [
    hex(value),
    hex(sixDigits(value)),
  ]);
  await expect(jsonText({ six_digits: rows })).toMatchFileSnapshot("stated-numbers.json");
});

test("T² and its p-value give the committed bits", async () => {
  const rule = { priorDegrees: 4, limitRate: 0.0027, minimumReference: 5 };
  const { moments } = initialState();
  const reference = Array.from({ length: 40 }, (_, t) => noisyFrame(7, t));
  for (const frame of reference) addFrame(moments, bare(frame), 1);
  const frames = Array.from({ length: 30 }, (_, t) => noisyFrame(8, t).map((u) => (u === null ? u : 2 * u)));
  const tests = frames.map((frame) => {
    const found = new FrameTester().test(moments, bare(frame), rule)!;
    return {
      frame: frame.map(hexOrNull),
      t2: hex(found.t2),
      degrees: found.degrees,
      p_value: hex(found.pValue),
      shares: Array.from(found.shares, (share) => (isAbsent(share) ? null : hex(share))),
    };
  });
  await expect(
    vectorText({
      prior_degrees: rule.priorDegrees,
      reference: reference.map((frame) => frame.map(hexOrNull)),
      tests,
    }),
  ).toMatchFileSnapshot("frame-test.json");
});

function bare(frame: readonly (number | null)[]): readonly number[] {
  return frame.map((value) => value ?? absent);
}

test("of every combination of sensors, W never names one that cannot be compared", () => {
  for (const { heard, expected } of presenceVectors().cases) {
    for (const { after, posterior, change_seq, channel } of expected) {
      const until = after + 30;
      posterior.forEach((share, sensor) => {
        if (!heard[sensor]!.slice(0, until).includes("1")) expect(share).toBe(hex(0));
      });
      if (change_seq > 0) {
        expect(heard[channelSensors[channel]!]!.slice(29 + change_seq, until)).toContain("1");
      }
    }
  }
});

test("outliers become more", () => {
  expect(noiseVectors().outliers.filter(([, , , , , many]) => many).length).toBeGreaterThan(20);
});

/** Five correlated values, one in four frames without the camera, one in five without the lidar. */
function noisyFrame(seed: number, t: number): (number | null)[] {
  const shared = testNoise(seed, 9, t);
  return [0, 1, 2, 3, 4].map((channel) => {
    if (channel < 3 && t % 4 === 3) return null;
    if (channel === 4 && t % 5 === 4) return null;
    return testNoise(seed, channel, t) + 0.4 * shared;
  });
}

function readTable(name: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  return JSON.parse(textOf(name)) as Record<string, string[][]>;
}

/** How many doubles further from zero the first is, as bits; far more than that where the signs differ. */
function bitsApart(bits: string, others: string): number {
  return Number(BigInt(`0x${bits}`) - BigInt(`0x${others}`));
}

function textOf(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
