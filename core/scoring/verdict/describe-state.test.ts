import { expect, test } from "vitest";
import { describeState } from "./describe-state.ts";
import { expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf, testMount } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";
import { initialState } from "../model/initial-state.ts";

test("a vehicle never heard of has no baseline, no extrinsics and no sensors", () => {
  const view = describeState(initialState(), defaultSettings);
  expect(view).toMatchObject({
    tier: "UNKNOWN",
    healthScore: 100,
    sensors: [],
    breach: null,
    reference: null,
  });
  expect(view.baseline).toMatchObject({
    state: "learning",
    frames: 0,
    needed: 20,
    cameraRotation: null,
    channels: [],
  });
  expect(view.live.cameraRotation).toBeNull();
});

test("the baseline is the mount and the noise the vehicle was made with", () => {
  const view = viewOf({ frames: 300, seed: 1 });
  expectNear(view.baseline.cameraRotation!, toMatrix(testMount), 5e-4);
  const radar = view.baseline.channels.find(({ channel }) => channel === "radar")!;
  expect(radar.location).toBeCloseTo(0.02, 1);
  expect(radar.scale / 0.05).toBeGreaterThan(0.7);
  expect(radar.scale / 0.05).toBeLessThan(1.4);
  expect(radar.minimumDetectableShift).toBeGreaterThan(0.05);
  expect(radar.minimumDetectableShift).toBeLessThan(0.2);
});

test("live extrinsics follow a drift the baseline does not", () => {
  const turn = [0, 0.8, 0] as const;
  const view = viewOf({
    frames: 140,
    seed: 2,
    displacement: (frame) => (frame >= 100 ? { cameraDeg: turn, radarM: 0.5, lidarM: 0.15 } : {}),
  });
  expectNear(view.baseline.cameraRotation!, toMatrix(testMount), 1e-3);
  expectNear(view.live.cameraRotation!, toMatrix(multiply(testMount, expDeg(turn))), 2e-3);
  expect(view.live.cameraDriftDeg).toBeCloseTo(0.8, 1);
  expect(view.live.cameraDriftVectorDeg![1]).toBeCloseTo(0.8, 1);
  expect(view.live.radarBiasM).toBeCloseTo(0.52, 1);
  expect(view.live.lidarErrorM).toBeCloseTo(0.18, 1);
  expect(view.breach?.changePointSeq).toBe(101);
});

function viewOf(vehicle: TestVehicle) {
  return describeState(replayEntries(journalOf(vehicle), defaultSettings).state, defaultSettings);
}

function expectNear(entries: readonly number[], expected: readonly number[], within: number): void {
  entries.forEach((entry, at) => expect(Math.abs(entry - expected[at]!)).toBeLessThan(within));
}
