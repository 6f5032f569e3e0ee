import { expect, test } from "vitest";

import { verdictNoteValues } from "../../../core/contract/schemas/vehicles/residual-score.ts";
import type { DecidingWindow, ResidualScore } from "../../../core/contract/types.ts";
import { verdictNoteCodes } from "../../../core/scoring/verdict/explain-verdict.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { unpackScore, packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { journalOf } from "../../../core/scoring/vehicle-journal.ts";
import type { TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { presentScore } from "./present-score.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";

const faults: readonly [string, Pick<TestVehicle, "sensors" | "displacement">][] = [
  ["all three sensors, the radar at fault", { displacement: after(100, { radarM: 0.4 }) }],
  ["all three, the camera at fault", { displacement: after(100, { cameraDeg: [0, 0.4, 0] }) }],
  ["a lidar alone", { sensors: ["lidar"], displacement: after(100, { lidarM: 0.2 }) }],
  ["a radar alone", { sensors: ["radar"], displacement: after(100, { radarM: -0.4 }) }],
  [
    "camera and lidar",
    { sensors: ["camera", "lidar"], displacement: after(100, { cameraDeg: [0.3, 0, 0] }) },
  ],
];

test.each(faults)("W can be computed by hand from one answer: %s", (_name, fault) => {
  const answers = scoresOf({ frames: 160, seed: 91, ...fault }).map((score) => answerOf(score));
  const decided = answers.filter(({ deciding_window }) => deciding_window !== undefined);

  expect(decided.length).toBeGreaterThan(40);
  for (const { deciding_window: window, cusum_statistic: total } of decided) {
    const { likelihood, term } = byHand(JSON.parse(JSON.stringify(window)) as DecidingWindow);
    expect(likelihood / window!.likelihood_ratio).toBeCloseTo(1, 3);
    expect(term).toBeCloseTo(window!.term_nats, 3);
    // W is a sum over all starts: this one adds most, and the others are not many.
    expect(term).toBeLessThanOrEqual(total! + 1e-3);
    expect(term).toBeGreaterThan(total! - Math.log(37));
  }
});

test("it is there while a breach is open or W is at its limit, and never names a sensor that is not there", () => {
  for (const [, fault] of faults) {
    for (const score of scoresOf({ frames: 160, seed: 92, ...fault })) {
      const { deciding_window: window, cusum_statistic: nats, cusum_triggered: open } = answerOf(score);
      expect(window !== undefined).toBe(open || (nats ?? 0) >= defaultSettings.evidence.cautionNats);
      const sensors = fault.sensors ?? ["camera", "radar", "lidar"];
      for (const { sensor } of window?.sensors ?? []) expect(sensors).toContain(sensor);
    }
  }
});

test("an answer explains what seems odd in it, in words the contract knows", () => {
  expect(verdictNoteValues).toEqual(verdictNoteCodes);
  const small = {
    frames: 180,
    seed: 94,
    noise: { radarM: 0.01 },
    displacement: after(100, { radarM: 0.07 }),
  };
  const answer = answerOf(scoresOf(small).at(-1)!);
  expect(answer).toMatchObject({ tier: "NOMINAL", cusum_triggered: true });
  expect(answer.notes!.map(({ code }) => code)).toContain("breach_below_limits");
  expect(answerOf(scoresOf({ frames: 90, seed: 94 }).at(-1)!)).not.toHaveProperty("notes");
});

test("a frame sent again is answered with the same window", () => {
  for (const score of scoresOf({ frames: 130, seed: 93, displacement: after(100, { radarM: 0.4 }) })) {
    expect(answerOf(unpackScore(packScore(score)))).toEqual(answerOf(score));
  }
});

/** The formulas of docs/scoring-method.md, section 5, with nothing but the answer and the library's own functions. */
function byHand(window: DecidingWindow) {
  const p = window.participation;
  const stayedAway = (1 - p) ** window.sensors.length;
  const likelihood = window.shift_variances.reduce((sum, g, at) => {
    const everybody = window.sensors.reduce((product, { sensor, channels }) => {
      const factors = channels.map((channel) => bayesFactor(channel, g));
      const mean = factors.reduce((total, factor) => total + factor, 0) / factors.length;
      const all = factors.reduce((total, factor) => total * factor, 1);
      return product * (1 - p + p * (sensor === "camera" ? 0.5 * mean + 0.5 * all : mean));
    }, 1);
    return sum + (window.shift_weights[at]! * (everybody - stayedAway)) / (1 - stayedAway);
  }, 0);
  // Each of the starts counts for every sensor heard.
  return { likelihood, term: Math.log(window.starts * window.sensors.length * (likelihood - 1)) };
}

function bayesFactor(channel: DecidingWindow["sensors"][number]["channels"][number], g: number): number {
  const { mean_variance: variance, sigma, degrees_of_freedom: nu, zone, side } = channel;
  const kappa = 1 / variance;
  const rise = channel.mean_since - channel.mean_before;
  const size = { both: Math.abs(rise), upper: rise, lower: -rise }[side];
  const z = (kappa * Math.max(0, size - zone) ** 2) / sigma ** 2;
  const spread = 1 + kappa * g;
  const exponent = ((nu + 1) / 2) * (Math.log1p(z / nu) - Math.log1p(z / (nu * spread)));
  return Math.exp(Math.min(120, exponent)) / Math.sqrt(spread);
}

function after(start: number, moved: ReturnType<NonNullable<TestVehicle["displacement"]>>) {
  return (frame: number) => (frame >= start ? moved : {});
}

function scoresOf(vehicle: TestVehicle): readonly Score[] {
  let state = initialState();
  return journalOf(vehicle).map((entry) => {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    return folded.score!;
  });
}

function answerOf(score: Score): ResidualScore {
  return presentScore(score, {
    vehicleId: "veh-1",
    timestamp: "2026-01-01T00:00:00Z",
    requestId: "req-1",
    evidenceId: null,
    duplicate: false,
    settings: defaultSettings,
    frameWarnings: [],
    dropped: [],
  });
}
