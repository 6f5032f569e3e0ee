/**
 * The bank of noise models (core/heart): how often a faultless channel is accused in each kind of noise, how soon a step is
 * found, and what a frame of five channels costs. Run: npm run bench -- noise-bank [channels of each cell] [limit]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argv, cpuUsage, stdout } from "node:process";

import { median, robustSpread } from "../../median.ts";
import { freeMemory, type Heart, openHeart } from "../../../core/heart/open-heart.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { runStamp } from "../../run-stamp.ts";
import { noiseKinds, openNoise, type NoiseKind } from "./noise-source.ts";
import { SmallFastCounter } from "./small-fast-counter.ts";

const compiled = new WebAssembly.Module(
  readFileSync(join(import.meta.dirname, "../../../core/heart/heart.wasm")),
);
const runs = Number(argv[2] ?? 200);
const limit = Number(argv[3] ?? 9.5);
const blocks = 2000;
const learning = 50;
const minute = 60;
const stepAt = 550;
const bank = freeMemory + 4096;

interface Opened {
  readonly heart: Heart;
  readonly view: DataView;
}
function open(mebibytes: number): Opened {
  const heart = openHeart(compiled, mebibytes);
  return { heart, view: new DataView(heart.memory.buffer) };
}

/** One value a channel into a bank; gives the statistic of the first channel. */
function foldInto({ heart, view }: Opened, at: number, index: number, values: readonly number[]): number {
  values.forEach((value, channel) => {
    view.setFloat64(freeMemory + 8 * channel, value, true);
    view.setFloat64(freeMemory + 128 + 8 * channel, 0, true);
  });
  heart.foldBlock(at, minute * index, index, freeMemory, index >= learning ? 1 : 0);
  return index >= learning ? view.getFloat64(freeMemory + 256, true) : -99;
}

/** Values about the median of the first fifty, in units of their median absolute deviation. */
function scaled(values: readonly number[]): number[] {
  const first = values.slice(0, learning);
  const middle = median(first);
  const spread = robustSpread(first, middle);
  return values.map((value) => (value - middle) / spread);
}
/** Blocks from the start of a channel (or from its step) to the alarm; null where none came. */
function alarm(opened: Opened, kind: NoiseKind, seed: number, step: number): number | null {
  const noise = openNoise(kind, new SmallFastCounter(seed, 1));
  const values = scaled(Array.from({ length: blocks }, (_, i) => noise() + (i >= stepAt ? step : 0)));
  opened.heart.sowBank(bank, 1, 0.8, minute);
  for (const [index, value] of values.entries()) {
    if (foldInto(opened, bank, index, [value]) >= limit) return index + 1;
  }
  return null;
}

function accusedOf(kind: NoiseKind): number {
  const opened = open(16);
  let accused = 0;
  for (let run = 0; run < runs; run += 1) accused += alarm(opened, kind, 1000 + run, 0) === null ? 0 : 1;
  return accused;
}

interface Delays {
  readonly before: number;
  readonly delays: readonly number[];
}
function delaysOf(kind: NoiseKind, step: number): Delays {
  const opened = open(16);
  let before = 0;
  const delays: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const found = alarm(opened, kind, 5000 + run, step);
    if (found !== null && found <= stepAt) before += 1;
    else delays.push(found === null ? Infinity : found - stepAt);
  }
  return { before, delays: delays.toSorted((a, b) => a - b) };
}

/** Processor time of a frame, in µs, by blocks folded before it: `vehicles` in turn, five channels of white noise. */
function costs(vehicles: number): readonly (readonly [string, number, number])[] {
  const opened = open(64);
  const { heart } = opened;
  const random = new SmallFastCounter(7, 1);
  heart.sowBank(bank, 5, 0.8, minute);
  const bytes = (heart.bankBytes(bank) + 63) & ~63;
  for (let v = 0; v < vehicles; v += 1) heart.sowBank(bank + v * bytes, 5, 0.8, minute);
  const spans = [
    { name: "50 to 500", from: learning, to: 500 },
    { name: "600 to 1,000", from: 600, to: 1000 },
  ].map((span) => ({ ...span, each: [] as number[] }));
  for (let index = 0; index < 1000; index += 1) {
    const values = Array.from({ length: vehicles }, () => Array.from({ length: 5 }, () => random.normal()));
    const began = cpuUsage().user;
    for (let v = 0; v < vehicles; v += 1) foldInto(opened, bank + v * bytes, index, values[v]!);
    const each = (cpuUsage().user - began) / vehicles;
    spans.find((span) => index >= span.from && index < span.to)?.each.push(each);
  }
  const sizes = Array.from({ length: vehicles }, (_, v) => heart.bankBytes(bank + v * bytes));
  return spans.map(({ name, each }, i) => [name, median(each), i === 0 ? bytes : median(sizes)] as const);
}

const stamp = runStamp();
stdout.write(`${stamp.date}, ${stamp.commit}, ${stamp.machine}; ${runs} channels a cell, limit ${limit}\n\n`);
const rows = noiseKinds.map((kind) => {
  const accused = accusedOf(kind);
  return [kind, `${accused} of ${runs}`, `${figure((100 * accused) / runs, 1)} %`];
});
stdout.write(
  `${markdownTable(["faultless, 2,000 blocks a minute apart", "accused", "share"], rows).join("\n")}\n\n`,
);
const steps = (["white", "φ 0.6"] as const).flatMap((kind) => [1, 2, 4].map((step) => ({ kind, step })));
const delayRows = steps.map(({ kind, step }) => {
  const { before, delays } = delaysOf(kind, step);
  const share = (part: number) => figure(delays[Math.floor(part * delays.length)], 0);
  const late = delays.filter((delay) => delay > 950).length;
  return [`${kind}, ${step} σ`, share(0.5), share(0.9), `${late}`, `${before}`];
});
const head = ["a step after 550 blocks", "median", "p90", "later than 950", "accused before"];
stdout.write(`${markdownTable(head, delayRows).join("\n")}\n\n`);
const costRows = costs(400).map(([name, µs, bytes]) => [name, figure(µs, 1), figure(bytes, 0)]);
stdout.write(
  `${markdownTable(["blocks, 400 vehicles in turn", "µs a frame", "bytes"], costRows).join("\n")}\n`,
);
