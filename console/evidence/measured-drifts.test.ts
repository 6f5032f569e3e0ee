import { expect, test } from "vitest";
import { measuredIn, measuredHealth } from "../../core/evidence/bundle/measured-drifts.ts";
import { measuredDrifts } from "./measured-drifts.ts";

type Given = Parameters<typeof measuredDrifts>[0];

/** What a service signs of a score with these drifts; a channel of null was received and has no baseline yet. */
function bundle(
  breached: string,
  drifts: Readonly<Record<string, number | null>>,
  measured: {
    readonly camera?: number;
    readonly radar?: number;
    readonly tier?: string;
  } = {},
): Given {
  const channels = Object.entries(drifts).map(([channel, drift]) => ({
    channel,
    drift: drift ?? 0,
    drift_sd: drift === null ? 0 : 0.01,
  }));
  const { camera = 0, radar = 0, tier = "CAUTION" } = measured;
  const numbers = { camera_drift_deg: camera, radar_drift_mm: radar, health_score: 50 };
  const outputs = { channels, ...numbers, tier };
  const given = { breach: { channel: breached }, scoring: { outputs } };
  return {
    ...given,
    measurements: {
      ...numbers,
      measured: measuredIn(outputs as unknown as Parameters<typeof measuredIn>[0]),
    },
  } as unknown as Given;
}
const said = (given: Given) => measuredDrifts(given).map(({ name, value }) => `${name}: ${value}`);

test("a lidar that breached is said first, with its drift, and sensors that were silent were not measured", () => {
  expect(said(bundle("lidar", { lidar: 0.312 }))).toEqual([
    "Lidar drift, which breached: +0.312\u00a0m",
    "Camera drift: not measured",
    "Radar drift: not measured",
  ]);
});

test("a sensor that sent readings and has not moved drifted by nothing", () => {
  const all = { camera_x: 0, camera_y: 0, camera_z: 0, radar: 0.262, lidar: -0.001 };
  expect(said(bundle("radar", all, { radar: 262 }))).toEqual([
    "Radar drift, which breached: +0.262\u00a0m",
    "Camera drift: 0.00°",
    "Lidar drift: −0.001\u00a0m",
  ]);
});

test("a sensor that was received and has no baseline yet was not measured, and UNKNOWN has no health", () => {
  const learning = bundle(
    "radar",
    { camera_x: null, camera_y: null, camera_z: null, radar: 0.262 },
    { radar: 262 },
  );
  expect(said(learning)).toContain("Camera drift: not measured");
  expect(measuredHealth(learning)).toBe(50);
  expect(measuredHealth(bundle("radar", { radar: null }, { tier: "UNKNOWN" }))).toBeNull();
});

test("what is shown goes by what was signed, not by the number", () => {
  const given = bundle("radar", { radar: 0.262 }, { radar: 262 });
  const measured = { ...given.measurements.measured, radar: false };
  expect(said({ ...given, measurements: { ...given.measurements, measured } })[0]).toBe(
    "Radar drift, which breached: not measured",
  );
});

test("of a sensor the frame says nothing of, what is known from before is told", () => {
  expect(
    said(bundle("camera_z", { camera_x: 1, camera_y: 0, camera_z: 0 }, { camera: 1, radar: 12 })),
  ).toEqual([
    "Camera drift, which breached: 1.00°",
    "Radar drift: +0.012\u00a0m",
    "Lidar drift: not measured",
  ]);
});
