import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../../core/scoring/fold.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { plainFrames } from "../detection/limits/plain-vehicle.ts";
import { RandomStream } from "../detection/simulated/random-stream.ts";
import { drawResiduals, drawSum } from "./draw-example.ts";
import { drawLimits } from "./draw-limits.ts";
import { exampleNumbers } from "./radar-example.ts";
import { line, panel, path, picture, type Point, text, ticksBeside } from "./svg-parts.ts";
import type { WorkedByHand } from "./work-by-hand.ts";

/** Two noises of the same size, and their means of so many blocks each. */
export interface MeansFigures {
  readonly blocks: number;
  readonly noises: readonly {
    readonly words: string;
    readonly values: readonly number[];
    readonly means: readonly number[];
    /** Standard deviation of those means, over a long run. */
    readonly sdOfMeans: number;
  }[];
}

/** Why the variance of a mean is measured: the same scatter from block to block, and not of the means. */
export function drawMeans({ blocks, noises }: MeansFigures): string {
  const parts = noises.flatMap(({ words, values, means, sdOfMeans }, at) => {
    const plot = panel(
      { left: 64 + 480 * at, top: 62, width: 400, height: 190 },
      [0, values.length],
      [-3.4, 3.4],
    );
    const points = values.map((value, block): Point => [plot.x(block + 0.5), plot.y(value)]);
    return [
      text([plot.left - 20, 24], words, "title"),
      text(
        [plot.left - 20, 42],
        `means of ${blocks} blocks scatter by ${sdOfMeans.toFixed(2)} σ`,
        at === 0 ? "blue" : "orange",
      ),
      ...ticksBeside(
        plot,
        [-3, -2, -1, 0, 1, 2, 3].map((tick) => [tick, tick === 0 ? "0" : `${tick} σ`] as const),
      ),
      path(points, "thin"),
      ...means.map((mean, place) =>
        line(
          [plot.x(place * blocks), plot.y(mean)],
          [plot.x((place + 1) * blocks), plot.y(mean)],
          at === 0 ? "mean" : "meanother",
        ),
      ),
      text(
        [plot.left + plot.width / 2, plot.top + plot.height + 22],
        `${values.length} blocks of a healthy sensor`,
        "middle tick",
      ),
    ];
  });
  return picture(
    [980, 290],
    `Two healthy noises of the same size from block to block. Independent noise: means of ${blocks} blocks stay near zero. Noise that wanders: its means leave zero by much more, though nothing has moved.`,
    parts,
  );
}

const { cautionNats, criticalNats } = defaultSettings.evidence;

/** The method page's pictures, by file name. */
export function methodPictures(worked: WorkedByHand): Readonly<Record<string, string>> {
  const { provisionalBlocks: learnt, harmless } = exampleNumbers();
  const levels = {
    learnt,
    harmless,
    cautionNats,
    criticalNats,
    cautionM: defaultSettings.limits.radarM.caution,
  };
  return {
    "residual.svg": drawResiduals(worked, levels),
    "sum.svg": drawSum(worked, levels),
    "means.svg": drawMeans(meansFigures()),
    "limit.svg": drawLimits({
      cautionNats,
      criticalNats,
      runLengths: shortestRunLengths(),
      waits: [
        { words: "by 1 σ of its noise", points: waitsAfter(1) },
        { words: "by 2 σ", points: waitsAfter(2) },
      ],
    }),
  };
}

/** As measured: the least of each column of the table that `npm run bench -- run-lengths` writes. */
function shortestRunLengths() {
  const text = readFileSync(join(import.meta.dirname, "../results/run-lengths.md"), "utf8");
  const [head = [], , ...rows] = text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(2, -2));
  return head.map((limit, at) => ({
    limit: Number(limit),
    blocks: Math.min(...rows.map((row) => Number.parseFloat(row[at]!))),
  }));
}

const noiseM = 0.2;
const beginsAt = 300;
const watched = 300;
const vehicles = 31;
/** Further the picture does not go. */
const mostNats = 11;

/** Blocks until W is at a limit in half of the radars, which were heard for long and have moved by so many σ. */
function waitsAfter(sigmas: number) {
  const limits = [5, 6, 7, 8, 9, 10, mostNats];
  const paths = Array.from({ length: vehicles }, (_, seed) => natsAfter(sigmas, seed + 1));
  return limits.map((limit) => {
    const blocks = paths.map((nats) => {
      const at = nats.findIndex((value) => value >= limit);
      return at < 0 ? watched : at + 1;
    });
    return { limit, blocks: blocks.toSorted((one, other) => one - other)[(vehicles - 1) / 2]! };
  });
}

function natsAfter(sigmas: number, seed: number): readonly number[] {
  const vehicle = {
    seed,
    noise: { cameraDeg: noiseM, radarM: noiseM, lidarLog: 1 },
    carries: (_: number, sensor: string) => sensor === "radar",
    moved: (frame: number) => (frame >= beginsAt ? { radarM: sigmas * noiseM } : {}),
  };
  let state = initialState();
  const nats: number[] = [];
  for (const frame of plainFrames(vehicle, beginsAt + watched)) {
    state = fold(state, frame, defaultSettings).state;
    nats.push(state.finding.nats ?? -Infinity);
    if (nats.length > beginsAt && nats.at(-1)! >= mostNats) break;
  }
  return nats.slice(beginsAt);
}

const meanOver = 16;
const shown = 160;
const heard = 160_000;

function meansFigures() {
  const noiseOf = (words: string, share: number, correlation: number) => {
    const values = wanderingNoise(share, correlation);
    const means = Array.from({ length: heard / meanOver }, (_, at) =>
      meanOf(values.slice(at * meanOver, (at + 1) * meanOver)),
    );
    return {
      words,
      values: values.slice(0, shown),
      means: means.slice(0, shown / meanOver),
      sdOfMeans: Math.sqrt(meanOf(means.map((mean) => mean * mean))),
    };
  };
  return {
    blocks: meanOver,
    noises: [
      noiseOf("Each block by itself", 0, 0),
      noiseOf("The same size, but a part of it wanders", 0.4, 0.95),
    ],
  };
}

/** White noise, and a share of the variance that resembles itself from block to block. */
function wanderingNoise(share: number, correlation: number): readonly number[] {
  const random = new RandomStream(7);
  let slow = random.normal();
  return Array.from({ length: heard }, () => {
    const white = random.normal();
    slow = correlation * slow + Math.sqrt(1 - correlation ** 2) * random.normal();
    return Math.sqrt(1 - share) * white + Math.sqrt(share) * slow;
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
