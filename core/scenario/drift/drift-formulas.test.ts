import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { defaultParams, driftDeg, isScenarioType, scenariosThatMustNotAlarm } from "./drift-formulas.ts";

interface Digest {
  readonly type: (typeof scenarioTypes)[number];
  readonly seed: number;
  readonly steps: number;
  readonly per_s: number;
  readonly sha256: string;
}

const digests: readonly Digest[] = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/drift-digests.json", import.meta.url), "utf8"),
);

test.each(digests.map((one) => [one.type, one.seed, one] as const))(
  "%s of seed %i rounds to the same 1e-9 degrees in every language, step by step",
  (type, seed, { steps, per_s: perS, sha256 }) => {
    const drift = driftDeg(type, {}, seed);
    const values = Array.from({ length: steps }, (_, step) => Math.floor(drift(step / perS) * 1e9 + 0.5));
    // Whole numbers far below 2⁵³; −0 is written as Python writes it.
    expect(hash("sha256", values.map((value) => `${value + 0}\n`).join(""))).toBe(sha256);
  },
);

test("the digests are of every type and three seeds", () => {
  expect(digests.map(({ type }) => type)).toEqual(scenarioTypes.flatMap((type) => [type, type, type]));
});

test("every drift may be asked for in any order", () => {
  for (const type of scenarioTypes) {
    const forward = driftDeg(type, {}, 5);
    const backward = driftDeg(type, {}, 5);
    const timesS = Array.from({ length: 60 }, (_, step) => step / 3);
    const seen = timesS.map(forward);
    const scrubbed = timesS.toReversed().map(backward).toReversed();
    expect(scrubbed).toEqual(seen);
  }
});

test("ten scenarios must not alarm, and the fault-free ones among them do not drift at all", () => {
  expect(scenariosThatMustNotAlarm.size).toBe(10);
  for (const type of ["nominal_control", "occlusion_false_drift", "highway_weave", "data_dropout"] as const) {
    expect(driftDeg(type, {}, 1)(12)).toBe(0);
  }
});

test("parameters override the defaults, and a misspelt one is refused by name", () => {
  expect(driftDeg("bumper_repair_radar", { A: 0.3 }, 1)(6)).toBe(0.3);
  expect(defaultParams("bumper_repair_radar")).toEqual({ t0: 5, A: 0.8 });
  expect(() => driftDeg("bumper_repair_radar", { amplitude: 1 }, 1)).toThrow(/no parameter amplitude.*t0, A/);
  expect(isScenarioType("bumper_repair")).toBe(false);
});
