import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ratioSoFar, varianceCurve } from "../../core/scoring/scatter/variance-curve.ts";
import { fold } from "../../core/scoring/fold.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { methodPage } from "./method-page.ts";
import { RandomStream } from "../detection/simulated/random-stream.ts";
import { exampleFrames, exampleNumbers, radarReadings } from "./radar-example.ts";
import { curveByHand } from "./variance-by-hand.ts";
import { StepNotWorkedOut, workByHand } from "./work-by-hand.ts";
import type { WorkedByHand } from "./work-by-hand.ts";

const docs = join(import.meta.dirname, "../../docs");
const worked = workByHand(radarReadings, exampleNumbers());

/** What the product makes of the same frames. */
function folded(readings = radarReadings) {
  let state = initialState();
  return exampleFrames(readings).map((reading) => {
    state = fold(state, { kind: "frame", reading }, defaultSettings).state;
    return state;
  });
}

/** Sums of sixteen significant bits against binary64 ones. */
const decimals = 3;
const leftByRounding = 0.002;

function expectSame(byHand: WorkedByHand, states: ReturnType<typeof folded>): void {
  let isOpen = false;
  states.forEach(({ finding, breach, tracks }, at) => {
    const { frame, step } = byHand.frames[at]!;
    const isLearnt = frame >= exampleNumbers().provisionalBlocks;
    expect(tracks.radar.calibration !== null, `baseline at frame ${frame}`).toBe(isLearnt);
    if (step === null) return;
    isOpen ||= step.opens;
    const [sum, sumByHand] = [Math.exp(finding.nats ?? -Infinity), Math.exp(step.weighed.nats)];
    expect(Math.abs(sum - sumByHand) / (1 + sumByHand), `e^W at frame ${frame}`).toBeLessThan(leftByRounding);
    expect(finding.suspected, `suspected at frame ${frame}`).toBe(step.isSuspected);
    expect(breach !== null, `breach at frame ${frame}`).toBe(isOpen);
  });
}

test("the product's fold and the computation by hand come to the same W, frame by frame", () => {
  expectSame(worked, folded());
});

/** A radar with noise that resembles itself by so much, and a step of so many σ after thirty frames. */
function otherReadings(seed: number): readonly number[] {
  const random = new RandomStream(seed);
  const correlation = 0.1 * (seed % 6);
  const steps = 2 * (seed % 5);
  let noise = 0;
  return Array.from({ length: 49 }, (_, at) => {
    noise = correlation * noise + Math.sqrt(1 - correlation ** 2) * random.normal();
    return 0.1 * (noise + (at >= 30 ? steps : 0));
  });
}

test("so they do for other radars, quiet or moved, with noise that wanders, before and after a breach", () => {
  let compared = 0;
  let opened = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const readings = otherReadings(seed);
    const byHand = workedOut(readings);
    if (byHand === null) continue;
    expectSame(byHand, folded(readings));
    compared += 1;
    if (byHand.frames.some(({ step }) => step?.opens)) opened += 1;
  }
  expect(compared).toBeGreaterThan(4);
  expect(opened).toBeGreaterThan(1);
});

/** Null where the page does not work out what happens. */
function workedOut(readings: readonly number[]): WorkedByHand | null {
  try {
    return workByHand(readings, exampleNumbers());
  } catch (error) {
    if (error instanceof StepNotWorkedOut) return null;
    throw error;
  }
}

test("they agree on baseline and samples of the scatter", () => {
  const { tracks, evidence } = folded().at(-1)!;
  const { location, scale, clipUnit, zones } = tracks.radar.calibration!;
  const { baseline, samples } = worked;
  const learnt = [location[0]!, scale[0]!, clipUnit[0]!, zones[0]!];
  [baseline.location, baseline.sigma, baseline.clipUnit, baseline.zone].forEach((value, at) => {
    expect(learnt[at]).toBeCloseTo(value, decimals);
  });
  const radar = 30;
  samples.sums.forEach((sum, scale) => {
    expect(evidence.scatter.squares[radar + scale]).toBeCloseTo(sum, decimals);
    expect(evidence.scatter.counts[radar + scale]).toBeCloseTo(samples.counts[scale]!, decimals);
  });
});

test("they agree on the variance of a mean, whatever was heard and told of it", () => {
  const random = new RandomStream(3);
  const size = () => Math.exp(random.normal());
  const scales = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (let run = 0; run < 200; run += 1) {
    const wander = 0.3 * random.normal();
    const counts = scales.map((scale) => (scale < run % 11 ? (30 * size()) / 2 ** scale : 0));
    const sums = counts.map((count, scale) => 0.02 * count * size() * Math.exp(wander * scale));
    const degrees = scales.map(() => (run % 3 === 0 ? 2 * size() : 0));
    const told = { ratios: scales.map((scale) => Math.exp(wander * scale)), degrees };
    const variance = 0.02 * size();
    const known = { scatter: { squares: sums, counts }, channel: 0, variance, prior: told };
    const numbers = exampleNumbers();
    const curve = varianceCurve(known);
    const byHand = curveByHand({ sums, counts }, variance, told, numbers);
    for (const scale of scales) {
      expect(curve.inflation[scale]! / byHand.inflation[scale]!).toBeCloseTo(1, 8);
      expect(curve.degrees[scale]! / byHand.inflationDegrees[scale]!).toBeCloseTo(1, 6);
      expect(ratioSoFar(known, scale)).toBeCloseTo(
        (numbers.fewSamples + byHand.sums[scale]!) / (numbers.fewSamples + byHand.counts[scale]!),
        8,
      );
    }
  }
});

test("they agree on the start that decides, when the breach opens", () => {
  const opened = worked.frames.findIndex(({ step }) => step?.opens);
  if (opened < 0) return;
  const { window } = folded()[opened]!.finding;
  const { starts } = worked.frames[opened]!.step!.weighed;
  const likeliest = starts.reduce((one, other) => (other.term >= one.term ? other : one));
  expect(window).toMatchObject({ fromSeq: likeliest.frame, starts: likeliest.size });
  expect(Math.log(window!.likelihoodRatio)).toBeCloseTo(Math.log(likeliest.likelihood), decimals);
  const [radar] = window!.channels;
  expect(radar!.meanVariance).toBeCloseTo(likeliest.meanVariance, decimals);
  expect(radar!.degrees).toBeCloseTo(likeliest.degrees, decimals);
  expect(radar!.sigma).toBeCloseTo(Math.sqrt(likeliest.variance), decimals);
});

test("the page states these numbers: else run `npm run docs:method`", () => {
  const page = readFileSync(join(docs, "scoring-method.md"), "utf8");
  expect(methodPage(page, worked)).toBe(page);
});
