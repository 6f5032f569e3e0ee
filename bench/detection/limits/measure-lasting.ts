/**
 * One lasting shift is one breach: shifts just past the indifference zone and far beyond it, of quiet, ordinary and noisy
 * sensors, counted by how often a breach opens. `npm run bench -- lasting-shifts`, with `--core FOLDER` of
 * another checkout's scoring. Writes bench/results/lasting-shifts.json and .md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { plainFrames } from "./plain-vehicle.ts";
import type { PlainSensor, PlainVehicle } from "./plain-vehicle.ts";
import { openScorer } from "./scorer.ts";

const vehicles = 10;
const beginsAt = 200;
const framesEach = 3000;

const still = { cameraDeg: 0, radarM: 0, lidarLog: 0 };
/** Sensors, their noise, and shifts in their unit: about the zone of a quarter of the CAUTION limit, and beyond. */
const grid: readonly {
  readonly sensor: PlainSensor;
  readonly unit: "cameraDeg" | "radarM" | "lidarM";
  readonly noises: readonly Partial<PlainVehicle["noise"]>[];
  readonly shifts: readonly number[];
}[] = [
  {
    sensor: "camera",
    unit: "cameraDeg",
    noises: [{ cameraDeg: 0 }, { cameraDeg: 0.02 }, { cameraDeg: 0.06 }, { cameraDeg: 0.2 }],
    shifts: [0.04, 0.05, 0.06, 0.07, 0.09, 0.12, 0.2, 0.6],
  },
  {
    sensor: "radar",
    unit: "radarM",
    noises: [{ radarM: 0 }, { radarM: 0.02 }, { radarM: 0.05 }, { radarM: 0.2 }],
    shifts: [0.04, 0.05, 0.06, 0.07, 0.09, 0.12, 0.2, 0.6],
  },
  {
    sensor: "lidar",
    unit: "lidarM",
    noises: [{ lidarLog: 0 }, { lidarLog: 0.1 }, { lidarLog: 0.25 }, { lidarLog: 0.6 }],
    shifts: [0.02, 0.025, 0.03, 0.035, 0.05, 0.08, 0.12, 0.4],
  },
];

const stamp = runStamp();
const scorer = await openScorer();
const results = grid.flatMap(({ sensor, unit, noises, shifts }) =>
  noises.flatMap((noise) =>
    shifts.map((shift) => {
      const row = {
        sensor,
        noise: Object.values(noise)[0]!,
        shift,
        openings: 0,
        most: 0,
        openAtEnd: 0,
        tierChanges: 0,
      };
      for (let vehicle = 0; vehicle < vehicles; vehicle += 1) {
        let state = scorer.initialState();
        let openings = 0;
        const about: PlainVehicle = {
          seed: 80_000 + vehicle,
          noise: { ...still, ...noise },
          carries: (_, heard) => heard === sensor,
          moved: (frame) => (frame >= beginsAt ? { [unit]: shift } : {}),
        };
        for (const frame of plainFrames(about, framesEach)) {
          const folded = scorer.fold(state, frame);
          state = folded.state;
          openings += folded.score!.breachOpened ? 1 : 0;
          row.tierChanges += folded.score!.tier === folded.score!.tierBefore ? 0 : 1;
        }
        row.openings += openings;
        row.most = Math.max(row.most, openings);
        row.openAtEnd += state.breach === null ? 0 : 1;
      }
      return row;
    }),
  ),
);

const lines = [
  "# Lasting shifts",
  "",
  `\`npm run bench -- lasting-shifts\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scorer.version}, default settings. ${vehicles} vehicles in each row that have one sensor, which moves at frame ${beginsAt} of ${framesEach} and stays there. Camera in degrees about one axis, radar in metres, lidar error in metres over 0.03 with noise in its logarithm. Zones: 0.05°, 0.05 m, 0.025 m.`,
  "",
  ...markdownTable(
    [
      "sensor",
      "noise",
      "shift",
      "openings",
      "most of one vehicle",
      "open at the end",
      "tier changes a vehicle",
    ],
    results.map((row) => [
      row.sensor,
      String(row.noise),
      String(row.shift),
      String(row.openings),
      String(row.most),
      String(row.openAtEnd),
      figure(row.tierChanges / vehicles, 1),
    ]),
  ),
  "",
];
if (!scorer.isOther) {
  const folder = join(import.meta.dirname, "../../results");
  const json = { ...stamp, scoringVersion: scorer.version, vehicles, framesEach, results };
  writeFileSync(join(folder, "lasting-shifts.json"), `${JSON.stringify(json, null, 1)}\n`);
  writeFileSync(join(folder, "lasting-shifts.md"), lines.join("\n"));
}
console.log(lines.join("\n"));
