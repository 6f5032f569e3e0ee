import { frozenScorer } from "../../core/scorers/scorer-for-tests.ts";
import { foldOwned } from "../../core/scoring/fold.ts";
import { FrameTester } from "../../core/scoring/frame/frame-tester.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../core/scoring/model/journal-entry.ts";
import { defaultSettings, scoringVersion } from "../../core/scoring/settings/settings.ts";
import type { Folded, VehicleState } from "../../core/scoring/model/state.ts";
import { journalOf, testStartUs } from "../../core/scoring/vehicle-journal.ts";
import type { TestVehicle } from "../../core/scoring/vehicle-journal.ts";
import { uniform } from "../../core/scenario/counter-random.ts";
import { markdownTable } from "../markdown-table.ts";

/**
 * What 1.5.0 changes, counted with the frozen 1.4.0 and with the scoring at work on the same vehicles (decision 43).
 * Run: npm run bench:against-1.4.0 [VEHICLES]. Prints two tables and writes nothing.
 */

const vehicles = Number(process.argv[2] ?? 100);
const tester = new FrameTester();
const frozen = await frozenScorer("1.4.0");

interface Side {
  readonly first: () => VehicleState;
  readonly fold: (state: VehicleState, entry: JournalEntry) => Folded;
}

const before: Side = {
  first: () => frozen.initialState(),
  fold: (state, entry) => frozen.fold(state, entry, frozen.defaultSettings),
};
const now: Side = {
  first: initialState,
  fold: (state, entry) => foldOwned(state, entry, defaultSettings, tester),
};

/** What became of one vehicle. */
interface Course {
  readonly openings: readonly number[];
  readonly isCritical: boolean;
  readonly isCaution: boolean;
  readonly last: string;
  /** Whether a calibration was asked for while no breach was open. */
  readonly isSentInVain: boolean;
}

function follow({ first, fold }: Side, journal: readonly JournalEntry[], until = Infinity): Course {
  let state = first();
  const openings: number[] = [];
  const tiers = new Set<string>();
  let [last, isSentInVain] = ["", false];
  for (const entry of journal) {
    const { state: after, score } = fold(state, entry);
    state = after;
    if (score === null) continue;
    if (score.breachOpened) openings.push(score.seq);
    tiers.add(score.tier);
    last = score.tier;
    if (state.breach === null && score.recommendedAction === "schedule_calibration") isSentInVain = true;
    if (openings.length >= until) break;
  }
  return { openings, isCritical: tiers.has("CRITICAL"), isCaution: tiers.has("CAUTION"), last, isSentInVain };
}

type Drawn = Omit<TestVehicle, "seed">;

/** The camera is first heard from a frame on; the reference may be frozen by command at another. */
function joining(seed: number, vehicle: Drawn, at: { readonly from: number; readonly freeze?: number }) {
  const journal = journalOf({ ...vehicle, seed }).map((entry, frame): JournalEntry => {
    if (entry.kind !== "frame" || frame >= at.from) return entry;
    const { cameraRotation: _, ...reading } = entry.reading;
    return { kind: "frame", reading };
  });
  if (at.freeze !== undefined) {
    journal.splice(at.freeze, 0, {
      kind: "baseline",
      action: "freeze",
      atUs: testStartUs + at.freeze * 60e6,
    });
  }
  return journal;
}

const isGlitch = (frame: number) => frame === 500 || frame === 501;
const quietLidar = { sensors: ["lidar", "confidence"] as const };
const returning = (back: number) => (seed: number) =>
  journalOf({
    frames: 1500,
    seed,
    ...quietLidar,
    displacement: (frame) => ({ confidence: frame < 500 ? 0 : frame < 600 ? -0.3 : back }),
  });

interface Question {
  readonly of: string;
  readonly journal: (seed: number) => readonly JournalEntry[];
  readonly asked: string;
  readonly holds: (course: Course) => boolean;
}

const questions: readonly Question[] = [
  {
    of: "`freeze` at 120, camera from 200, +2° from 500",
    journal: (seed) =>
      joining(
        seed,
        { frames: 700, displacement: (frame) => (frame >= 500 ? { cameraDeg: [0, 2, 0] } : {}) },
        { from: 200, freeze: 120 },
      ),
    asked: "found",
    holds: ({ openings }) => openings.length > 0,
  },
  {
    of: "radar +0.3 m in 100 to 800, camera from 150, +2° from 400",
    journal: (seed) =>
      joining(
        seed,
        {
          frames: 1200,
          displacement: (frame) => ({
            radarM: frame >= 100 && frame < 800 ? 0.3 : 0,
            cameraDeg: [0, frame >= 400 ? 2 : 0, 0],
          }),
        },
        { from: 150 },
      ),
    asked: "ends CRITICAL",
    holds: ({ last }) => last === "CRITICAL",
  },
  {
    of: "confidence 0.85, 0.55 for 100 frames, then 0.815",
    journal: returning(-0.035),
    asked: "still CAUTION 900 frames later",
    holds: ({ last }) => last === "CAUTION",
  },
  {
    of: "confidence 0.85, 0.55 for 100 frames, then 0.85",
    journal: returning(0),
    asked: "a calibration is asked for",
    holds: ({ isSentInVain }) => isSentInVain,
  },
  {
    of: "radar alone, two frames of +10 m",
    journal: (seed) =>
      journalOf({
        frames: 700,
        seed,
        periodS: 1,
        sensors: ["radar"],
        displacement: (frame) => (isGlitch(frame) ? { radarM: 10 } : {}),
      }),
    asked: "CRITICAL",
    holds: ({ isCritical }) => isCritical,
  },
  {
    of: "all sensors, two frames of a camera that is 40° out",
    journal: (seed) =>
      journalOf({
        frames: 700,
        seed,
        periodS: 1,
        displacement: (frame) => (isGlitch(frame) ? { cameraDeg: [20, 30, 15] } : {}),
      }),
    asked: "CRITICAL",
    holds: ({ isCritical }) => isCritical,
  },
  {
    of: "all sensors, two frames bad in all of them",
    journal: (seed) =>
      journalOf({
        frames: 700,
        seed,
        periodS: 1,
        displacement: (frame) => (isGlitch(frame) ? { cameraDeg: [20, 20, 20], radarM: 10, lidarM: 5 } : {}),
      }),
    asked: "CRITICAL",
    holds: ({ isCritical }) => isCritical,
  },
  {
    of: "1 % gross outliers of each sensor, 2,000 frames",
    journal: (seed) =>
      journalOf({
        frames: 2000,
        seed,
        displacement: (frame) => {
          const [camera, radar, lidar] = [0, 1, 2].map((at) => uniform(seed, 7000 + at, frame)) as [
            number,
            number,
            number,
          ];
          return {
            ...(camera < 0.01 && { cameraDeg: [5000 * camera, 40, -20] as const }),
            ...(radar < 0.01 && { radarM: radar < 0.005 ? 60 : -60 }),
            ...(lidar < 0.01 && { lidarM: 60 }),
          };
        },
      }),
    asked: "a breach",
    holds: ({ openings }) => openings.length > 0,
  },
];

const counts = questions.map(({ of, journal, asked, holds }) => {
  const seeds = Array.from({ length: vehicles }, (_, at) => at + 1);
  const [was, is] = [before, now].map(
    (side) => seeds.filter((seed) => holds(follow(side, journal(seed)))).length,
  );
  return [of, asked, `${was} of ${vehicles}`, `${is} of ${vehicles}`];
});
console.log(markdownTable(["vehicles", "", "1.4.0", scoringVersion], counts).join("\n"));

const sigmas = [1, 1.5, 2, 3, 4, 6, 8, 10, 15, 20];
const onset = 200;
const window = 400;
const stepped = (seed: number, sensor: "radar" | "camera", sigma: number) =>
  journalOf({
    frames: onset + window,
    seed,
    sensors: [sensor],
    noise: { cameraDeg: 0.06, radarM: 0.06 },
    displacement: (frame) => {
      const size = frame >= onset ? 0.06 * sigma : 0;
      return { radarM: size, cameraDeg: [size, 0, 0] };
    },
  });

const delays = (["radar", "camera"] as const).flatMap((sensor) =>
  sigmas.map((sigma) => {
    const cells = [before, now].map((side) => {
      const waits = Array.from({ length: vehicles }, (_, at) => {
        const [opened] = follow(side, stepped(at + 1, sensor, sigma), 1).openings;
        return opened === undefined ? window : opened - onset;
      });
      const middle = waits.toSorted((one, other) => one - other)[Math.floor(vehicles / 2)]!;
      const mean = waits.reduce((sum, wait) => sum + wait, 0) / vehicles;
      return `${middle === window ? "–" : middle} (${mean.toFixed(2)})`;
    });
    return [sensor, `${sigma}`, ...cells];
  }),
);
console.log(
  `\nBlocks to a breach after a step of so many σ in white noise: median (mean, ${window} where none came).\n`,
);
console.log(markdownTable(["sensor", "σ", "1.4.0", scoringVersion], delays).join("\n"));
