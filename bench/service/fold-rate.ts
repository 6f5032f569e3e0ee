import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";

import { frozenScorer } from "../../core/scorers/scorer-for-tests.ts";
import { foldOwned } from "../../core/scoring/fold.ts";
import { copyState } from "../../core/scoring/model/copy-state.ts";
import { packState, unpackState } from "../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import type { JournalEntry, SensorNoise } from "../../core/scoring/model/journal-entry.ts";
import { scales } from "../../core/scoring/scatter/noise-family.ts";
import { defaultSettings, scoringVersion } from "../../core/scoring/settings/settings.ts";
import type { Folded, VehicleState } from "../../core/scoring/model/state.ts";
import { journalOf, testStartUs } from "../../core/scoring/vehicle-journal.ts";
import { generateFleet } from "../../simulator/generate-fleet.ts";
import { readingOf } from "../detection/vehicles/reading-of.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";

/**
 * The fold at work beside its frozen scorer: round by round in one process, so that their ratio holds on a busy machine
 * too. Both must leave the same bytes. The fold at work owns its states, as it does in the service.
 * `npm run bench -- fold [ROUNDS]`.
 */

interface Scorer {
  readonly fold: (state: VehicleState, entry: JournalEntry) => Folded;
  /** A state to fold on with, of which more rounds begin. */
  readonly beginWith: (state: VehicleState) => VehicleState;
  /** Each keeps states in a form of its own; as bytes they are the same. */
  readonly initialState: () => VehicleState;
  readonly packState: (state: VehicleState) => Uint8Array;
}

interface Stream {
  readonly name: string;
  readonly journals: readonly (readonly JournalEntry[])[];
  /** Frames before the measured ones. */
  readonly warm: number;
  /** A frame of each vehicle, then the next of each, as a fleet sends them: every state comes from cold memory. */
  readonly inTurn?: boolean;
}

const measured = 400;
const inTurnFrames = 20;
const settling = 8;
const packings = 1000;
const rounds = Number(process.argv[2] ?? 9);
const frozen = await frozenScorer(scoringVersion);
const live: Scorer = {
  fold: (state, entry) => foldOwned(state, entry, defaultSettings),
  beginWith: copyState,
  initialState,
  packState,
};
const before: Scorer = {
  fold: (state, entry) => frozen.fold(state, entry, frozen.defaultSettings),
  beginWith: (state) => state,
  initialState: () => frozen.initialState(),
  packState: (state) => frozen.packState(state),
};

/** What a fleet much like these vehicles would teach. */
const taughtByFleet: JournalEntry = {
  kind: "prior",
  sensors: {
    camera: noiseTaught(0.06),
    radar: noiseTaught(0.05),
    lidar: noiseTaught(0.25),
    confidence: noiseTaught(0.3),
  },
  correlation: 0.2,
  atUs: testStartUs,
};
const results = streams().map(measure);
save();

function noiseTaught(sd: number): SensorNoise {
  const ratios = Array.from({ length: scales }, () => 1.2);
  const degrees = Array.from({ length: scales }, () => 20);
  return { sd, degrees: 12, vehicles: 30, curve: { level: 0, ratios, degrees } };
}

function streams(): readonly Stream[] {
  const sensors = ["camera", "radar", "lidar", "confidence"] as const;
  const calm = (
    name: string,
    warm: number,
    noise: { readonly periodS: number; readonly correlation: number },
  ) => ({
    name,
    warm,
    journals: [1, 2, 3, 4].map((seed) => journalOf({ frames: warm + measured, seed, sensors, ...noise })),
  });
  const fleet = generateFleet({
    seed: 7,
    vehicles: 20,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [300 * 60, 600 * 60],
  });
  const manyVehicles = {
    warm: 80,
    journals: Array.from({ length: 400 }, (_, seed) =>
      journalOf({ frames: 80 + inTurnFrames, seed, sensors, periodS: 1 }),
    ),
  };
  return [
    calm("a calm vehicle, one frame a minute", 4000, { periodS: 60, correlation: 0 }),
    {
      name: "a mixed fleet, one frame a minute, faults included",
      warm: 1500,
      journals: fleet.map((vehicle) =>
        Array.from({ length: 1500 + measured }, (_, step) => vehicle.frameAt(step))
          .filter((frame) => frame !== null)
          .map((frame): JournalEntry => ({ kind: "frame", reading: readingOf(frame) })),
      ),
    },
    { name: "400 calm vehicles in turn, one frame a second", inTurn: true, ...manyVehicles },
    { name: "the same 400, all frames of one vehicle before the next", ...manyVehicles },
    calm("1 Hz, lag-1 correlation 0.5", 2500, { periodS: 1, correlation: 0.5 }),
    calm("20 Hz, lag-1 correlation 0.97", 2500, { periodS: 0.05, correlation: 0.97 }),
    {
      name: "20 Hz, of vehicles that started from their fleet",
      warm: 2500,
      journals: [1, 2, 3, 4].map((seed) => [
        taughtByFleet,
        ...journalOf({ frames: 2500 + measured, seed, sensors, periodS: 0.05, correlation: 0.97 }),
      ]),
    },
    {
      name: "the first 100 frames of vehicles, one a second, lag-1 correlation 0.5",
      warm: 0,
      journals: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((seed) =>
        journalOf({ frames: 100, seed, sensors, periodS: 1, correlation: 0.5 }),
      ),
    },
    {
      name: "1 Hz, a radar's breach under way",
      warm: 600,
      journals: [1, 2, 3, 4].map((seed) =>
        journalOf({
          frames: 600 + measured,
          seed,
          sensors,
          periodS: 1,
          displacement: (frame) => (frame < 300 ? {} : { radarM: 0.3 }),
        }),
      ),
    },
  ];
}

function isJudgedAlike(journal: readonly JournalEntry[]): boolean {
  const [now, was] = [live, before].map((of) => of.packState(play(of, of.initialState(), journal)));
  return Buffer.from(now!).equals(Buffer.from(was!));
}

function measure({ name, journals, warm, inTurn = false }: Stream) {
  if (!journals.every(isJudgedAlike)) throw new Error(`${name}: the folds have parted`);
  const statesOf = (of: Scorer) =>
    journals.map((journal) => play(of, of.initialState(), journal.slice(0, warm)));
  const states = { live: statesOf(live), before: statesOf(before) };
  const rest = journals.map((journal) => journal.slice(warm));
  const frames = rest.reduce((sum, journal) => sum + journal.length, 0);
  const timeOf = (of: Scorer, states: readonly VehicleState[]) => {
    const from = states.map(of.beginWith);
    const began = process.cpuUsage().user;
    if (inTurn) playInTurn(of, from, rest);
    else rest.forEach((journal, at) => play(of, from[at]!, journal));
    return (process.cpuUsage().user - began) / frames;
  };
  // The compiler comes to rest first.
  for (let round = 0; round < settling; round += 1) {
    timeOf(live, states.live);
    timeOf(before, states.before);
  }
  const pairs = Array.from({ length: rounds }, () => ({
    now: timeOf(live, states.live),
    was: timeOf(before, states.before),
  }));
  return {
    name,
    frozenUs: middle(pairs.map(({ was }) => was)),
    liveUs: middle(pairs.map(({ now }) => now)),
    ratio: middle(pairs.map(({ now, was }) => now / was)),
    frozenBytes: allocatedBytes(before, states.before, rest),
    liveBytes: allocatedBytes(live, states.live, rest),
    ...packingTimes(states),
  };
}

/** Of a state, in µs: packed by either, and read again. */
function packingTimes(states: {
  readonly live: readonly VehicleState[];
  readonly before: readonly VehicleState[];
}) {
  const packed = states.live.map(packState);
  const timeOf = (step: () => void) => {
    const times = Math.ceil(packings / packed.length);
    const began = process.cpuUsage().user;
    for (let time = 0; time < times; time += 1) step();
    return (process.cpuUsage().user - began) / times / packed.length;
  };
  const steps = {
    frozenPackUs: () => states.before.forEach((state) => before.packState(state)),
    livePackUs: () => states.live.forEach((state) => packState(state)),
    liveUnpackUs: () => packed.forEach((bytes) => unpackState(bytes)),
  };
  const inTurn = Array.from({ length: settling + rounds }, () => ({
    frozenPackUs: timeOf(steps.frozenPackUs),
    livePackUs: timeOf(steps.livePackUs),
    liveUnpackUs: timeOf(steps.liveUnpackUs),
  })).slice(settling);
  return {
    frozenPackUs: middle(inTurn.map(({ frozenPackUs }) => frozenPackUs)),
    livePackUs: middle(inTurn.map(({ livePackUs }) => livePackUs)),
    liveUnpackUs: middle(inTurn.map(({ liveUnpackUs }) => liveUnpackUs)),
  };
}

function play(of: Scorer, state: VehicleState, journal: readonly JournalEntry[]): VehicleState {
  let now = state;
  for (const entry of journal) now = of.fold(now, entry).state;
  return now;
}

function playInTurn(
  of: Scorer,
  from: readonly VehicleState[],
  journals: readonly (readonly JournalEntry[])[],
): void {
  const states = [...from];
  for (let step = 0; step < inTurnFrames; step += 1) {
    for (const [at, journal] of journals.entries()) states[at] = of.fold(states[at]!, journal[step]!).state;
  }
}

/** Mean of what a frame takes of the heap, given back or not; frames during which garbage was collected are left out. */
function allocatedBytes(
  of: Scorer,
  states: readonly VehicleState[],
  journals: readonly (readonly JournalEntry[])[],
): number {
  const heapUsed = () => process.memoryUsage().heapUsed;
  const asking = middle(Array.from({ length: 101 }, () => -heapUsed() + heapUsed()));
  let bytes = 0;
  let frames = 0;
  for (const [at, journal] of journals.entries()) {
    let state = of.beginWith(states[at]!);
    for (const entry of journal) {
      const began = heapUsed();
      state = of.fold(state, entry).state;
      const taken = heapUsed() - began;
      if (taken < 0) continue;
      bytes += taken - asking;
      frames += 1;
    }
  }
  return bytes / frames;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function save(): void {
  const stamp = runStamp();
  const lines = [
    "# The fold beside its frozen scorer",
    "",
    `\`npm run bench -- fold\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}, load average ${loadavg()[0]!.toFixed(1)}. Processor time a frame of all threads, collecting garbage included; medians of ${rounds} rounds, the ratio that of each round. Allocated: memory a frame asks for, all of it garbage but what the state and its score keep. The bytes both leave are the same.`,
    "",
    ...markdownTable(
      [
        "stream, camera, radar, lidar and confidence in every frame",
        `frozen scorer ${scoringVersion}`,
        "now",
        "ratio",
        "allocated, frozen",
        "now",
        "a state packed, frozen",
        "now",
        "read",
      ],
      results.map(({ name, frozenUs, liveUs, ratio, frozenBytes, liveBytes, ...packing }) => [
        name,
        `${figure(frozenUs, 1)} µs`,
        `${figure(liveUs, 1)} µs`,
        ratio.toFixed(2),
        `${figure(frozenBytes / 1024, 1)} KiB`,
        `${figure(liveBytes / 1024, 1)} KiB`,
        `${figure(packing.frozenPackUs, 0)} µs`,
        `${figure(packing.livePackUs, 0)} µs`,
        `${figure(packing.liveUnpackUs, 0)} µs`,
      ]),
    ),
    "",
  ];
  console.log(lines.join("\n"));
  mkdirSync("bench/results", { recursive: true });
  writeFileSync("bench/results/fold.md", lines.join("\n"));
  writeFileSync("bench/results/fold.json", `${JSON.stringify({ stamp, rounds, results }, null, 1)}\n`);
}
