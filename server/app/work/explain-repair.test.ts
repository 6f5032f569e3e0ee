import { expect, test } from "vitest";

import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import { explainRepair } from "./explain-repair.ts";

const camera: PlaceComparison = {
  sensor: "camera",
  against: "baseline_before",
  outcome: "restored",
  difference: 0.03,
  sd: 0.02,
  limits: { caution: 0.2, critical: 0.5 },
  blocks: 60,
  needed: 50,
};
const radar: PlaceComparison = {
  ...camera,
  sensor: "radar",
  difference: -0.35,
  limits: { caution: 0.2, critical: 0.5 },
};
const before = [{ sensor: "camera", rotation: null, centre: [], sds: [], drift: 1.2 }] as const;

test("what is restored is told of the sensors that had been off, in their own unit and in metres ahead", () => {
  expect(explainRepair({ outcome: "restored", before, seq: 9 }, [camera, { ...radar, difference: 0 }])).toBe(
    "Every sensor is back within its caution limit: the camera is 0.03° (up to 0.03 m at 50 m) from its baseline of before the fault (± 0.02°).",
  );
  expect(explainRepair({ outcome: "restored", before: [], seq: 9 }, [camera])).toBe(
    "Every sensor is back within its caution limit.",
  );
});

test("what is not restored says which limit it is beyond", () => {
  const off = { ...radar, outcome: "not_restored" as const };
  expect(explainRepair({ outcome: "not_restored", before, seq: 9 }, [camera, off])).toBe(
    "The radar is 0.350 m from its baseline of before the fault (± 0.020 m), beyond the caution limit of 0.200 m: the repair did not restore it.",
  );
  const worse = {
    ...camera,
    outcome: "not_restored" as const,
    difference: 0.9,
    against: "registered_reference" as const,
  };
  expect(explainRepair({ outcome: "not_restored", before, seq: 9 }, [worse])).toContain(
    "from its registered reference (± 0.02°), beyond the critical limit of 0.50°",
  );
});

test("what waits says how many blocks are missing, and of whom", () => {
  const waiting = { ...camera, outcome: "pending" as const, blocks: 12 };
  expect(explainRepair({ outcome: "pending", before, seq: 9 }, [waiting, radar])).toBe(
    "The new baseline is being learnt: the camera has 12 of 50 blocks of frames.",
  );
  expect(explainRepair({ outcome: "pending", before, seq: 9 }, [{ ...waiting, blocks: 70 }])).toContain(
    "the camera has 50 of 50 blocks of frames. One that has them all",
  );
});

test("what nobody can tell says why", () => {
  expect(explainRepair({ outcome: "undecided", before: [], seq: 9 }, [])).toContain("no settled baseline");
  expect(explainRepair({ outcome: "undecided", before, seq: 9 }, [])).toContain(
    "closed before the baseline that began with entry 9",
  );
});
