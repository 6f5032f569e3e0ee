import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addBlock, noChangeSums } from "../../../core/scoring/change/change-sums.ts";
import { absent, isAbsent, addFrame } from "../../../core/scoring/frame/frame-moments.ts";
import { atan2 } from "../../../core/scoring/numeric/atan2.ts";
import { exp } from "../../../core/scoring/numeric/exp.ts";
import { ln } from "../../../core/scoring/numeric/ln.ts";
import { sixDigits } from "../../../core/scoring/numeric/rounding/six-digits.ts";
import { noNoises, noiseOf, writeNoise } from "../../../core/scoring/model/rows/channel-noises.ts";
import { besideMedian, followChannel, startChannel } from "../../../core/scoring/frame/channel-noise.ts";
import { countFrame, noOutliers } from "../../../core/scoring/frame/outlier-habit.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { testNoise } from "../../../core/scoring/vehicle-journal.ts";
import { weighChange } from "../../../core/scoring/change/weigh-change.ts";
import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import type { ChangeSums } from "../../../core/scoring/model/state.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { placeBlocks } from "../../../core/scoring/change/place-blocks.ts";
import {
  baselineBlocks,
  bySensor,
  channelSensors,
  curveToJson,
  evidenceCase,
  modelOf,
  modelToJson,
  scoredBlock,
  shapeOf,
} from "./evidence-case.ts";
import { evidenceNoise } from "./evidence-noise.ts";
import { evidencePlans, presencePlan, priorCurves } from "./evidence-plans.ts";
import { jsonText } from "../json-text.ts";
import { double, hex, hex32, hexOrNull } from "./hex.ts";

/*
 * The vectors are written by these tests (npx vitest run -u clients/conformance/scoring) and otherwise compared with
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
  };
  const all = Object.values(profile).flat();
  expect(Math.max(...all.map(Math.abs))).toBeLessThanOrEqual(2);
  await expect(jsonText(profile)).toMatchFileSnapshot("numeric-profile.json");
});

test("numbers are stated with the committed bits, in every decade, at its ends and at halves", async () => {
  const edges = Array.from({ length: 39 }, (_, at) => at - 17).flatMap((power) =>
    ["1", "9.999994999999999", "9.999995", "9.9999999", "1.2345650", "4.5678949999", "3.33333333333"].map(
      (digits) => Number(`${digits}e${power}`),
    ),
  );
  const others = [0, -0, 1 / 3, -2 / 3, 1e5, -123456.5, 5e-324, 1.7976931348623157e308, 0.1 + 0.2];
  const rows = [...edges, ...edges.map((value) => -value), ...others].map((value) => [
    hex(value),
    hex(sixDigits(value)),
  ]);
  await expect(written({ six_digits: rows })).toMatchFileSnapshot("stated-numbers.json");
});

test("W and its posterior give the committed bits", async () => {
  const cases = evidencePlans.map((plan) => evidenceCase(plan, evidenceNoise[plan.noise]));
  await expect(
    written({
      curves: Object.fromEntries(
        Object.entries(priorCurves).map(([name, curve]) => [name, curveToJson(curve)]),
      ),
      noise: Object.entries(evidenceNoise).map(([name, blocks]) => ({
        name,
        blocks: blocks.map((of) => of.map(hex32)),
      })),
      cases,
    }),
  ).toMatchFileSnapshot("evidence.json");
});

test("W of every combination of sensors gives the committed bits, and never names one that cannot be compared", async () => {
  const blocks = Array.from({ length: 90 }, (_, t) =>
    [0, 1, 2, 3, 4].map((channel) => testNoise(6, channel, t) + (channel >= 3 && t >= 60 ? 1.2 : 0)),
  );
  const cases = presences.flatMap((presence) =>
    everySubset.map((members) => presenceCase(blocks, presence, members)),
  );
  await expect(
    written({
      curves: { settings: curveToJson(priorCurves.settings) },
      model: modelToJson(presencePlan),
      blocks: blocks.map((values) => values.map(hex)),
      cases,
    }),
  ).toMatchFileSnapshot("evidence-presence.json");
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
    written({
      prior_degrees: rule.priorDegrees,
      reference: reference.map((frame) => frame.map(hexOrNull)),
      tests,
    }),
  ).toMatchFileSnapshot("frame-test.json");
});

function bare(frame: readonly (number | null)[]): readonly number[] {
  return frame.map((value) => value ?? absent);
}

test("noise that grows, and outliers that become more, give the committed bits", async () => {
  const rule = defaultSettings.noise;
  const cases = [
    noiseCase("three times, then back", { factor: (t) => (t >= 100 && t < 180 ? 3 : 1) }),
    noiseCase("a short reference, doubled", { baseline: 20, factor: (t) => (t >= 60 ? 2 : 1) }),
    noiseCase("half blocks", { weight: 0.5, factor: (t) => (t >= 200 && t < 300 ? 3 : 1) }),
    noiseCase("never varied, then does", { factor: (t) => (t < 80 ? 0 : 0.2) }),
    noiseCase("frozen from the start", { learns: false, factor: (t) => (t >= 90 && t < 150 ? 4 : 1) }),
  ];
  let habit = noOutliers;
  const outliers = Array.from({ length: 700 }, (_, t) => {
    const isOutlier = testNoise(32, 0, t) > (t >= 300 && t < 420 ? 0.5 : 2.2);
    const learns = t < 500;
    habit = countFrame(habit, { isOutlier, learns, maxPerHundred: 5 });
    const { frames, found, many } = habit;
    return [isOutlier, learns, hex(habit.share), frames, found, many] as const;
  });
  expect(outliers.filter(([, , , , , many]) => many).length).toBeGreaterThan(20);
  const { dispersion, limitNats, referenceNats } = rule;
  const numbers = { dispersion, limit_nats: limitNats, reference_nats: referenceNats };
  const vectors = { rule: numbers, most_per_hundred: 5, cases, outliers };
  await expect(written(vectors)).toMatchFileSnapshot("noise.json");
});

interface NoisePlan {
  readonly baseline?: number;
  readonly weight?: number;
  readonly learns?: boolean;
  readonly factor: (t: number) => number;
}

/** A baseline of so many blocks, then 300 more, whose noise is a factor of σ. */
function noiseCase(name: string, { baseline = 50, weight = 1, learns = true, factor }: NoisePlan) {
  const values = Array.from({ length: baseline + 300 }, (_, t) => factor(t) * testNoise(31, baseline, t));
  const noises = noNoises();
  const noise = startChannel(
    values.slice(0, baseline),
    Array.from({ length: baseline }, () => weight),
  );
  const start = { blocks: hex(noise.blocks), variance: hex(noise.variance) };
  writeNoise(noises, 0, noise);
  const steps = values.slice(baseline).flatMap((value, at) => {
    const seq = baseline + at + 1;
    const away = besideMedian(values.slice(seq - 6, seq - 1), value);
    const block = { square: away * away, weight, learns, seq, timestampUs: 60_000_000 * seq };
    followChannel(noises, 0, block, defaultSettings.noise);
    const { blocks, variance, sinceBlocks, sinceSquares, sinceSeq, grown } = noiseOf(noises, 0);
    const row = [seq, ...[blocks, variance, sinceBlocks, sinceSquares].map(hex), sinceSeq, grown];
    // One in five: each follows from the one before.
    return seq % 5 === 0 ? [row] : [];
  });
  return { name, baseline, weight: hex(weight), learns, values: values.map(hex), start, steps };
}

interface Presence {
  readonly name: string;
  readonly isThere: (t: number) => boolean;
  /** Whether the sensors that are not members are there. */
  readonly others: boolean;
}

/** Members are there in every block, in every third, from the 60th on, or until then. */
const presences: readonly Presence[] = [
  { name: "alone", isThere: () => true, others: false },
  { name: "some of the time", isThere: (t) => t % 3 === 0, others: true },
  { name: "from later on", isThere: (t) => t >= 60, others: true },
  { name: "until earlier", isThere: (t) => t < 60, others: true },
];

const sensorNames = ["camera", "radar", "lidar"] as const;
const everySubset = Array.from({ length: 8 }, (_, bits) =>
  sensorNames.map((_, at) => (bits >> at) % 2 === 1),
);

/** The first 30 blocks are the reference, the others watched; radar and lidar move at the 60th. */
function presenceCase(
  blocks: readonly (readonly number[])[],
  presence: Presence,
  members: readonly boolean[],
) {
  const isHeard = (sensor: number, t: number) => (members[sensor]! ? presence.isThere(t) : presence.others);
  const model = modelOf(presencePlan, false);
  const shape = shapeOf(presencePlan, model);
  let sums: ChangeSums = noChangeSums(5);
  bySensor.forEach(({ channels }, sensor) => {
    const reference = blocks
      .slice(0, baselineBlocks)
      .filter((_, t) => isHeard(sensor, t))
      .map((values) =>
        scoredBlock(
          channels.map((channel) => values[channel]!),
          1,
          0,
        ),
      );
    if (reference.length === 0) return;
    sums = placeBlocks(sums, channels[0], { reference, watched: [], inherited: [] }, shape);
  });
  const expected = blocks.slice(baselineBlocks).flatMap((values, at) => {
    const t = baselineBlocks + at;
    const weights = channelSensors.map((sensor) => (isHeard(sensor, t) ? 1 : 0));
    sums = addBlock(sums, { seq: t - 29, weights, values }, shape);
    const { nats, posterior, changeSeq, channel } = weighChange(sums, model);
    posterior.forEach((share, sensor) => {
      if (!blocks.slice(0, t + 1).some((_, at) => isHeard(sensor, at))) expect(share).toBe(0);
    });
    if (changeSeq > 0) {
      const sensor = channelSensors[channel]!;
      expect(blocks.slice(29 + changeSeq, t + 1).some((_, at) => isHeard(sensor, 29 + changeSeq + at))).toBe(
        true,
      );
    }
    const row = {
      after: t - 29,
      nats: hex(nats),
      posterior: posterior.map(hex),
      change_seq: changeSeq,
      channel,
    };
    return t % 5 === 4 ? [row] : [];
  });
  const name = `${sensorNames.filter((_, at) => members[at]).join(" and ") || "none"}, ${presence.name}`;
  const heard = sensorNames.map((_, sensor) => blocks.map((_, t) => (isHeard(sensor, t) ? 1 : 0)).join(""));
  return { name, heard, expected };
}

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

/** One element of each list a line, so that a changed vector shows as a changed line. */
function written(value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value).map(([name, member]) =>
    Array.isArray(member)
      ? `${JSON.stringify(name)}: [\n${member.map((item) => JSON.stringify(item)).join(",\n")}\n]`
      : `${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  );
  return `{\n${members.join(",\n")}\n}\n`;
}

/** How many doubles further from zero the first is, as bits; far more than that where the signs differ. */
function bitsApart(bits: string, others: string): number {
  return Number(BigInt(`0x${bits}`) - BigInt(`0x${others}`));
}

function textOf(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
