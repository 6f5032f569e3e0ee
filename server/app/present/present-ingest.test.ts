import { expect, test } from "vitest";

import { emptyTally } from "../ingest/ingest-frames.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { presentBatch, presentIngest } from "./present-ingest.ts";

const frame = {
  vehicleId: "van-1",
  timestamp: "2026-03-01T08:00:00Z",
  tier: "NOMINAL",
  warnings: [],
  dropped: [],
} as const;

test("a frame that counted is one, a duplicate none; warnings are there only when there are some", () => {
  const accepted = presentIngest({ ...frame, duplicate: false });
  expect(validate("IngestResult", accepted)).toEqual([]);
  expect(accepted).toEqual({
    vehicle_id: "van-1",
    status: "accepted",
    frames_ingested: 1,
    fleet_tier: "NOMINAL",
    timestamp: "2026-03-01T08:00:00Z",
  });
  const again = presentIngest({ ...frame, duplicate: true, warnings: ["clock"] });
  const dropped = [{ member: "radar_range_bias_m", detail: "too far" }] as const;
  expect(presentIngest({ ...frame, duplicate: false, dropped }).dropped_readings).toEqual([
    { pointer: "/sensors/radar_range_bias_m", detail: "too far" },
  ]);
  expect(again).toMatchObject({ status: "duplicate", frames_ingested: 0, warnings: ["clock"] });
});
const fault = { index: 2, code: "vehicle_limit_reached", pointer: "", detail: "full" } as const;

test("a batch is partial as soon as one frame is rejected, and says when it lists fewer than there are", () => {
  const whole = presentBatch(
    { ...emptyTally, ingested: 2, vehicles: ["a", "b"], worstTier: "CAUTION" },
    "req_1",
  );
  expect(validate("BatchIngestResult", whole)).toEqual([]);
  expect(whole).toMatchObject({ status: "accepted", vehicles: 2, fleet_tier: "CAUTION", errors: [] });
  const partial = presentBatch({ ...emptyTally, ingested: 1, rejected: 2, errors: [fault] }, "req_1");
  expect(partial).toMatchObject({ status: "partial", errors: [fault], errors_truncated: true });
  expect(presentBatch(emptyTally, "req_1")).toMatchObject({ fleet_tier: "UNKNOWN", errors_truncated: false });
});
