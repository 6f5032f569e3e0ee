import { addBaselineScatter, clearScatter } from "../../../core/scoring/scatter/mean-scatter.ts";
import { addBlock, addValues, noChangeSums } from "../../../core/scoring/change/change-sums.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { isCarriedByMany } from "../../../core/scoring/breach/open-breach.ts";
import { softClip } from "../../../core/scoring/numeric/soft-clip.ts";
import { weighChange } from "../../../core/scoring/change/weigh-change.ts";
import { RandomStream } from "../simulated/random-stream.ts";
import type { ChangeSums } from "../../../core/scoring/model/state.ts";
import type { WeighedChange, ChangeModel } from "../../../core/scoring/change/change-model.ts";

/*
 * How long W stays under a limit when nothing is wrong: independent normal noise, soft-clipped as the product clips it,
 * the least zone there is (0.05 σ, that of a sensor much noisier than its limits), 50 blocks of reference.
 */

export const sensorNames = ["camera", "radar", "lidar"] as const;
export type SensorName = (typeof sensorNames)[number];

const channelsOf: Readonly<Record<SensorName, readonly number[]>> = {
  camera: [0, 1, 2],
  radar: [3],
  lidar: [4],
};
const referenceBlocks = 50;

const { evidence, prior } = defaultSettings;
const zone = softClip(evidence.indifferenceSigma, evidence.clipDegrees);
const model: ChangeModel = {
  zones: [zone, zone, zone, zone, zone],
  directions: [0, 0, 0, 0, 1],
  sensors: [
    [0, 3],
    [3, 4],
    [4, 5],
  ],
  referenceFrozen: false,
  participation: evidence.participation,
  shiftVariances: evidence.shiftVariances,
  shiftWeights: evidence.shiftWeights,
  minimumReference: evidence.minimumReference,
  priorVariances: [1, 1, 1, 1, 1],
  priorDegrees: prior.degrees,
  varianceFloor: evidence.varianceFloor,
  blockLevels: [0, 0, 0, 0, 0],
  priorCurves: [
    prior.curves.camera,
    prior.curves.camera,
    prior.curves.camera,
    prior.curves.radar,
    prior.curves.lidar,
  ],
};
const shape = {
  bucketsPerLevel: evidence.bucketsPerLevel,
  levels: evidence.levels,
  referenceFrozen: false,
  scatterModel: model,
};

/** A vehicle that is heard block by block: what each block's noise was, and what W then is. */
class HeardVehicle {
  readonly values = new Float64Array(5);
  readonly #random: RandomStream;
  readonly #weights = new Float64Array(5);
  #sums: ChangeSums = noChangeSums(5);
  #found: WeighedChange | null = null;
  #seq = 0;

  constructor(sensors: readonly SensorName[], random: RandomStream) {
    this.#random = random;
    for (const sensor of sensors) for (const channel of channelsOf[sensor]) this.#weights[channel] = 1;
    const reference: number[][] = [];
    for (let block = 0; block < referenceBlocks; block += 1) {
      this.#draw(none);
      const values = this.#clipped();
      const past = addValues(this.#sums.past, { weights: this.#weights, values });
      this.#sums = { ...this.#sums, past };
      reference.push([...values]);
    }
    const scatter = addBaselineScatter(this.#sums.scatter, 0, reference);
    const silent = [...this.#weights].flatMap((weight, channel) => (weight === 0 ? [channel] : []));
    this.#sums = {
      ...this.#sums,
      scatter: silent.reduce((left, channel) => clearScatter(left, channel, 1), scatter),
    };
  }

  /** One more block, whose noise is moved by so much. */
  hear(shift: ArrayLike<number>): void {
    this.#draw(shift);
    this.#seq += 1;
    const block = { seq: this.#seq, weights: this.#weights, values: this.#clipped() };
    this.#sums = addBlock(this.#sums, block, shape);
    this.#found = weighChange(this.#sums, model);
  }

  /** Whether a breach would open: W is at the limit, and stays there without any single block. */
  opens(limitNats: number): boolean {
    const gathered = { sums: this.#sums, model, found: this.#found! };
    return isCarriedByMany(gathered, gathered.found, limitNats);
  }

  #draw(shift: ArrayLike<number>): void {
    for (let channel = 0; channel < 5; channel += 1) {
      this.values[channel] = this.#random.normal() + shift[channel]!;
    }
  }

  #clipped(): Float64Array {
    return this.values.map((value) => softClip(value, evidence.clipDegrees));
  }
}

const none = new Float64Array(5);

/** First passages of each limit, counted: alarms and the blocks without one, over vehicles of equal length. */
export function countAlarms(
  sensors: readonly SensorName[],
  limits: readonly number[],
  plan: { readonly vehicles: number; readonly blocks: number; readonly seed: number },
): readonly { readonly alarms: number; readonly exposure: number }[] {
  const counted = limits.map(() => ({ alarms: 0, exposure: 0 }));
  const random = new RandomStream(plan.seed);
  for (let vehicle = 0; vehicle < plan.vehicles; vehicle += 1) {
    const heard = new HeardVehicle(sensors, random);
    let reached = 0;
    for (let block = 1; block <= plan.blocks && reached < limits.length; block += 1) {
      heard.hear(none);
      while (reached < limits.length && heard.opens(limits[reached]!)) {
        counted[reached]!.alarms += 1;
        counted[reached]!.exposure += block;
        reached += 1;
      }
    }
    for (let at = reached; at < limits.length; at += 1) counted[at]!.exposure += plan.blocks;
  }
  return counted;
}

/**
 * P(W reaches a limit within so many blocks) without a fault, by importance sampling: vehicles with a fault are simulated,
 * which begins at a block drawn evenly and is drawn from a list of shifts, and each alarm at block T counts with the
 * likelihood ratio of no fault to this mixture, N / (Σ_k w_k·S_k(T) + N − T), where S_k is the Shiryaev–Roberts sum of
 * shift k, S ← (S + 1)·exp(δ'x − δ'δ/2), and starts after T make no difference yet. It is exact for whatever W does.
 */
export function alarmProbability(
  sensors: readonly SensorName[],
  limits: readonly number[],
  plan: { readonly runs: number; readonly blocks: number; readonly seed: number },
): readonly { readonly probability: number; readonly standardError: number }[] {
  const random = new RandomStream(plan.seed);
  const shifts = listShifts(sensors);
  const halfSquares = shifts.map((shift) => 0.5 * shift.reduce((sum, part) => sum + part * part, 0));
  const totals = limits.map(() => ({ sum: 0, squares: 0 }));
  for (let run = 0; run < plan.runs; run += 1) {
    const heard = new HeardVehicle(sensors, random);
    const begins = 1 + Math.floor(random.uniform() * plan.blocks);
    const fault = shifts[Math.floor(random.uniform() * shifts.length)]!;
    const sums = new Float64Array(shifts.length);
    let reached = 0;
    for (let block = 1; block <= plan.blocks && reached < limits.length; block += 1) {
      heard.hear(block >= begins ? fault : none);
      let mixture = 0;
      for (let at = 0; at < shifts.length; at += 1) {
        const along = product(shifts[at]!, heard.values);
        sums[at] = (sums[at]! + 1) * Math.exp(along - halfSquares[at]!);
        mixture += sums[at]!;
      }
      while (reached < limits.length && heard.opens(limits[reached]!)) {
        const weight = plan.blocks / (mixture / shifts.length + plan.blocks - block);
        totals[reached]!.sum += weight;
        totals[reached]!.squares += weight * weight;
        reached += 1;
      }
    }
  }
  return totals.map(({ sum, squares }) => {
    const mean = sum / plan.runs;
    return {
      probability: mean,
      standardError: Math.sqrt(Math.max(0, squares / plan.runs - mean * mean) / plan.runs),
    };
  });
}

const sizes = [0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.5, 2.2, 3.5];

/** Shifts that can make W rise: one channel alone either way, all axes of the camera together, and pairs of sensors. */
function listShifts(sensors: readonly SensorName[]): readonly (readonly number[])[] {
  const ways = sensors.map((sensor) => waysOf(sensor));
  const pairs = ways.flatMap((some, at) =>
    ways.slice(at + 1).flatMap((others) => some.flatMap((one) => others.map((other) => half(one, other)))),
  );
  return [...ways.flat(), ...pairs].flatMap((way) => sizes.map((size) => way.map((part) => size * part)));
}

/** Directions of length 1. The lidar's error can only be a fault upward. */
function waysOf(sensor: SensorName): readonly (readonly number[])[] {
  const one = (channel: number, size: number) => [0, 1, 2, 3, 4].map((at) => (at === channel ? size : 0));
  if (sensor === "lidar") return [one(4, 1)];
  if (sensor === "radar") return [one(3, 1), one(3, -1)];
  const corner = Math.sqrt(1 / 3);
  const corners = [1, -1].flatMap((x) =>
    [1, -1].flatMap((y) => [1, -1].map((z) => [x * corner, y * corner, z * corner, 0, 0])),
  );
  return [0, 1, 2].flatMap((axis) => [one(axis, 1), one(axis, -1)]).concat(corners);
}

function half(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((part, at) => Math.SQRT1_2 * (part + other[at]!));
}

function product(a: readonly number[], b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}
