/**
 * Fits the map from the raw confidence to the one that is stated, on a seeded simulated fleet, and measures it on another.
 * Writes core/scoring/model/confidence-knots.ts and bench/results/confidence.json and .md.
 * Run: npm run bench -- confidence
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { isotonic } from "./isotonic.ts";
import { expectedCalibrationError, stateConfidences } from "./stated-confidence.ts";
import type { Stated } from "./stated-confidence.ts";

const fitted = { seed: 1_000_000, vehicles: 360, frames: 700 };
const heldOut = { seed: 2_000_000, vehicles: 360, frames: 700 };
const knots = 20;
/** Upper ends of the cells of raw confidence: fine where most verdicts are. */
const cells = [
  0.01,
  0.05,
  0.1,
  0.2,
  0.3,
  0.4,
  0.5,
  0.6,
  0.7,
  0.8,
  0.85,
  0.9,
  0.94,
  0.97,
  0.98,
  0.99,
  0.995,
  0.998,
  0.999,
  Infinity,
];

interface Knots {
  readonly raw: readonly number[];
  readonly observed: readonly number[];
}

/** One knot a cell: the mean raw confidence, and how often it was right, made monotone. Half a verdict each way keeps it off certainty. */
function fitKnots(verdicts: readonly Stated[]): Knots {
  const sums = cells.map((end, at) => ({
    from: at === 0 ? 0 : cells[at - 1]!,
    to: Math.min(1, end),
    raw: 0,
    right: 0,
    count: 0,
  }));
  for (const { confidence, right } of verdicts) {
    const cell = sums[cells.findIndex((end) => confidence < end)]!;
    cell.raw += confidence;
    cell.right += right ? 1 : 0;
    cell.count += 1;
  }
  const observed = isotonic(
    sums.map(({ right, count }) => ({ value: (right + 0.5) / (count + 1), weight: count + 1 })),
  );
  return {
    raw: sums.map(({ from, to, raw, count }) => (count === 0 ? 0.5 * (from + to) : raw / count)),
    observed,
  };
}

function identityKnots(): Knots {
  const steps = Array.from({ length: knots }, (_, at) => at / (knots - 1));
  return { raw: steps, observed: steps };
}

const stamp = { ...runStamp(), scoringVersion };
const rawSettings = { ...defaultSettings, confidenceMap: identityKnots() };
console.error("stating raw confidences on the fleet to fit");
const map = fitKnots(stateConfidences(fitted, rawSettings));
console.error("measuring on the fleet held out");
const raw = stateConfidences(heldOut, rawSettings);
const calibrated = stateConfidences(heldOut, { ...defaultSettings, confidenceMap: map });
const errors = { raw: expectedCalibrationError(raw), calibrated: expectedCalibrationError(calibrated) };

const root = join(import.meta.dirname, "../../..");
const list = (values: readonly number[]) =>
  values.map((value) => `  ${Number(value.toFixed(6))},`).join("\n");
writeFileSync(
  join(root, "core/scoring/model/confidence-knots.ts"),
  `/**
 * Raw confidence, and how often verdicts that stated it were right: ${knots} knots, fitted on ${fitted.vehicles} simulated vehicles of
 * ${fitted.frames} frames by \`npm run bench -- confidence\` on ${stamp.date}, which writes this file.
 */
export const confidenceKnots: { readonly raw: readonly number[]; readonly observed: readonly number[] } = {
  raw: [
${list(map.raw)}
  ],
  observed: [
${list(map.observed)}
  ],
};
`,
);

const lines = [
  "# Whether the stated confidence is what happens",
  "",
  `\`npm run bench -- confidence\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}. Fitted on ${fitted.vehicles} vehicles of ${fitted.frames} frames (seed ${fitted.seed}), measured on ${heldOut.vehicles} others (seed ${heldOut.seed}): ${calibrated.length} verdicts. Half of the vehicles stay well; the others step or ramp to 0.25 to 3 CAUTION limits on one sensor; quiet, ordinary and noisy, normal, Student t with 3 degrees, 1 % of values 10 σ out.`,
  "",
  `Expected calibration error over ten bins, held out: raw ${figure(errors.raw, 4)}, calibrated ${figure(errors.calibrated, 4)} (goal: at most 0.03).`,
  "",
  ...markdownTable(
    ["stated", "verdicts", "mean stated", "right"],
    Array.from({ length: 10 }, (_, bin) => {
      const inside = calibrated.filter(({ confidence }) => Math.min(9, Math.floor(10 * confidence)) === bin);
      const mean = (values: readonly number[]) =>
        values.length === 0 ? "–" : figure(values.reduce((sum, value) => sum + value, 0) / values.length, 3);
      return [
        `${(bin / 10).toFixed(1)} to ${((bin + 1) / 10).toFixed(1)}`,
        String(inside.length),
        mean(inside.map(({ confidence }) => confidence)),
        mean(inside.map(({ right }) => (right ? 1 : 0))),
      ];
    }),
  ),
  "",
];
const results = join(root, "bench/results");
writeFileSync(
  join(results, "confidence.json"),
  `${JSON.stringify({ ...stamp, fitted, heldOut, map, errors }, null, 1)}\n`,
);
writeFileSync(join(results, "confidence.md"), lines.join("\n"));
console.log(lines.join("\n"));
