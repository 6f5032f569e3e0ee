import { Worker } from "node:worker_threads";

import type { Bench, Part } from "../bench.ts";
import { markdownTable } from "../../markdown-table.ts";
import { stories } from "./calm-vehicle.ts";
import { stages, type ChunkOutcome, type ChunkPlan } from "./try-chunk.ts";
import { causes } from "./try-outlier.ts";
import type { OutlierMessage } from "./outlier-worker.ts";

/** Single outlier frames in otherwise calm streams: the tier must go the way of the twin's that had none. */
export const outlierPart: Part = {
  name: "wild-frames",
  title: "Single outlier frames",
  steps: (full) => chunksOf(full, 1),
  async run(bench) {
    const plans = plansOf(bench);
    const halves = [0, 1].map((half) => plans.filter((_, at) => at % 2 === half));
    const outcomes = (await Promise.all(halves.map((chunks) => runWorker(chunks, bench)))).flat();
    const total = addUp(outcomes);
    return { markdown: print(total, bench), json: { ...total, seed: bench.seed }, figures: [] };
  },
};

const trialsPerChunk = 10_000;
const quickTrialsPerChunk = 1_000;

function chunksOf(full: boolean, share: number): number {
  return full ? Math.max(1, Math.round(100 * share)) : 4;
}

function plansOf({ full, share, seed }: Bench): ChunkPlan[] {
  return Array.from({ length: chunksOf(full, share) }, (_, chunk) => ({
    seed: seed + 100_003 * chunk,
    trials: full ? trialsPerChunk : quickTrialsPerChunk,
    watched: 12,
    watchedLong: 60,
  }));
}

function runWorker(chunks: readonly ChunkPlan[], bench: Bench): Promise<ChunkOutcome[]> {
  const { promise, resolve, reject } = Promise.withResolvers<ChunkOutcome[]>();
  const outcomes: ChunkOutcome[] = [];
  const worker = new Worker(new URL("outlier-worker.ts", import.meta.url), {
    workerData: { full: bench.full, share: bench.share, chunks },
  });
  worker.on("message", ({ outcome }: OutlierMessage) => {
    outcomes.push(outcome);
    bench.step("outlier frames");
  });
  worker.on("error", reject);
  worker.on("exit", () => resolve(outcomes));
  return promise;
}

function addUp(outcomes: readonly ChunkOutcome[]): ChunkOutcome {
  const sum = (of: (outcome: ChunkOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const sumBy = <Name extends string>(
    names: readonly Name[],
    of: (outcome: ChunkOutcome) => Record<Name, number>,
  ) =>
    Object.fromEntries(names.map((name) => [name, sum((outcome) => of(outcome)[name])])) as Record<
      Name,
      number
    >;
  return {
    trials: sum(({ trials }) => trials),
    followed: sum(({ followed }) => followed),
    vehicles: sum(({ vehicles }) => vehicles),
    byStory: sumBy(stories, ({ byStory }) => byStory),
    byStage: sumBy(stages, ({ byStage }) => byStage),
    byCause: sumBy(causes, ({ byCause }) => byCause),
    aloneByStory: sumBy(stories, ({ aloneByStory }) => aloneByStory),
    learntLater: sum(({ learntLater }) => learntLater),
    mostLater: Math.max(...outcomes.map(({ mostLater }) => mostLater)),
    counterexamples: outcomes.flatMap(({ counterexamples }) => counterexamples),
  };
}

/** Counterexamples printed one by one; the results file has them all. */
const printedExamples = 10;

function print(total: ChunkOutcome, { seed }: Bench): string[] {
  const { byCause, byStory, byStage, aloneByStory, counterexamples } = total;
  const count = (value: number) => value.toLocaleString("en");
  return [
    `**${count(total.trials)}** outlier frames, one at a time, in the streams of ${count(total.vehicles)} vehicles (seed ${seed}): rotations by up to half a turn, matrices bent as far as the contract allows or rounded to one decimal, radar biases and lidar errors of up to a kilometre, confidences at their ends, sensors missing, clocks jumping back by up to a year or ahead by five minutes. Each stream is compared with its twin without that frame, at once and over the next 12 frames, over 60 after every tenth: ${count(total.followed)} frames.`,
    "",
    `Tiers that the outlier frame changed **alone: ${count(byCause.alone)}**.`,
    "",
    ...markdownTable(
      ["went another way than the twin because of", "trials"],
      [
        [
          "a change of its own: the twin goes there too, some frames later or earlier",
          count(byCause["its own change"]),
        ],
        [
          "a frame more: an ordinary one in the place of the outlier does the same",
          count(byCause["an ordinary frame does the same"]),
        ],
        [
          "a last straw: the evidence of the twin itself is at 6 nats or more meanwhile, whichever block is left out",
          count(byCause["under suspicion anyhow"]),
        ],
        [
          "two outlier frames: the vehicle's own noise threw an outlier within eight frames of it",
          count(byCause["an outlier of the vehicle's own beside it"]),
        ],
        ["the outlier frame alone", count(byCause.alone)],
      ],
    ),
    "",
    ...markdownTable(
      ["vehicles", "trials", "changed by the outlier frame alone"],
      [
        ...stories.map((story) => [story, count(byStory[story]), count(aloneByStory[story])]),
        ...stages.map((stage) => [stage, count(byStage[stage]), ""]),
      ],
    ),
    "",
    `An outlier frame kept ${count(total.learntLater)} vehicles learning for longer, by ${total.mostLater} frames at most.`,
    "",
    ...counterexamples
      .slice(0, printedExamples)
      .map(
        ({ vehicleSeed, story, at, changedAfter, changedTo, wild: outlier }) =>
          `- vehicle ${vehicleSeed} (${story}), before frame ${at}: ${changedTo} after ${changedAfter} frames, by \`${JSON.stringify(outlier)}\``,
      ),
    "",
  ];
}
