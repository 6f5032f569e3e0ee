import { expect, test } from "vitest";
import type { Bundle } from "../../../core/encoding/bundle.ts";
import { describePose } from "../../scene/describe-pose.ts";
import { factorFor, posesOf } from "./poses-of-bundle.ts";

type Channels = Bundle["scoring"]["outputs"]["channels"];

function bundleWith(
  drifts: Readonly<Record<string, number>>,
  cameraDeg = 1,
): Pick<Bundle, "scoring" | "measurements"> {
  const channels = Object.entries(drifts).map(([channel, drift]) => ({
    channel,
    drift,
  })) as unknown as Channels;
  return {
    scoring: { outputs: { channels } },
    measurements: { camera_drift_deg: cameraDeg, radar_drift_mm: 0, health_score: 50 },
  } as unknown as Pick<Bundle, "scoring" | "measurements">;
}

test("a camera turned about the axis that points down looks to the right, by as much", () => {
  const [camera] = posesOf(bundleWith({ camera_x: 0, camera_y: 1, camera_z: 0 }));
  expect(describePose(camera!)).toMatch(/^The camera points 1\.00° to the right \(0\.87/u);
});

test("a radar reads farther by its drift, and a lidar is not drawn", () => {
  const [radar, ...others] = posesOf(bundleWith({ radar: 0.412, lidar: 0.3 }));
  expect(describePose(radar!)).toBe("The radar reads everything 0.412\u00a0m farther than at its baseline.");
  expect(others).toEqual([]);
});

test("a camera of which an axis is not told is not drawn", () => {
  expect(posesOf(bundleWith({ camera_x: 1, camera_y: 1 }))).toEqual([]);
});

test("what is left of a camera's axes after the noise is taken off its angle is no turn", () => {
  const [camera] = posesOf(bundleWith({ camera_x: 0.03, camera_y: 0.02, camera_z: 0 }, 0));
  expect(describePose(camera!)).toBe("The camera points where its baseline points.");
});

test("a drift is drawn ten times as large, less where it would leave the picture", () => {
  const of = (radar: number) => factorFor(posesOf(bundleWith({ radar })));
  expect([0.1, 0.6, -0.6, 5].map(of)).toEqual([10, 5, 5, 1]);
  expect(factorFor([])).toBe(10);
});
