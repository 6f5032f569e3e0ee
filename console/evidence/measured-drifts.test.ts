import { expect, test } from "vitest";
import { measuredDrifts } from "./measured-drifts.ts";

type Given = Parameters<typeof measuredDrifts>[0];

function bundle(
  breached: string,
  drifts: Readonly<Record<string, number>>,
  measured: { readonly camera?: number; readonly radar?: number; readonly provisional?: object } = {},
): Given {
  const channels = Object.entries(drifts).map(([channel, drift]) => ({ channel, drift }));
  const { camera = 0, radar = 0, provisional } = measured;
  return {
    breach: { channel: breached },
    measurements: { camera_drift_deg: camera, radar_drift_mm: radar, health_score: 50 },
    scoring: { outputs: { channels, ...(provisional !== undefined && { provisional }) } },
  } as unknown as Given;
}
const said = (given: Given) => measuredDrifts(given).map(({ name, value }) => `${name}: ${value}`);

test("a lidar that breached is said first, with its drift, and sensors that were silent were not measured", () => {
  expect(said(bundle("lidar", { lidar: 0.312 }))).toEqual([
    "Lidar drift, which breached: +312.0\u00a0mm",
    "Camera drift: not measured",
    "Radar drift: not measured",
  ]);
});

test("a sensor that was heard and has not moved drifted by nothing", () => {
  const all = { camera_x: 0, camera_y: 0, camera_z: 0, radar: 0.262, lidar: -0.001 };
  expect(said(bundle("radar", all, { radar: 262 }))).toEqual([
    "Radar drift, which breached: +262.0\u00a0mm",
    "Camera drift: 0.00°",
    "Lidar drift: −1.0\u00a0mm",
  ]);
});

test("of a sensor the frame says nothing of, what is known from before is told", () => {
  expect(
    said(bundle("camera_z", { camera_x: 1, camera_y: 0, camera_z: 0 }, { camera: 1, radar: 12 })),
  ).toEqual([
    "Camera drift, which breached: 1.00°",
    "Radar drift: +12.0\u00a0mm",
    "Lidar drift: not measured",
  ]);
});

test("a breach before there was a baseline has the drift it rests on", () => {
  expect(said(bundle("lidar", {}, { provisional: { sensor: "lidar", drift: 0.4 } }))[0]).toBe(
    "Lidar drift, which breached: +400.0\u00a0mm",
  );
});
