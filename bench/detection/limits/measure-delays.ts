/**
 * How many frames after a step of one sensor its breach opens, in vehicles with all sensors and in those with that one alone.
 * `npm run bench -- step-delays`, with `--core FOLDER` of another checkout's scoring: the same frames.
 * Writes bench/results/step-delays.json and .md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { plainFrames } from "./plain-vehicle.ts";
import type { PlainSensor, PlainVehicle } from "./plain-vehicle.ts";
import { openScorer } from "./scorer.ts";

const vehicles = 60;
const beginsAt = 300;
const mostFrames = 400;
const noise = { cameraDeg: 0.2, radarM: 0.2, lidarLog: 1.2 };

/** A step in deviations as a shift of the frame's members. The lidar's is in its logarithm, where its noise is. */
function moveBy(sensor: PlainSensor, sigmas: number): ReturnType<NonNullable<PlainVehicle["moved"]>> {
  if (sensor === "camera") return { cameraDeg: sigmas * noise.cameraDeg };
  if (sensor === "radar") return { radarM: sigmas * noise.radarM };
  return { lidarLog: sigmas * noise.lidarLog };
}

const stamp = runStamp();
const scorer = await openScorer();
const results = (["all", "alone"] as const).flatMap((heard) =>
  (["radar", "lidar", "camera"] as const).flatMap((sensor) =>
    [1, 2, 4].map((sigmas) => {
      const delays: number[] = [];
      let early = 0;
      for (let vehicle = 0; vehicle < vehicles; vehicle += 1) {
        let state = scorer.initialState();
        const about: PlainVehicle = {
          seed: 60_000 + vehicle,
          noise,
          carries: (_, name) => heard === "all" || name === sensor,
          moved: (frame) => (frame >= beginsAt ? moveBy(sensor, sigmas) : {}),
        };
        for (const frame of plainFrames(about, beginsAt + mostFrames)) {
          const folded = scorer.fold(state, frame);
          state = folded.state;
          if (!folded.score!.breachOpened) continue;
          if (folded.score!.seq <= beginsAt) early += 1;
          else delays.push(folded.score!.seq - beginsAt);
          break;
        }
      }
      return { heard, sensor, sigmas, early, told: delays.length, ...summarise(delays) };
    }),
  ),
);

function summarise(delays: readonly number[]) {
  const sorted = delays.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, delay) => sum + delay, 0) / sorted.length;
  return { mean, median: sorted[Math.floor(sorted.length / 2)] ?? null, worst: sorted.at(-1) ?? null };
}

const lines = [
  "# Steps of one sensor",
  "",
  `\`npm run bench -- step-delays\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scorer.version}, default settings. ${vehicles} vehicles in each row, a step after ${beginsAt} frames, followed for ${mostFrames}; noise ${noise.cameraDeg}° an axis, ${noise.radarM} m, ${noise.lidarLog} in the logarithm of the lidar's error; camera: one axis. Delays in frames, the first of the fault counted.`,
  "",
  ...markdownTable(
    ["vehicle has", "step of", "σ", "told", "before the step", "mean", "median", "longest"],
    results.map((row) => [
      row.heard === "all" ? "all three" : "it alone",
      row.sensor,
      String(row.sigmas),
      String(row.told),
      String(row.early),
      figure(row.mean, 1),
      figure(row.median, 0),
      figure(row.worst, 0),
    ]),
  ),
  "",
];
if (!scorer.isOther) {
  const folder = join(import.meta.dirname, "../../results");
  const json = { ...stamp, scoringVersion: scorer.version, vehicles, beginsAt, mostFrames, noise, results };
  writeFileSync(join(folder, "step-delays.json"), `${JSON.stringify(json, null, 1)}\n`);
  writeFileSync(join(folder, "step-delays.md"), lines.join("\n"));
}
console.log(lines.join("\n"));
