import { expect, test } from "vitest";

import { noneWarned } from "../ports/write-request.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
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
  criticalLimit: 9.5,
  cusumTriggered: false,
  breachOpened: false,
  confidence: 0.5,
  probableFaultSource: "none",
  sourcePosterior: [0, 0, 0],
  recommendedAction: "none",
  late: false,
  outlier: false,
  baseline: { state: "learning", frames: 3, needed: 20, coversHours: null },
  channels: [],
  cameraDriftDeg: 0,
  radarDriftMm: 0,
  healthScore: 100,
  changePointSeq: null,
  course: null,
  warnings: [],
  window: null,
  noise: [],
  provisional: null,
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
