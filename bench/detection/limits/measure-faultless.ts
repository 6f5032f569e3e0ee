/**
 * Vehicles without a fault and with every combination of sensors: always, some of the time, from later on, until earlier.
 * Breaches are counted; none is expected. `npm run bench -- faultless`, with `--core FOLDER` of
 * another checkout's scoring. Writes bench/results/faultless.json and .md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { runStamp } from "../../run-stamp.ts";
import { markdownTable } from "../../markdown-table.ts";
import { plainFrames } from "./plain-vehicle.ts";
import type { PlainSensor, PlainVehicle } from "./plain-vehicle.ts";
import { openScorer } from "./scorer.ts";

const vehicles = 24;
const framesEach = 20_000;
const noises = {
  ordinary: { cameraDeg: 0.05, radarM: 0.05, lidarLog: 0.25 },
  noisy: { cameraDeg: 0.3, radarM: 0.3, lidarLog: 0.6 },
};

const all: readonly PlainSensor[] = ["camera", "radar", "lidar"];
const always =
  (...heard: readonly PlainSensor[]): PlainVehicle["carries"] =>
  (_, sensor) =>
    heard.includes(sensor);
const except =
  (rare: PlainSensor, when: (frame: number) => boolean): PlainVehicle["carries"] =>
  (frame, sensor) =>
    sensor !== rare || when(frame);

const presences: readonly { readonly name: string; readonly carries: PlainVehicle["carries"] }[] = [
  ...all.map((sensor) => ({ name: `${sensor} alone`, carries: always(sensor) })),
  { name: "camera and radar", carries: always("camera", "radar") },
  { name: "camera and lidar", carries: always("camera", "lidar") },
  { name: "radar and lidar", carries: always("radar", "lidar") },
  { name: "all three", carries: always(...all) },
  ...all.map((sensor) => ({
    name: `${sensor} at every 50th frame`,
    carries: except(sensor, (frame) => frame % 50 === 0),
  })),
  ...all.map((sensor) => ({
    name: `${sensor} leaves halfway`,
    carries: except(sensor, (frame) => frame < framesEach / 2),
  })),
  ...all.map((sensor) => ({
    name: `${sensor} joins halfway`,
    carries: except(sensor, (frame) => frame >= framesEach / 2),
  })),
];

const stamp = runStamp();
const scorer = await openScorer();
const results = (["ordinary", "noisy"] as const).flatMap((noise) =>
  presences.slice(0, noise === "noisy" ? 7 : presences.length).map(({ name, carries }, at) => {
    const counted = {
      noise,
      name,
      frames: 0,
      breaches: 0,
      breachedVehicles: 0,
      firstAt: null as number | null,
    };
    const began = performance.now();
    for (let vehicle = 0; vehicle < vehicles; vehicle += 1) {
      let state = scorer.initialState();
      let breaches = 0;
      const seed = 70_000 + 1000 * at + vehicle;
      for (const frame of plainFrames({ seed, noise: noises[noise], carries }, framesEach)) {
        const folded = scorer.fold(state, frame);
        state = folded.state;
        if (!folded.score!.breachOpened) continue;
        breaches += 1;
        counted.firstAt = Math.min(counted.firstAt ?? Infinity, folded.score!.seq);
      }
      counted.frames += framesEach;
      counted.breaches += breaches;
      counted.breachedVehicles += breaches > 0 ? 1 : 0;
    }
    const seconds = (performance.now() - began) / 1000;
    console.error(`${noise}, ${name}: ${counted.breaches} breaches, ${seconds.toFixed(0)} s`);
    return counted;
  }),
);

const lines = [
  "# Vehicles without a fault, by the sensors they have",
  "",
  `\`npm run bench -- faultless\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scorer.version}, default settings. ${vehicles} vehicles of ${framesEach} frames in each row, a frame a minute, independent normal noise; ordinary: ${noises.ordinary.cameraDeg}° an axis, radar with mean 0.02 m and deviation ${noises.ordinary.radarM} m, lidar error 0.03 m with ${noises.ordinary.lidarLog} in its logarithm; noisy: ${noises.noisy.cameraDeg}°, ${noises.noisy.radarM} m, ${noises.noisy.lidarLog}, where the indifference zone is the least there is.`,
  "",
  ...markdownTable(
    ["noise", "sensors", "frames", "breaches", "vehicles with one", "first at frame"],
    results.map((row) => [
      row.noise,
      row.name,
      String(row.frames),
      String(row.breaches),
      String(row.breachedVehicles),
      row.firstAt === null ? "–" : String(row.firstAt),
    ]),
  ),
  "",
];
if (!scorer.isOther) {
  const folder = join(import.meta.dirname, "../../results");
  const json = { ...stamp, scoringVersion: scorer.version, vehicles, framesEach, noises, results };
  writeFileSync(join(folder, "faultless.json"), `${JSON.stringify(json, null, 1)}\n`);
  writeFileSync(join(folder, "faultless.md"), lines.join("\n"));
}
console.log(lines.join("\n"));
