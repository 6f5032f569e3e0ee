import { expect, test } from "vitest";

import { noneWarned, type FramesOutcome, type WriteOutcome } from "../../../../app/ports/write-request.ts";
import { packOutcomes, unpackOutcomes } from "./pack-outcomes.ts";

const nothing: FramesOutcome = {
  kind: "frames",
  ingested: 0,
  duplicate: 0,
  rejected: [],
  warned: noneWarned,
  worstTier: null,
  vehicleIds: [],
  answer: null,
};
const value = {
  vehicle_id: "van-1",
  status: "accepted",
  frames_ingested: 1,
  fleet_tier: "NOMINAL",
  timestamp: "2026-03-01T08:00:00Z",
} as const;
const answered: FramesOutcome = {
  ...nothing,
  ingested: 1,
  worstTier: "NOMINAL",
  vehicleIds: ["van-1"],
  answer: { value, body: JSON.stringify(value) },
};
const rejected = [{ index: 4, line: 7, code: "stored_bytes_limit_reached", pointer: "", detail: "full" }];
const doubt = { index: 5, code: "sensor_dropped", pointer: "/sensors/radar_range_bias_m", detail: "far" };
const warned = { frames: 1, late: 1, warnings: 1, listed: [doubt] };
const partly: FramesOutcome = { ...nothing, duplicate: 2, rejected, warned, vehicleIds: ["a", "b:2"] };
const others: readonly WriteOutcome[] = [
  { kind: "refused", code: "fleet_not_allowed", detail: "no" },
  { kind: "answer" },
];

test("outcomes come back as they were, those of frames too", () => {
  const outcomes = [nothing, answered, partly, ...others];
  const back = unpackOutcomes(structuredClone(packOutcomes(outcomes)));
  expect(back.map(plain)).toEqual(outcomes);
});

/** An answer's value is read when it is asked for. */
function plain(outcome: WriteOutcome): WriteOutcome {
  if (outcome.kind !== "frames" || outcome.answer === null) return outcome;
  const { value, body } = outcome.answer;
  return { ...outcome, answer: { value, body } };
}
