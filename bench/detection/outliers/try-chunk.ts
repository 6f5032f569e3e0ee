import type { JournalEntry, SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { RandomStream } from "../simulated/random-stream.ts";
import { drawVehicle, isCalm, stories, type CalmVehicle, type Story } from "./calm-vehicle.ts";
import { causeOf, causes, minimise, tryOutlier, type Cause, type TrialOutcome } from "./try-outlier.ts";
import { drawOutlierReading } from "./outlier-reading.ts";

/** What came of some thousands of trials. */
export interface ChunkOutcome {
  readonly trials: number;
  /** Ordinary frames followed after the outliers. */
  readonly followed: number;
  readonly vehicles: number;
  readonly byStory: Readonly<Record<Story, number>>;
  readonly byStage: Readonly<Record<Stage, number>>;
  /** Trials after which the tier went another way than the twin's. */
  readonly byCause: Readonly<Record<Cause, number>>;
  /** Those of them that the outlier frame did alone, by what the vehicle had been through. */
  readonly aloneByStory: Readonly<Record<Story, number>>;
  /** Trials that kept a vehicle in UNKNOWN for longer, and the most frames by which. */
  readonly learntLater: number;
  readonly mostLater: number;
  readonly counterexamples: readonly Counterexample[];
}

/** An outlier frame that changed a tier alone, with only what is needed for it. */
export interface Counterexample extends TrialOutcome {
  readonly vehicleSeed: number;
  readonly story: Story;
  readonly at: number;
  /** The outlier frame, under the name it has in the results that are kept. */
  readonly wild: SensorReading;
}

export const stages = ["learning", "provisional", "established"] as const;
type Stage = (typeof stages)[number];

export interface ChunkPlan {
  readonly seed: number;
  readonly trials: number;
  /** Own frames followed after an outlier, and after every tenth of them. */
  readonly watched: number;
  readonly watchedLong: number;
}

const trialsPerVehicle = 200;

export function tryChunk(plan: ChunkPlan): ChunkOutcome {
  const random = new RandomStream(plan.seed);
  const sum = {
    trials: 0,
    followed: 0,
    vehicles: 0,
    byStory: zeroes(stories),
    byStage: zeroes(stages),
    byCause: zeroes(causes),
    aloneByStory: zeroes(stories),
    learntLater: 0,
    mostLater: 0,
    counterexamples: [] as Counterexample[],
  };
  while (sum.trials < plan.trials) {
    const vehicleSeed = plan.seed + 1 + sum.vehicles++;
    const vehicle = drawVehicle(vehicleSeed);
    // Some have few calm stretches.
    for (let draw = 0; draw < trialsPerVehicle && sum.trials < plan.trials; draw++) {
      const watched = draw % 10 === 0 ? plan.watchedLong : plan.watched;
      const at = Math.floor(random.uniform() * (vehicle.journal.length - watched));
      if (!isCalm(vehicle, at, at + watched)) continue;
      const trial = { at, outlier: drawOutlierReading(random, momentsAround(vehicle.journal, at)), watched };
      const outcome = tryOutlier(vehicle, trial);
      sum.trials++;
      sum.followed += outcome.changedAfter ?? watched;
      sum.byStory[vehicle.story]++;
      sum.byStage[stageOf(vehicle, at)]++;
      if (outcome.learntLater > 0) sum.learntLater++;
      sum.mostLater = Math.max(sum.mostLater, outcome.learntLater);
      if (outcome.changedAfter === null) continue;
      const cause = causeOf(vehicle, trial, outcome);
      sum.byCause[cause]++;
      if (cause !== "alone") continue;
      sum.aloneByStory[vehicle.story]++;
      const { outlier } = minimise(vehicle, trial);
      sum.counterexamples.push({ vehicleSeed, story: vehicle.story, at, wild: outlier, ...outcome });
    }
  }
  return sum;
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** Capture times of the frames before and after. */
function momentsAround(journal: readonly JournalEntry[], at: number): [number, number] {
  const timeOf = (entry: JournalEntry | undefined) =>
    entry?.kind === "frame" ? entry.reading.timestampUs : null;
  const after = timeOf(journal[at])!;
  return [timeOf(journal[at - 1]) ?? after - 1_000_000, after];
}

function stageOf({ states }: CalmVehicle, at: number): Stage {
  const { camera, radar, lidar } = states[at]!.tracks;
  const learnt = [camera, radar, lidar].filter((track) => track.calibration !== null);
  if (learnt.length === 0) return "learning";
  return learnt.some((track) => track.calibration!.established) ? "established" : "provisional";
}
