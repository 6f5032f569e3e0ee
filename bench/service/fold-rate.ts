/**
 * What a frame costs in the fold: five channels, one frame a minute and so one a block, vehicles in turn as a fleet sends
 * them; and the bytes of a state, in memory and packed. Run: npm run bench -- fold
 */
import { stdout } from "node:process";

import { foldOwned } from "../../core/scoring/fold.ts";
import { packState, unpackState } from "../../core/scoring/model/codec/state-codec.ts";
import { copyState, initialState } from "../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../core/scoring/model/journal-entry.ts";
import type { VehicleState } from "../../core/scoring/model/state.ts";
import { median } from "../median.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { SmallFastCounter } from "../detection/noise/small-fast-counter.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";

const random = new SmallFastCounter(7, 1);
const fleet = 400;
const manyVehicles = 10_000;
const startUs = 1_780_000_000_000_000;

/** A camera turned by 0.06° an axis, a radar of 0.05 m, a lidar of a quarter of its error: white noise. */
function frameAt(index: number): JournalEntry {
  const [x, y, z] = [0, 0, 0].map(() => 0.001 * random.normal()) as [number, number, number];
  // Of so small a turn the rotation is I + [v]× but for a millionth.
  const cameraRotation = [1, -z, y, z, 1, -x, -y, x, 1];
  const radarRangeBiasM = 0.02 + 0.05 * random.normal();
  const lidarRegistrationErrorM = 0.03 * Math.exp(0.25 * random.normal());
  const timestampUs = startUs + 60_000_000 * index;
  return {
    kind: "frame",
    reading: { timestampUs, cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, lidarConfidence: 0.9 },
  };
}

/** Folds a frame of each vehicle; gives the processor time of one, in µs, collecting garbage included. */
function foldInTurn(states: VehicleState[], index: number): number {
  const frames = states.map(() => frameAt(index));
  const began = process.cpuUsage().user;
  for (const [at, frame] of frames.entries())
    states[at] = foldOwned(states[at]!, frame, defaultSettings).state;
  return (process.cpuUsage().user - began) / states.length;
}

function timeOf(step: () => void): number {
  const began = process.cpuUsage().user;
  step();
  return process.cpuUsage().user - began;
}

interface Row {
  readonly name: string;
  readonly us: number;
  readonly states: readonly VehicleState[];
}
function cells({ name, us, states }: Row): readonly string[] {
  const packed = states.map(packState);
  return [
    name,
    figure(us, 1),
    figure(median(states.map(({ region, rows }) => region.byteLength + rows.byteLength)), 0),
    figure(median(packed.map(({ length }) => length)), 0),
    figure(timeOf(() => states.forEach((state) => packState(state))) / states.length, 0),
    figure(timeOf(() => packed.forEach((bytes) => unpackState(bytes))) / states.length, 0),
  ];
}

const states = Array.from({ length: fleet }, initialState);
const spans = [
  { name: "blocks 0 to 49", until: 50 },
  { name: "blocks 50 to 499", until: 500 },
  { name: "blocks 600 to 999", until: 1000 },
] as const;
const rows: (readonly string[])[] = [];
let index = 0;
for (const { name, until } of spans) {
  const each: number[] = [];
  for (; index < until; index += 1) {
    const us = foldInTurn(states, index);
    // Models are dropped for good after 500 blocks: what follows is another span once all have done so.
    if (until < 1000 || index >= 600) each.push(us);
  }
  rows.push(cells({ name, us: median(each), states }));
}
const many = Array.from({ length: manyVehicles }, (_, at) => copyState(states[at % fleet]!));
const inTurn = Array.from({ length: 10 }, (_, step) => foldInTurn(many, index + step));
rows.push(cells({ name: "the same, 10,000 vehicles", us: median(inTurn), states: many.slice(0, fleet) }));
const { date, commit, machine } = runStamp();
stdout.write(
  `\`npm run bench -- fold\`, ${date}, commit ${commit}, ${machine}. Camera, radar, lidar and its confidence in every frame, white noise; ${fleet} vehicles in turn. Processor time of all threads, medians.\n\n`,
);
const head = ["", "µs a frame", "bytes of a state in memory", "packed", "µs to pack", "µs to read"];
stdout.write(`${markdownTable(head, rows).join("\n")}\n`);
