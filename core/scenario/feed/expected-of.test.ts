import { describe, expect, test } from "vitest";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { paramRanges } from "../drift/stage-params.ts";
import { driftDeg, scenariosThatMustNotAlarm } from "../drift/drift-formulas.ts";
import { effectsOf } from "../drift/sensor-effects.ts";
import { askForTests, feedForTests } from "./feed-for-tests.ts";
import { noVehicle } from "./scenario-start.ts";

const truthOf = (type: ScenarioType, changes: Partial<typeof askForTests> = {}) =>
  feedForTests({ type, start: noVehicle, ...changes }).parameters.truth;

test("a slow drift: the signal, half the limit, the limit, and twenty samples beyond it", () => {
  // Lidar 0.3 m a degree of 0.8°(1 − e^(−(t/12)^1.6)): 0.05 m at 4.83 s, 0.1 m at 8.19 s, never 0.3 m.
  const { expected, allowed } = truthOf("gradual_mount_loosening");
  expect(expected).toEqual([
    { t_s: expect.any(Number), event: "cusum_signal" },
    { t_s: 8.2, event: "tier_change", to: "CAUTION" },
  ]);
  expect(allowed).toEqual([
    { to: "CAUTION", from_s: 4.9, because: "drift" },
    { to: "CRITICAL", from_s: 10.1, because: "drift" },
  ]);
});

test("a lens out of focus is expected as the rotation it looks like", () => {
  // 25° off the axis 0.8 % are 0.2°, the CAUTION limit, once the ramp is over.
  expect(truthOf("intrinsics_shift").expected).toContainEqual({
    t_s: 9,
    event: "tier_change",
    to: "CAUTION",
  });
});

test("a dirty lidar allows a look at it, and expects no drift", () => {
  const { expected, allowed } = truthOf("occlusion_false_drift");
  expect(expected).toEqual([]);
  expect(allowed).toEqual([{ to: "CAUTION", from_s: 5, because: "confidence" }]);
});

test("a vehicle that is out already may be said to be so from the first moment, whatever happens", () => {
  const { expected, allowed } = truthOf("nominal_control", { start: askForTests.start });
  expect(expected).toEqual([]);
  expect(allowed).toEqual([
    { to: "CAUTION", from_s: 0, because: "drift" },
    { to: "CRITICAL", from_s: 0, because: "drift" },
  ]);
});

test("what jumps with the first sample is a signal against the state before it", () => {
  const { expected } = truthOf("mirror_fold_nonreturn", { seed: 10 });
  expect(expected[0]).toMatchObject({ t_s: expect.any(Number) });
  expect(expected.find(({ event }) => event === "cusum_signal")?.t_s).toBeLessThan(1);
});

describe("what must not be flagged", () => {
  const { limits } = askForTests;
  test.each([...scenariosThatMustNotAlarm])(
    "%s stays below every limit at every corner of its ranges",
    (type) => {
      const ranges = Object.entries(paramRanges[type]);
      const { cameraDegPerDeg, radarMPerDeg, lidarMPerDeg } = effectsOf(type);
      for (let corner = 0; corner < 2 ** ranges.length; corner += 1) {
        const params = Object.fromEntries(
          ranges.map(([name, range], at) => [name, range[(corner >> at) & 1]!]),
        );
        const drift = driftDeg(type, params, 1);
        const most = Math.max(...Array.from({ length: 201 }, (_, step) => Math.abs(drift(step / 10))));
        expect(most * Math.abs(cameraDegPerDeg)).toBeLessThan(limits.camera.caution);
        expect(most * Math.abs(radarMPerDeg)).toBeLessThan(limits.radar.caution);
        expect(most * Math.abs(lidarMPerDeg)).toBeLessThan(limits.lidar.caution);
      }
    },
  );
});
