import { expect, test } from "vitest";
import { validate } from "../../../core/contract/requests/validate.ts";
import { verdictNoteValues } from "../../../core/contract/schemas/vehicles/residual-score.ts";
import type { ResidualScore } from "../../../core/contract/types.ts";
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
  cautionLimit: 9.5,
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
  warnings: ["verdict_provisional", "rotation_not_orthonormal"],
};
const about = {
  vehicleId: "veh-1",
  timestamp: "2026-03-01T08:00:00+00:00",
  requestId: "req_1",
  evidenceId: null,
  duplicate: false,
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
    warnings: ["rotation_not_orthonormal", "verdict_provisional"],
    cusum_limit: 9.5,
  });
  expect(answer.notes!.map(({ code }) => code)).toContain("verdict_provisional");
  expect(answer.contributions[0]).toMatchObject({ sensor: "radar", unit: "m", cusum_statistic: 31.5 });
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

type Fault = Pick<TestVehicle, "sensors" | "displacement">;

test.each<readonly [string, number, Fault]>([
  ["radar", 1, { displacement: after(220, { radarM: 0.4 }) }],
  ["camera_y", 1, { displacement: after(220, { cameraDeg: [0, 0.4, 0] }) }],
  ["lidar", 1, { sensors: ["lidar"], displacement: after(220, { lidarM: 0.2 }) }],
  ["radar", -1, { sensors: ["radar"], displacement: after(220, { radarM: -0.4 }) }],
  ["camera_x", 1, { sensors: ["camera", "lidar"], displacement: after(220, { cameraDeg: [0.3, 0, 0] }) }],
])("the answer that proves a change says what it rests on: %s, side %i", (channel, side, fault) => {
  const answers = scoresOf({ frames: 230, seed: 91, ...fault }).map((score) => answerOf(score));
  const proof = answers.find(({ cusum_triggered }) => cusum_triggered)!;
  expect(validate("ResidualScore", proof)).toEqual([]);
  expect(proof.frame_seq).toBeGreaterThan(220);
  expect(proof.strongest_change).toMatchObject({ channel, shape: "step" });
  expect(Math.sign(proof.strongest_change!.size)).toBe(side);
  expect(proof.strongest_change!.blocks_since).toBeLessThanOrEqual(proof.frame_seq - 220);
  expect(answers[219]).not.toHaveProperty("strongest_change");
});

test("an answer explains what seems odd in it, in words the contract knows", () => {
  expect(verdictNoteValues).toEqual(verdictNoteCodes);
  const small = {
    frames: 250,
    seed: 94,
    noise: { radarM: 0.01 },
    displacement: after(220, { radarM: 0.07 }),
  };
  const answer = answerOf(scoresOf(small).at(-1)!);
  expect(answer).toMatchObject({ tier: "NOMINAL", cusum_triggered: true });
  expect(answer.notes!.map(({ code }) => code)).toContain("breach_below_limits");
  expect(answerOf(scoresOf({ frames: 90, seed: 94 }).at(-1)!)).not.toHaveProperty("notes");
});

test("a frame sent again is answered as it was", () => {
  for (const score of scoresOf({ frames: 230, seed: 93, displacement: after(220, { radarM: 0.4 }) })) {
    expect(answerOf(unpackScore(packScore(score)))).toEqual(answerOf(score));
  }
});

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
    frameWarnings: [],
    dropped: [],
  });
}
