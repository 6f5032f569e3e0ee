import { expect, test } from "vitest";
import { validate } from "../../../core/contract/requests/validate.ts";
import { verdictNoteValues } from "../../../core/contract/schemas/vehicles/residual-score.ts";
import type { DecidingWindow, ResidualScore } from "../../../core/contract/types.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { packScore, unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { journalOf, type TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { verdictNoteCodes } from "../../../core/scoring/verdict/explain-verdict.ts";
import { noneWarned } from "../ports/write-request.ts";
import { presentBatch, presentIngest } from "./present-ingest.ts";
import { presentScore } from "./present-score.ts";

const learning: Score = {
  seq: 3,
  tierBefore: "UNKNOWN",
  tier: "UNKNOWN",
  reason: "learning",
  residualScore: 0,
  mahalDistance: null,
  mahalPValue: null,
  t2Limit: null,
  cusumStatistic: null,
  cautionLimit: 6.5,
  cusumTriggered: false,
  breachOpened: false,
  confidence: 0.5,
  probableFaultSource: "none",
  sourcePosterior: [0, 0, 0],
  recommendedAction: "none",
  late: false,
  outlier: false,
  baseline: { state: "learning", frames: 3, needed: 20 },
  channels: [],
  cameraDriftDeg: 0,
  radarDriftMm: 0,
  healthScore: 100,
  changePointSeq: null,
  course: null,
  warnings: [],
  change: null,
  noise: [],
};
const drifting: Score = {
  ...learning,
  tier: "CRITICAL",
  reason: "critical_limit_exceeded",
  mahalDistance: 10.5,
  t2Limit: 12.25,
  cusumStatistic: 19.5,
  cusumTriggered: true,
  probableFaultSource: "radar",
  sourcePosterior: [0.02, 0.99, 0.03],
  channels: [
    {
      channel: "radar",
      residual: -0.25,
      standardised: -10.5,
      cusumUpper: 0,
      cusumLower: 31.5,
      cusumLimit: 5,
      shareOfT2: 1,
      drift: -0.26,
      driftSd: 0.006,
    },
  ],
  warnings: ["source_provisional", "rotation_not_orthonormal"],
};
const about = {
  vehicleId: "veh-1",
  timestamp: "2026-03-01T08:00:00+00:00",
  requestId: "req_1",
  evidenceId: null,
  duplicate: false,
  settings: defaultSettings,
  frameWarnings: [],
  dropped: [],
};

test("while the baseline is learning nothing is said that is not known, and the answer fits the contract", () => {
  const answer = presentScore(learning, about);
  expect(validate("ResidualScore", answer)).toEqual([]);
  expect(answer).not.toHaveProperty("mahal_distance");
  expect(answer).not.toHaveProperty("cusum_statistic");
  expect(answer).not.toHaveProperty("evidence_id");
  expect(answer.thresholds).toEqual({ decided_by: "learning" });
  expect(answer.baseline).toEqual({ state: "learning", frames: 3, needed: 17 });
});

test("the hours a baseline covers are said from the first on, and not before there is one", () => {
  const established = (coversHours: number | null) =>
    presentScore(
      { ...drifting, baseline: { state: "established", frames: 60, needed: 20, coversHours } },
      about,
    );
  for (const hours of [1, 24]) {
    expect(established(hours)).toMatchObject({ baseline_covers_hours: hours });
    expect(validate("ResidualScore", established(hours))).toEqual([]);
  }
  expect(presentScore(learning, about)).not.toHaveProperty("baseline_covers_hours");
  // Of a score that was stored before hours were counted.
  expect(established(null)).not.toHaveProperty("baseline_covers_hours");
});

test("a verdict in a breach carries its evidence, and the channel's larger sum whichever its side", () => {
  const answer = presentScore(drifting, {
    ...about,
    evidenceId: "EVB-20260301-7K3M9Q2XW4HJ",
    frameWarnings: ["rotation_not_orthonormal"],
  });
  expect(validate("ResidualScore", answer)).toEqual([]);
  expect(answer).toMatchObject({
    mahal_distance: 10.5,
    evidence_id: "EVB-20260301-7K3M9Q2XW4HJ",
    cusum_triggered: true,
    timestamp: "2026-03-01T08:00:00+00:00",
    warnings: ["rotation_not_orthonormal", "source_provisional"],
  });
  expect(answer.contributions[0]).toMatchObject({ sensor: "radar", unit: "m", cusum_statistic: 31.5 });
});

test.each([
  ["camera", "deg"],
  ["lidar", "m"],
] as const)("a provisional verdict on a %s says what it rests on, in %s", (sensor, unit) => {
  const provisional = {
    sensor,
    blocksBefore: 11,
    blocksAfter: 2,
    framesPerBlock: 64,
    correlation: 0.25,
    statistic: 6.5,
    limit: 6,
    drift: 0.5,
    driftSd: 0.125,
  };
  const answer = presentScore({ ...drifting, tier: "CAUTION", provisional }, about);
  expect(validate("ResidualScore", answer)).toEqual([]);
  expect(answer.provisional).toEqual({
    sensor,
    blocks_before: 11,
    blocks_after: 2,
    frames_per_block: 64,
    correlation: 0.25,
    statistic: 6.5,
    limit: 6,
    drift: 0.5,
    drift_sd: 0.125,
    unit,
  });
  expect(answer.notes!.map(({ code }) => code)).toContain("verdict_provisional");
  expect(presentScore(drifting, about)).not.toHaveProperty("provisional");
});

test("an ingest answer has the five members of the contract, and warnings only where there are some", () => {
  const taken = { ...about, tier: "NOMINAL" as const, warnings: [] };
  expect(presentIngest(taken)).toEqual({
    vehicle_id: "veh-1",
    status: "accepted",
    frames_ingested: 1,
    fleet_tier: "NOMINAL",
    timestamp: "2026-03-01T08:00:00+00:00",
  });
  const repeated = presentIngest({ ...taken, duplicate: true, warnings: ["rotation_not_orthonormal"] });
  expect(repeated).toMatchObject({ status: "duplicate", frames_ingested: 0 });
  expect(validate("IngestResult", repeated)).toEqual([]);
});

test("a batch is partial as soon as one frame was rejected, and says when not all faults are listed", () => {
  const fault = { index: 2, code: "out_of_range", pointer: "/sensors/lidar_confidence", detail: "too large" };
  const tally = {
    ingested: 2,
    duplicate: 1,
    rejected: 0,
    withoutRoom: 0,
    worstTier: "CAUTION" as const,
    vehicles: ["a", "b"],
    errors: [],
    warned: noneWarned,
  };
  expect(presentBatch(tally, "req_1")).toMatchObject({ status: "accepted", vehicles: 2 });
  const partial = presentBatch({ ...tally, rejected: 2, errors: [fault] }, "req_1");
  expect(partial).toMatchObject({ status: "partial", frames_rejected: 2, errors_truncated: true });
  expect(validate("BatchIngestResult", partial)).toEqual([]);
});

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
  // Each of the starts counts for every sensor received.
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
