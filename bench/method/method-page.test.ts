import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fold } from "../../core/scoring/fold.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../core/scoring/model/settings.ts";
import { methodPage } from "./method-page.ts";
import { methodPictures } from "./method-pictures.ts";
import { exampleFrames, exampleNumbers, radarReadings } from "./radar-example.ts";
import { workByHand } from "./work-by-hand.ts";

const docs = join(import.meta.dirname, "../../docs");
const worked = workByHand(radarReadings, exampleNumbers());

/** What the product makes of the same frames. */
function folded() {
  let state = initialState();
  return exampleFrames().map((reading) => {
    state = fold(state, { kind: "frame", reading }, defaultSettings).state;
    return state;
  });
}

/** Sums of sixteen significant bits against binary64 ones. */
const decimals = 3;

test("the product's fold and the computation by hand come to the same W, frame by frame", () => {
  folded().forEach(({ finding, breach, tracks }, at) => {
    const { frame, step } = worked.frames[at]!;
    expect(tracks.radar.calibration !== null, `baseline at frame ${frame}`).toBe(
      at + 1 >= exampleNumbers().provisionalBlocks,
    );
    if (step === null) return;
    expect(finding.nats ?? -Infinity, `W at frame ${frame}`).toBeCloseTo(step.weighed.nats, decimals);
    expect(finding.suspected, `suspected at frame ${frame}`).toBe(step.isSuspected);
    const isOpen = worked.frames.slice(0, frame).some((before) => before.step?.opens);
    expect(breach !== null, `breach at frame ${frame}`).toBe(isOpen);
  });
});

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

test("its pictures are drawn from them: else run `npm run docs:method`", () => {
  const page = readFileSync(join(docs, "scoring-method.md"), "utf8");
  for (const [name, drawing] of Object.entries(methodPictures(worked))) {
    expect(page).toContain(`(method/${name})`);
    expect(existsSync(join(docs, "method", name))).toBe(true);
    expect(readFileSync(join(docs, "method", name), "utf8")).toBe(drawing);
  }
});
