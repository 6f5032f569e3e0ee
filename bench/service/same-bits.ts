import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { TelemetryFrame } from "../../core/contract/types.ts";
import { frozenScorer } from "../../core/scorers/scorer-for-tests.ts";
import { fold, foldOwned } from "../../core/scoring/fold.ts";
import { packState } from "../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import type { JournalEntry, SensorReading } from "../../core/scoring/model/journal-entry.ts";
import { defaultSettings, scoringVersion } from "../../core/scoring/settings/settings.ts";
import type { Folded, VehicleState } from "../../core/scoring/model/state.ts";
import { journalOf } from "../../core/scoring/vehicle-journal.ts";
import type { TestVehicle } from "../../core/scoring/vehicle-journal.ts";
import { uniform } from "../../core/scenario/counter-random.ts";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { generateFleet } from "../../simulator/generate-fleet.ts";
import { readingOf } from "../detection/vehicles/reading-of.ts";
import { hasSharedData, sharedData } from "../detection/shared-data.ts";

/**
 * The fold at work and the frozen scorer of its version side by side: recordings where they are at hand, then seeded
 * vehicles of every scenario, period and kind of noise, with sensors missing and commands in between, until so many frames
 * are folded. Every score, event and packed state must be the same to the last bit.
 * `npm run bench -- same-bits [FRAMES] [SEED]`.
 */

const frames = Number(process.argv[2] ?? 100_000);
const firstSeed = Number(process.argv[3] ?? 1);
const packEvery = 16;
const vehicleFrames = 600;
const frozen = await frozenScorer(scoringVersion);

let folded = 0;
let states = 0;
let journals = 0;
const recordings = [...recordedJournals()];
for (const { name, journal } of recordings) compare(name, journal);
const recorded = folded;
for (let seed = firstSeed; folded - recorded < frames; seed += 1) {
  compare(`scenario of seed ${seed}`, scenarioOf(seed));
  compare(`vehicle of seed ${seed}`, vehicleOf(seed));
}
console.log(
  `${folded} entries (${recorded} of ${recordings.length} recordings) and ${states} packed states of ${journals} journals: the fold at work says what the frozen scorer ${scoringVersion} says, and leaves the same states.`,
);

function compare(name: string, journal: readonly JournalEntry[]): void {
  journals += 1;
  let now = initialState();
  let then = frozen.initialState();
  for (const [at, entry] of journal.entries()) {
    const place = `${name}, entry ${at + 1}`;
    const apart = at % packEvery === 1 ? foldApart(place, now, entry) : null;
    const here = foldOwned(now, entry, defaultSettings);
    const there = frozen.fold(then, entry, frozen.defaultSettings);
    folded += 1;
    if (apart !== null) assertSame(place, apart, here);
    now = here.state;
    then = there.state;
    const isPacked = at % packEvery === 0 || at === journal.length - 1;
    if (isPacked) states += 1;
    assertAsFrozen(place, here, there, isPacked);
  }
}

function assertAsFrozen(place: string, here: Folded, there: Folded, isPacked: boolean): void {
  if (!isDeepStrictEqual(here.score, there.score)) throw new Error(`${place}: another score`);
  if (!isDeepStrictEqual(here.events, there.events)) throw new Error(`${place}: other events`);
  if (isPacked && !Buffer.from(packState(here.state)).equals(frozen.packState(there.state)))
    throw new Error(`${place}: another state`);
}

/** The fold that leaves the state that came in as it was. */
function foldApart(place: string, state: VehicleState, entry: JournalEntry): Folded {
  const before = Buffer.from(packState(state));
  const folded = fold(state, entry, defaultSettings);
  if (!before.equals(packState(state))) throw new Error(`${place}: the state that came in was written over`);
  return folded;
}

function assertSame(place: string, apart: Folded, owned: Folded): void {
  const isSame = Buffer.from(packState(apart.state)).equals(packState(owned.state));
  if (!isSame || !isDeepStrictEqual(apart.score, owned.score))
    throw new Error(`${place}: the two folds part`);
}

function* recordedJournals() {
  if (!hasSharedData("frames")) {
    console.log("The recordings are not at hand: seeded vehicles alone.");
    return;
  }
  const folder = join(sharedData, "frames");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".ndjson"))) {
    const lines = readFileSync(join(folder, name), "utf8").trim().split("\n");
    const journal = lines.map((line): JournalEntry => frameOf(readingOf(JSON.parse(line) as TelemetryFrame)));
    yield { name, journal };
  }
}

function frameOf(reading: SensorReading): JournalEntry {
  return { kind: "frame", reading };
}

/** A vehicle of the simulator, its fault somewhere in its first two thirds. */
function scenarioOf(seed: number): readonly JournalEntry[] {
  const periodS = oneOf([0.1, 1, 10, 60, 600, 3600], seed, 1);
  const lengthS = vehicleFrames * periodS;
  const [vehicle] = generateFleet({
    seed,
    vehicles: 1,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS,
    scenario: scenarioTypes[seed % scenarioTypes.length]!,
    onsetsWithinS: [0.1 * lengthS, 0.6 * lengthS],
  });
  const steps = Array.from({ length: vehicleFrames }, (_, step) => vehicle!.frameAt(step));
  const journal = steps.filter((frame) => frame !== null).map((frame) => frameOf(readingOf(frame)));
  return withCommands(journal, seed);
}

/** Noise of every kind, sensors that are silent by turns, stuck or out of order, and shifts of any size. */
function vehicleOf(seed: number): readonly JournalEntry[] {
  const from = Math.floor(vehicleFrames * uniform(seed, 10, 0));
  const until = from + Math.floor(0.6 * vehicleFrames * uniform(seed, 11, 0));
  const size = (stream: number) => (uniform(seed, stream, 0) < 0.5 ? 0 : 2 * uniform(seed, stream, 1) - 1);
  const moved = {
    cameraDeg: [size(12), size(13), 0.2 * size(14)] as const,
    radarM: size(15),
    lidarM: 0.3 * Math.abs(size(16)),
    confidence: 0.5 * size(17),
  };
  const vehicle: TestVehicle = {
    frames: vehicleFrames,
    seed,
    sensors: (["camera", "radar", "lidar", "confidence"] as const).filter(
      (_, at) => uniform(seed, 18, at) < 0.85,
    ),
    tails: oneOf(["normal", "student", "outliers"], seed, 19),
    correlation: oneOf([0, 0, 0.3, 0.6, 0.9, 0.97], seed, 20),
    periodS: oneOf([0.05, 1, 10, 60, 1800], seed, 21),
    displacement: (frame) => (frame >= from && frame < until ? moved : {}),
  };
  let stuck: SensorReading | null = null;
  const journal = journalOf(vehicle).map((entry, at): JournalEntry => {
    if (entry.kind !== "frame") return entry;
    const { reading } = entry;
    if (uniform(seed, 22, at) < 0.003) stuck = stuck === null ? reading : null;
    return frameOf(disturbed({ ...reading, ...(stuck !== null && alike(stuck)) }, seed, at));
  });
  return withCommands(journal, seed);
}

function alike({ radarRangeBiasM }: SensorReading): Partial<SensorReading> {
  return radarRangeBiasM === undefined ? {} : { radarRangeBiasM };
}

/** Now and then without a sensor, long behind, or after a pause. */
function disturbed(reading: SensorReading, seed: number, at: number): SensorReading {
  const silent = ["cameraRotation", "radarRangeBiasM", "lidarRegistrationErrorM", "lidarConfidence"] as const;
  const heard: Partial<SensorReading> = { ...reading };
  for (const [stream, name] of silent.entries()) {
    if (uniform(seed, 30 + stream, at) < 0.05) delete heard[name];
  }
  const jump = uniform(seed, 40, at) < 0.01 ? oneOf([-3600, -2, 5, 7200], seed, 41 + at) : 0;
  return { ...heard, timestampUs: reading.timestampUs + jump * 1_000_000 };
}

/** Baselines learnt anew, frozen and unfrozen, a reference and a prior of the fleet: in every third vehicle some. */
function withCommands(journal: readonly JournalEntry[], seed: number): readonly JournalEntry[] {
  if (uniform(seed, 50, 0) > 0.35) return journal;
  const entries = [...journal];
  const startUs = timeAt(journal, 0);
  for (let turn = 0; turn < 4; turn += 1) {
    const at = Math.floor(entries.length * uniform(seed, 51, turn));
    entries.splice(at, 0, {
      kind: "baseline",
      action: oneOf(["learn", "freeze", "unfreeze"], seed, 60 + turn),
      atUs: timeAt(entries, at),
    });
  }
  const validFromUs = startUs + 60_000_000;
  entries.splice(30, 0, { kind: "reference", cameraRotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], validFromUs });
  const sensors = {
    camera: { sd: 0.04, degrees: 9, vehicles: 12 },
    radar: null,
    lidar: { sd: 0.2, degrees: 20, vehicles: 40 },
    confidence: null,
  };
  return [{ kind: "prior", sensors, correlation: 0.2, atUs: startUs }, ...entries];
}

function timeAt(entries: readonly JournalEntry[], at: number): number {
  const entry = entries[at];
  return entry?.kind === "frame" ? entry.reading.timestampUs : 0;
}

function oneOf<const T>(values: readonly T[], seed: number, stream: number): T {
  return values[Math.floor(values.length * uniform(seed, stream, 0))]!;
}
