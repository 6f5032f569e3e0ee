import { expect, test } from "vitest";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { VehicleDetail as schema } from "../../../core/contract/schemas/vehicles/vehicle-detail.ts";
import { vehicleFacts } from "./vehicle-facts.ts";

/** The example of the contract: a radar that is off by 0.562 m. */
const example = (schema as unknown as { readonly examples: readonly VehicleDetail[] }).examples[0]!;

function factsOf(given: Partial<VehicleDetail>): Readonly<Record<string, string>> {
  const facts = vehicleFacts({ ...example, ...given });
  return Object.fromEntries(facts.map(({ question, answer }) => [question, answer]));
}

test("the facts come in the order in which they are asked", () => {
  expect(vehicleFacts(example).map(({ question }) => question)).toEqual([
    "Which sensor",
    "Beyond which limit",
    "Since when",
    "How sure",
    "Trend",
    "Dropped readings",
  ]);
});

test("a fault is told with sensor, limit, beginning and its interval, certainty and course", () => {
  expect(factsOf({})).toEqual({
    "Which sensor": "radar +0.562\u00a0m, reads too far.",
    "Beyond which limit": "0.062\u00a0m beyond the critical limit of 0.500\u00a0m (1.1 times it)",
    "Since when":
      "The change began about 2025-03-01 07:40 UTC (90 %: 2025-03-01 07:39 UTC to 2025-03-01 07:40 UTC) and was detected 2025-03-01 07:40 UTC. Critical since 2025-03-01 07:41 UTC.",
    "How sure": "97\u00a0% that “Critical” is right.",
    Trend: "The radar drift came at once, about 2025-03-01 07:39 UTC; already beyond the critical limit.",
    "Dropped readings":
      "lidar registration error: 12 readings, the newest 2025-02-03 09:10 UTC. Their values are impossible; check sensor and wiring.",
  });
});

test("of a critical vehicle whose drift is below the limit again nobody says how surely it is critical", () => {
  const radar = { ...example.extrinsics.radar!, drift_m: 0.41 };
  const extrinsics = { ...example.extrinsics, radar };
  const { "How sure": sure } = factsOf({ decided_by: "hysteresis_hold", confidence: 0.999, extrinsics });
  expect(sure).toBe(
    "The change is certain. Every drift is below the critical limit now; the tier stays until that is confirmed.",
  );
});

test("several sensors at fault are each told with their own limit", () => {
  const camera = { ...example.extrinsics.camera!, drift_deg: 1.35 };
  const facts = factsOf({
    probable_fault_source: "multi_modal",
    extrinsics: { ...example.extrinsics, camera },
  });
  expect(facts["Which sensors"]).toBe(
    "camera 1.35°, aims up to 1.18\u00a0m off at 50\u00a0m; radar +0.562\u00a0m, reads too far.",
  );
  expect(facts["Beyond which limit"]).toBe(
    "camera: 0.85° beyond the critical limit of 0.50° (2.7 times it); radar: 0.062\u00a0m beyond the critical limit of 0.500\u00a0m (1.1 times it)",
  );
});

test("a healthy vehicle names what is nearest to a limit, and promises nothing", () => {
  const radar = { ...example.extrinsics.radar!, drift_m: -0.01 };
  const facts = factsOf({
    tier: "NOMINAL",
    probable_fault_source: "none",
    open_breach: null,
    change_began: null,
    change_point: null,
    trend: null,
    extrinsics: { ...example.extrinsics, radar },
  });
  expect(facts["Which sensor"]).toMatch(/^None; nearest to a limit is the /u);
  expect(facts["Beyond which limit"]).toContain("within its limits, at 5\u00a0% of the caution limit of");
  expect(facts["Since when"]).toBe("Nominal since 2025-03-01 07:41 UTC.");
  expect(facts["Trend"]).toContain("No sensor drifts");
});

test("a vehicle that learns tells how long that lasts at its pace, and claims nothing else", () => {
  const facts = factsOf({
    tier: "UNKNOWN",
    baseline: { ...example.baseline, state: "learning", frames: 12, needed: 8, channels: [] },
    open_breach: null,
    first_frame_at: "2025-03-01T08:00:00.000Z",
    last_frame_at: "2025-03-01T08:05:30.000Z",
    frames: 12,
    dropped_readings: null,
  });
  expect(facts).toEqual({ "First verdict": "12 of 20 usable frames, at its rate in about 4\u00a0min." });
});

test("a single frame has no pace", () => {
  const baseline = { ...example.baseline, state: "learning" as const, frames: 1, needed: 19 };
  const once = {
    first_frame_at: example.last_frame_at,
    frames: 1,
    open_breach: null,
    dropped_readings: null,
  };
  expect(factsOf({ baseline, ...once })).toEqual({ "First verdict": "1 of 20 usable frames." });
});

test("an early verdict says that it is one", () => {
  const notes = [{ code: "verdict_provisional", text: "" }] as const;
  expect(factsOf({ notes, confidence: 0.5 })["How sure"]).toContain("an early verdict");
});
