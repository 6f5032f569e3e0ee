/**
 * How often a healthy vehicle is sent to inspection, and how soon one is whose noise has grown. Writes
 * bench/results/inspections.json and .md. Run: npm run bench -- inspections
 * (about a quarter of an hour on one idle core), or with `--weeks 5` for a quick look that writes nothing.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readFrameText } from "../../../core/contract/requests/read-ingest-body.ts";
import { fold } from "../../../core/scoring/fold.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { noiseOf } from "../../../core/scoring/model/rows/channel-noises.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { hasSharedData, sharedData } from "../shared-data.ts";
import { Draws, healthyVehicle } from "./healthy-vehicle.ts";
import type { HealthyPopulation } from "./healthy-vehicle.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** One frame a minute. */
const framesPerWeek = 10_080;
const quick = process.argv.includes("--weeks");
// So many that none begun shows the aim of one in a thousand: about 3,000 in all.
const weeks = quick ? Number(process.argv[process.argv.indexOf("--weeks") + 1]) : 160;
const weeksOfRecording = Math.min(weeks / 2, 20);
const grownVehicles = quick ? 20 : 100;

const all = ["camera", "radar", "lidar", "confidence"] as const;
const populations: readonly HealthyPopulation[] = [
  { name: "normal", tails: "normal", correlation: 0, sensors: all },
  { name: "Student t, 5 degrees", tails: "t5", correlation: 0, sensors: all },
  { name: "Student t, 3 degrees", tails: "t3", correlation: 0, sensors: all },
  { name: "1 % of values 10 σ out", tails: "outliers", correlation: 0, sensors: all },
  { name: "10 % of values 3 σ", tails: "mixture", correlation: 0, sensors: all },
  { name: "skewed", tails: "skewed", correlation: 0, sensors: all },
  ...[0.1, 0.3, 0.6].map((correlation) => ({
    name: `lag-1 correlation ${correlation}`,
    tails: "normal" as const,
    correlation,
    sensors: all,
  })),
  { name: "t 5, correlation 0.4", tails: "t5", correlation: 0.4, sensors: all },
  { name: "quiet sensors", tails: "t5", correlation: 0.1, sensors: all, loudness: 0.15 },
  { name: "loud sensors", tails: "normal", correlation: 0.1, sensors: all, loudness: 2.5 },
  { name: "camera alone, t 5", tails: "t5", correlation: 0.1, sensors: ["camera"] },
  { name: "radar alone, t 5", tails: "t5", correlation: 0.1, sensors: ["radar"] },
  { name: "lidar alone, skewed", tails: "skewed", correlation: 0.1, sensors: ["lidar", "confidence"] },
  { name: "camera and radar, t 5", tails: "t5", correlation: 0.1, sensors: ["camera", "radar"] },
  { name: "each sensor in 4 of 5 frames", tails: "t5", correlation: 0, sensors: all, presence: 0.8 },
  { name: "each sensor in 1 of 10 frames", tails: "t5", correlation: 0, sensors: all, presence: 0.1 },
  { name: "radar and lidar in steps of 1 cm", tails: "normal", correlation: 0, sensors: all, stepM: 0.01 },
];

const causes = ["noise", "outliers", "stuck", "silent", "confidence"] as const;
type Cause = (typeof causes)[number];

interface Outcome {
  readonly name: string;
  /** Weeks of frames until a vehicle was over, or breached: what a breach asks for is another question. */
  readonly weeks: number;
  readonly breached: number;
  readonly begun: Readonly<Record<Cause, number>>;
}

/** Inspections begun: frames that ask for one after a frame that did not. */
function follow(name: string, vehicles: Iterable<() => SensorReading>): Outcome {
  const begun: Record<Cause, number> = { noise: 0, outliers: 0, stuck: 0, silent: 0, confidence: 0 };
  let [frames, breached] = [0, 0];
  for (const next of vehicles) {
    let state = initialState();
    let asked = false;
    for (let frame = 0; frame < framesPerWeek; frame += 1) {
      const folded = fold(state, { kind: "frame", reading: next() }, defaultSettings);
      state = folded.state;
      frames += 1;
      const score = folded.score!;
      if (score.breachOpened || score.tier === "CRITICAL") {
        breached += 1;
        break;
      }
      const asks = score.recommendedAction === "inspect_sensor";
      if (asks && !asked) begun[causeOf(score)] += 1;
      asked = asks;
    }
  }
  return { name, weeks: frames / framesPerWeek, breached, begun };
}

function causeOf(score: Score): Cause {
  if (score.reason === "noise_inflation") return "noise";
  if (score.reason === "lidar_confidence_low") return "confidence";
  if (score.warnings.includes("sensor_stuck")) return "stuck";
  return score.warnings.includes("sensor_unmonitored") ? "silent" : "outliers";
}

function* drawn(population: HealthyPopulation, seed: number): Generator<() => SensorReading> {
  for (let vehicle = 0; vehicle < weeks; vehicle += 1) yield healthyVehicle(population, seed + vehicle);
}

const recordings = [
  "kitti-00-gated",
  "kitti-05-gated",
  "kitti-00",
  "kitti-days",
  "mulran-kaist01",
  "carmen-intel",
  "carmen-acapulco",
  "nuscenes-n015",
];

/** A fault-free recorded drive, drawn on for a week in stretches of 20 to 60 frames, one frame a minute. */
function* recorded(recording: string, seed: number): Generator<() => SensorReading> {
  const lines = readFileSync(join(sharedData, "frames", `${recording}__clean.ndjson`), "utf8").split("\n");
  const readings = lines
    .filter((line) => line !== "")
    .map((line) => {
      const parsed = readFrameText(line, { nowUs: Infinity, sha256Hex: () => "" });
      if (parsed.kind === "rejected") throw new Error(`${recording} holds a line that is no frame`);
      return parsed.frame.reading;
    });
  for (let vehicle = 0; vehicle < weeksOfRecording; vehicle += 1) {
    const random = new Draws(seed + vehicle);
    let [at, left, frame] = [0, 0, 0];
    yield () => {
      if (left === 0) {
        left = 20 + Math.floor(40 * random.uniform());
        at = Math.floor(random.uniform() * (readings.length - left));
      }
      const reading = { ...readings[at]!, timestampUs: 1_767_225_600_000_000 + 60_000_000 * frame };
      [at, left, frame] = [at + 1, left - 1, frame + 1];
      return reading;
    };
  }
}

interface Power {
  readonly name: string;
  readonly tails: "normal" | "t3";
  readonly growth: number;
  readonly after: number;
  /** Blocks until it was told, 10 %, half and 90 % of the vehicles; null: not within 2,000. */
  readonly told: readonly (number | null)[];
  /** Frames from the true beginning to the one that was named, 5 %, half and 95 %. */
  readonly dated: readonly (number | null)[];
  /** Frames from the return of the ordinary noise to the end of the inspection. */
  readonly released: readonly (number | null)[];
}

/** A radar and a lidar; the radar's noise grows at a frame and goes back long after. */
function measurePower(given: Pick<Power, "name" | "tails" | "growth" | "after">): Power {
  const inspections = Array.from({ length: grownVehicles }, (_, vehicle) => inspect(given, 77_000 + vehicle));
  const detected = inspections.filter(({ detectedAt }) => detectedAt < Infinity);
  const delays = inspections.map(({ detectedAt }) => detectedAt - given.after + 1);
  return {
    ...given,
    told: quantiles(delays, [0.1, 0.5, 0.9]),
    dated: quantiles(
      detected.map(({ datedAt }) => datedAt - given.after),
      [0.05, 0.5, 0.95],
    ),
    released: quantiles(
      detected.map(({ releasedAfter }) => releasedAfter),
      [0.1, 0.5, 0.9],
    ),
  };
}

/** Frames for which the noise stays grown after it was detected, and at most. */
const grownAfterDetection = 100;
const grownAtMost = 2_000;

/** Frame at which grown noise was detected and the one it was dated to; all infinite where it was not. */
function inspect(given: Pick<Power, "tails" | "growth" | "after">, seed: number) {
  const random = new Draws(seed);
  const noise = random.correlated(given.tails, 0);
  const until = given.after + grownAtMost;
  let state = initialState();
  let [detectedAt, datedAt] = [Infinity, Infinity];
  for (let frame = 0; frame <= until + 1 || detectedAt < Infinity; frame += 1) {
    if (frame === until + 1000) break;
    const isGrown = frame >= given.after && frame < Math.min(until, detectedAt + grownAfterDetection);
    const reading: SensorReading = {
      timestampUs: 1_767_225_600_000_000 + 60_000_000 * frame,
      radarRangeBiasM: 0.05 * (isGrown ? given.growth : 1) * noise(),
      lidarRegistrationErrorM: 0.03 * Math.exp(0.2 * random.normal()),
    };
    state = fold(state, { kind: "frame", reading }, defaultSettings).state;
    const radar = noiseOf(state.noise, 3);
    const releasedAfter = frame - detectedAt - grownAfterDetection;
    if (!radar.grown && releasedAfter >= 0) return { detectedAt, datedAt, releasedAfter };
    if (radar.grown && detectedAt === Infinity) [detectedAt, datedAt] = [frame, radar.sinceSeq - 1];
  }
  return { detectedAt, datedAt, releasedAfter: Infinity };
}

function quantiles(values: readonly number[], shares: readonly number[]): readonly (number | null)[] {
  const ordered = values.toSorted((one, other) => one - other);
  return shares.map((share) => {
    const value = ordered[Math.floor(share * (ordered.length - 1))];
    return value === undefined || value === Infinity ? null : value;
  });
}

/** Largest Poisson mean that still gives so few events one time in twenty, by Wilson and Hilferty's cube. */
function upperBound(events: number): number {
  const k = events + 1;
  return events === 0 ? 2.996 : k * (1 - 1 / (9 * k) + 1.645 / (3 * Math.sqrt(k))) ** 3;
}

function begunIn(rows: readonly Outcome[]): string {
  const total = rows.reduce((sum, row) => sum + row.weeks, 0);
  const begun = rows.reduce((sum, row) => sum + causes.reduce((one, cause) => one + row.begun[cause], 0), 0);
  const most = figure((1000 * upperBound(begun)) / total, 1);
  return `${begun} begun in ${figure(total, 1)} vehicle-weeks, with 95 % confidence fewer than ${most} in 1,000.`;
}

const outcomes: Outcome[] = [];
for (const [at, population] of populations.entries()) {
  outcomes.push(follow(population.name, drawn(population, 1_000_000 * (at + 1))));
  console.error(`${population.name}: ${JSON.stringify(outcomes.at(-1))}`);
}
if (hasSharedData("frames")) {
  for (const [at, recording] of recordings.entries()) {
    outcomes.push(follow(`recorded: ${recording}`, recorded(recording, 90_000_000 + 1000 * at)));
    console.error(`${recording}: ${JSON.stringify(outcomes.at(-1))}`);
  }
}
const powers = [2, 3].flatMap((growth) =>
  (["normal", "t3"] as const).flatMap((tails) =>
    [60, 100, 300, 1000].map((after) => measurePower({ name: "radar", tails, growth, after })),
  ),
);
const stamp = { ...runStamp(), scoringVersion };
const lines = [
  "# Inspections of healthy vehicles",
  "",
  `\`npm run bench -- inspections\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}, default settings, one frame a minute, each vehicle a week or until it breaches. An inspection is begun by a frame that asks for one after a frame that did not.`,
  "",
  `Simulated: ${begunIn(outcomes.slice(0, populations.length))} Recorded drives drawn on in shuffled stretches: ${begunIn(outcomes.slice(populations.length))}`,
  "",
  ...markdownTable(
    ["vehicles", "weeks", "breached", ...causes],
    outcomes.map((outcome) => [
      outcome.name,
      figure(outcome.weeks, 1),
      String(outcome.breached),
      ...causes.map((cause) => String(outcome.begun[cause])),
    ]),
  ),
  "",
  "## Noise that has grown",
  "",
  `A radar of one frame a block whose noise grows at a frame and comes back a hundred frames after it was told, ${grownVehicles} vehicles a row: frames until it was told (10, 50, 90 %; – not within 2,000), from the true beginning to the one named (5, 50, 95 %), and from its return to the end of the inspection (10, 50, 90 %).`,
  "",
  ...markdownTable(
    ["noise", "grows to", "at frame", "told after", "dated", "over after"],
    powers.map(({ tails, growth, after, told, dated, released }) => [
      tails,
      `${growth} ×`,
      String(after),
      ...[told, dated, released].map((row) => row.map((value) => figure(value, 0)).join(", ")),
    ]),
  ),
  "",
];
console.log(lines.join("\n"));
if (!quick) {
  const folder = join(import.meta.dirname, "../../results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "inspections.md"), lines.join("\n"));
  writeFileSync(
    join(folder, "inspections.json"),
    `${JSON.stringify({ stamp, outcomes, powers }, null, 2)}\n`,
  );
}
