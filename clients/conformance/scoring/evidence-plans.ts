import { independentCurves } from "../../../core/scoring/change/change-model-for-tests.ts";
import type { ChangeModel } from "../../../core/scoring/change/change-model.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";

/** What is expected of the variance of a mean; a case names one for each sensor. */
export const priorCurves = {
  settings: defaultSettings.prior.curves.camera,
  independent: independentCurves(1)[0]!,
  // Of a fleet whose neighbouring blocks are somewhat alike, and whose noise wanders over some ten of them.
  fleet: {
    ratios: [0.875, 0.9375, 1.125, 1.5, 2.0625, 2.6, 2.9, 3.1, 3.15, 3.2].map(Math.fround),
    degrees: [15, 15, 14.5, 13.25, 12, 10, 8, 6.5, 5, 4.75].map(Math.fround),
  },
  // Of one whose noise is white: a tenth more than was measured.
  white: {
    ratios: [1.1, 1.09, 1.12, 1.08, 1.1, 1.14, 1.05, 1.05, 1.05, 1.05].map(Math.fround),
    degrees: [15, 15, 15, 15, 15, 12, 9, 4, 4, 4].map(Math.fround),
  },
};

export interface EvidencePlan {
  readonly name: string;
  readonly noise: "white" | "wandering" | "common" | "alike";
  /** Factor of the noise, by channel. */
  readonly scales?: readonly number[];
  readonly blocks: number;
  /** Of each sensor. */
  readonly curves: readonly (keyof typeof priorCurves)[];
  /** In σ, of each channel; and how many σ one unit of its clip stands for. */
  readonly zones?: readonly number[];
  readonly clipUnits?: readonly number[];
  /** Of each sensor the weights of its blocks, over and over; 0: it is not heard. */
  readonly weights?: readonly (readonly number[])[];
  /** Of each sensor: 2^level frames make a block; what a doubt found its correlation to be at least. */
  readonly levels?: readonly number[];
  readonly leastCorrelations?: readonly number[];
  /** A channel moves from a block on, and moves on by so much a block. */
  readonly moves?: readonly {
    readonly channel: number;
    readonly from: number;
    readonly by: number;
    readonly perBlock: number;
  }[];
  /** The reference stays after so many watched blocks as it is then, with so many of the oldest buckets in it. */
  readonly frozen?: { readonly after: number; readonly settled: number };
  /** A sensor that is not heard until its baseline, of all its blocks from one on, comes after a watched block. */
  readonly late?: { readonly sensor: number; readonly from: number; readonly after: number };
  /** Each sensor's curve from before a repair: counted as samples. */
  readonly inherited?: keyof typeof priorCurves;
  readonly bucketsPerLevel?: number;
  readonly levelsOfBuckets?: number;
  readonly known?: Pick<Partial<ChangeModel>, "priorDegrees" | "varianceFloor" | "participation">;
}

const radarStep = [{ channel: 3, from: 50, by: 1.5, perBlock: 0 }];
const usual = ["settings", "settings", "settings"] as const;

/** The cases of evidence.json. */
export const evidencePlans: readonly EvidencePlan[] = [
  {
    name: "blocks known to be independent, no zone, no prior",
    noise: "white",
    blocks: 60,
    curves: ["independent", "independent", "independent"],
    zones: [0, 0, 0, 0, 0],
    moves: radarStep,
    known: { priorDegrees: 0, varianceFloor: 0, participation: 0.3 },
  },
  { name: "zones, prior and one-sided lidar", noise: "white", blocks: 60, curves: usual, moves: radarStep },
  {
    name: "radar in every third block, lidar at half weight",
    noise: "white",
    blocks: 240,
    curves: usual,
    weights: [[1], [1, 0, 0], [0.5]],
    moves: [{ channel: 3, from: 200, by: 1.5, perBlock: 0 }],
  },
  {
    name: "blocks of unequal weight",
    noise: "white",
    blocks: 240,
    curves: usual,
    // The lidar's buckets come to differ by more than a factor of two.
    weights: [[1, 0.75, 1, 0.5], [0.875], Array.from({ length: 36 }, (_, t) => (t < 18 ? 1 : 0.375))],
    moves: [{ channel: 3, from: 200, by: 1.5, perBlock: 0 }],
  },
  {
    name: "frozen reference",
    noise: "white",
    blocks: 60,
    curves: usual,
    moves: radarStep,
    frozen: { after: 0, settled: 0 },
  },
  {
    name: "a reference that is frozen later",
    noise: "wandering",
    blocks: 400,
    curves: usual,
    moves: [{ channel: 3, from: 340, by: 3, perBlock: 0 }],
    frozen: { after: 320, settled: 14 },
  },
  {
    name: "noise that wanders within the zone",
    noise: "wandering",
    blocks: 400,
    curves: usual,
    zones: [2, 1.5, 3, 2.5, 2],
    clipUnits: [2.857, 2.143, 4.286, 3.571, 2.857],
    moves: [{ channel: 3, from: 300, by: 1.2, perBlock: 0 }],
  },
  {
    name: "noise that wanders beyond the zone",
    noise: "wandering",
    blocks: 800,
    curves: usual,
    moves: [{ channel: 1, from: 700, by: 1.5, perBlock: 0 }],
  },
  {
    name: "a fleet's curve, and sensors with blocks of different lengths",
    noise: "wandering",
    blocks: 400,
    curves: ["fleet", "settings", "fleet"],
    levels: [1, 0, 1],
    moves: [{ channel: 4, from: 300, by: 1.5, perBlock: 0 }],
  },
  {
    name: "a wander that the sensors share, after doubts",
    noise: "common",
    blocks: 300,
    curves: ["settings", "fleet", "settings"],
    leastCorrelations: [0.45, 0.95, 0],
    moves: [{ channel: 0, from: 250, by: 2, perBlock: 0 }],
  },
  {
    name: "a slow drift, which is not taken for noise",
    noise: "white",
    blocks: 300,
    curves: usual,
    moves: [{ channel: 3, from: 40, by: 0, perBlock: 0.02 }],
  },
  {
    name: "few sizes of buckets: the oldest join the past",
    noise: "common",
    blocks: 300,
    curves: usual,
    levelsOfBuckets: 5,
    moves: [{ channel: 2, from: 270, by: -2.5, perBlock: 0 }],
  },
  {
    name: "blocks that resemble each other, with a fleet of white noise",
    noise: "alike",
    blocks: 200,
    curves: ["settings", "white", "fleet"],
    levels: [0, 1, 2],
    moves: [{ channel: 3, from: 180, by: 4, perBlock: 0 }],
  },
  {
    name: "a channel that hardly varies, and moves far",
    noise: "white",
    blocks: 150,
    curves: ["settings", "independent", "white"],
    scales: [1, 1, 1, 0.001, 0.02],
    moves: [{ channel: 3, from: 110, by: 400, perBlock: 0 }],
    known: { priorDegrees: 0.01 },
  },
  {
    name: "a sensor whose baseline comes later",
    noise: "common",
    blocks: 150,
    curves: ["fleet", "settings", "settings"],
    weights: [[1], [1], [1, 0.8125, 0]],
    late: { sensor: 2, from: 10, after: 27 },
    moves: [{ channel: 4, from: 100, by: 2, perBlock: 0 }],
  },
  {
    name: "eight buckets of each size, after a repair",
    noise: "white",
    blocks: 200,
    curves: usual,
    bucketsPerLevel: 8,
    inherited: "fleet",
    moves: [{ channel: 3, from: 180, by: 1.5, perBlock: 0 }],
  },
];

/** What is alike in all cases of evidence-presence.json. */
export const presencePlan: EvidencePlan = { name: "presence", noise: "white", blocks: 60, curves: usual };
