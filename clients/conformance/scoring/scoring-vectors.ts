import { addBlock, noChangeSums } from "../../../core/scoring/change/change-sums.ts";
import { placeBlocks } from "../../../core/scoring/change/place-blocks.ts";
import { weighChange } from "../../../core/scoring/change/weigh-change.ts";
import { besideMedian, followChannel, startChannel } from "../../../core/scoring/frame/channel-noise.ts";
import { countFrame, noOutliers } from "../../../core/scoring/frame/outlier-habit.ts";
import { noNoises, noiseOf, writeNoise } from "../../../core/scoring/model/rows/channel-noises.ts";
import type { ChangeSums } from "../../../core/scoring/model/state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { testNoise } from "../../../core/scoring/vehicle-journal.ts";
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
import { hex, hex32 } from "./hex.ts";

/** W and its posterior. */
export function evidenceVectors() {
  return {
    curves: Object.fromEntries(
      Object.entries(priorCurves).map(([name, curve]) => [name, curveToJson(curve)]),
    ),
    noise: Object.entries(evidenceNoise).map(([name, blocks]) => ({
      name,
      blocks: blocks.map((of) => of.map(hex32)),
    })),
    cases: evidencePlans.map((plan) => evidenceCase(plan, evidenceNoise[plan.noise])),
  };
}

/** W of every combination of sensors. */
export function presenceVectors() {
  const blocks = Array.from({ length: 90 }, (_, t) =>
    [0, 1, 2, 3, 4].map((channel) => testNoise(6, channel, t) + (channel >= 3 && t >= 60 ? 1.2 : 0)),
  );
  const cases = presences.flatMap((presence) =>
    everySubset.map((members) => presenceCase(blocks, presence, members)),
  );
  return {
    curves: { settings: curveToJson(priorCurves.settings) },
    model: modelToJson(presencePlan),
    blocks: blocks.map((values) => values.map(hex)),
    cases,
  };
}

/** Noise that grows, and outliers that become more. */
export function noiseVectors() {
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
  const { dispersion, limitNats, referenceNats } = rule;
  const numbers = { dispersion, limit_nats: limitNats, reference_nats: referenceNats };
  return { rule: numbers, most_per_hundred: 5, cases, outliers };
}

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

/** One element of each list a line, so that a changed vector shows as a changed line. */
export function vectorText(value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value).map(([name, member]) =>
    Array.isArray(member)
      ? `${JSON.stringify(name)}: [\n${member.map((item) => JSON.stringify(item)).join(",\n")}\n]`
      : `${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  );
  return `{\n${members.join(",\n")}\n}\n`;
}
