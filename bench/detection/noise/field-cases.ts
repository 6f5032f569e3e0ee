/**
 * Field cases (../shared/cases) through the engine (core/heart): which vehicles it accuses, how soon it finds what is wrong,
 * and what a frame costs. Run: npm run bench -- field-cases [--vehicles N] [--seed WORD] [case or beginning* …]
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuUsage, stdout } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { median } from "../../../core/scoring/numeric/robust.ts";
import {
  camera,
  compiledHeart,
  confidence,
  lidar,
  radar,
  TestVehicle,
  tiers,
  type TestReading,
} from "../../../core/heart/heart-for-tests.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { runStamp } from "../../run-stamp.ts";

interface Frame {
  readonly vehicle_id: string;
  readonly timestamp: string;
  readonly sensors: {
    readonly camera_rotation_matrix?: readonly number[];
    readonly radar_range_bias_m?: number | null;
    readonly lidar_registration_error_m?: number | null;
    readonly lidar_confidence?: number | null;
  };
}
/** What a case is made of, and the time of the fault of each vehicle, null for a sound one. */
interface Made {
  readonly bodies: readonly (readonly Frame[])[];
  readonly faults: Readonly<Record<string, number | null>>;
}
type Case = (random: unknown, id: string, vehicle: number) => unknown;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { vehicles: { type: "string" }, seed: { type: "string", default: "shared" } },
});
const folder = join(import.meta.dirname, "../../../../shared/cases");
const heart = compiledHeart(2);

function readingsOf({ sensors }: Frame): readonly TestReading[] {
  const readings = [
    [camera, sensors.camera_rotation_matrix?.flat()],
    [radar, sensors.radar_range_bias_m],
    [lidar, sensors.lidar_registration_error_m],
    [confidence, sensors.lidar_confidence],
  ] as const;
  return readings.flatMap(([kind, said]) =>
    said === undefined || said === null ? [] : [[kind, typeof said === "number" ? [said] : said] as const],
  );
}

interface Course {
  /** Times in milliseconds: of proved changes, and of steps up to CAUTION or CRITICAL. */
  readonly changes: readonly number[];
  readonly accusations: readonly number[];
  readonly steps: number;
  readonly isCritical: boolean;
}
function courseOf(frames: readonly Frame[]): Course {
  const vehicle = new TestVehicle(heart);
  const changes: number[] = [];
  const accusations: number[] = [];
  const caution = tiers.indexOf("CAUTION");
  let [before, proved, steps, isCritical] = [0, 0, 0, false];
  for (const frame of frames) {
    const time = Date.parse(frame.timestamp);
    vehicle.fold(time / 1000, readingsOf(frame));
    const seen = vehicle.kinds;
    const tier = tiers.indexOf(vehicle.vehicleTier);
    const now = seen.reduce((sum, kind) => sum + vehicle.changes(kind), 0);
    if (now > proved) changes.push(time);
    if (tier > before && tier >= caution) accusations.push(time);
    if (tier !== before && tiers[before] !== "UNKNOWN") steps += 1;
    isCritical ||= tiers[tier] === "CRITICAL";
    [before, proved] = [tier, now];
  }
  return { changes, accusations, steps, isCritical };
}

/** Frames of a vehicle from its fault up to a time, both included; Infinity for none. */
function framesUntil(frames: readonly Frame[], fault: number, until: number | undefined): number {
  if (until === undefined) return Infinity;
  return frames.filter(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return time >= fault && time <= until;
  }).length;
}
function rowOf(name: string, made: Made): readonly string[] {
  const byVehicle = Map.groupBy(made.bodies.flat(), (frame) => frame.vehicle_id);
  const began = cpuUsage().user;
  const courses = [...byVehicle].map(([id, frames]) => ({
    frames,
    fault: made.faults[id] ?? Infinity,
    course: courseOf(frames),
  }));
  const µs = (cpuUsage().user - began) / courses.reduce((sum, { frames }) => sum + frames.length, 0);
  const accused = courses.filter(({ fault, course }) => course.accusations.some((time) => time < fault));
  const faulty = courses.filter(({ fault }) => fault < Infinity);
  const delays = faulty
    .map(({ frames, fault, course }) =>
      framesUntil(
        frames,
        fault,
        course.changes.find((time) => time >= fault),
      ),
    )
    .toSorted((a, b) => a - b);
  const found = delays.filter((delay) => delay < Infinity).length;
  return [
    name,
    `${accused.length} of ${courses.length}`,
    `${courses.filter(({ course }) => course.isCritical).length}`,
    faulty.length === 0 ? "" : `${found} of ${faulty.length}`,
    faulty.length === 0 ? "" : figure(median(delays), 0),
    `${Math.max(...courses.map(({ course }) => course.steps))}`,
    figure(µs, 1),
  ];
}

if (!existsSync(folder)) {
  stdout.write("../shared/cases is absent: nothing to measure\n");
} else {
  const load = async (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { cases: field } = (await load("field.mjs")) as { readonly cases: Record<string, Case> };
  const { cases: noise } = (await load("noise.mjs")) as { readonly cases: Record<string, Case> };
  const { generate } = (await load("judge.mjs")) as {
    readonly generate: (name: string, make: Case, vehicles: number, seed: string) => Made;
  };
  const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<
    string,
    { readonly vehicles: number }
  >;
  const isAsked = (name: string) =>
    positionals.length === 0 ||
    positionals.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));
  const rows = Object.entries({ ...field, ...noise })
    .filter(([name]) => isAsked(name))
    .map(([name, make]) =>
      rowOf(name, generate(name, make, Number(asked.vehicles ?? expected[name]?.vehicles ?? 20), asked.seed)),
    );
  const stamp = runStamp();
  stdout.write(`${stamp.date}, ${stamp.commit}, ${stamp.machine}; seed ${asked.seed}\n\n`);
  const head = ["case", "accused", "CRITICAL", "found", "frames until then, median", "most steps", "µs"];
  stdout.write(`${markdownTable(head, rows).join("\n")}\n`);
}
