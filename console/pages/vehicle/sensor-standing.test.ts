import { expect, test } from "vitest";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { sensorStandings } from "./sensor-standing.ts";

type Standing = Parameters<typeof sensorStandings>[0];

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function vehicle(
  drifts: { readonly camera?: number; readonly radar?: number; readonly lidar?: number },
  given: Partial<Standing> = {},
): Standing {
  const { camera, radar, lidar } = drifts;
  const extrinsics: VehicleDetail["extrinsics"] = {
    camera:
      camera === undefined
        ? null
        : { camera_rotation_matrix: identity, drift_deg: camera, drift_sd_deg: 0.01, drift_axis: null },
    radar: radar === undefined ? null : { radar_range_bias_m: 0.1, drift_m: radar, drift_sd_m: 0.01 },
    lidar: lidar === undefined ? null : { lidar_registration_error_m: 0.1, drift_m: lidar, drift_sd_m: 0.01 },
  };
  return {
    extrinsics,
    sensor_limits: {
      camera_deg: { caution: 0.2, critical: 0.5 },
      radar_m: { caution: 0.2, critical: 0.5 },
      lidar_m: { caution: 0.1, critical: 0.3 },
    },
    monitored_sensors: ["camera", "radar", "lidar"],
    probable_fault_source: "none",
    ...given,
  };
}

const order = (of: Standing): string[] => sensorStandings(of).map(({ sensor }) => sensor);

test("the sensor nearest to its limit comes first, whatever its unit", () => {
  expect(order(vehicle({ camera: 0.05, radar: -0.15, lidar: 0.02 }))).toEqual(["radar", "camera", "lidar"]);
});

test("the sensor at fault comes before one that is further out", () => {
  const of = vehicle({ camera: 0.6, radar: 0.3, lidar: 0 }, { probable_fault_source: "radar" });
  expect(order(of)).toEqual(["radar", "camera", "lidar"]);
  expect(sensorStandings(of).map(({ beyond }) => beyond)).toEqual(["caution", "critical", null]);
});

test("a shared fault names those that moved noticeably", () => {
  const of = vehicle({ camera: 0.6, radar: 0.01, lidar: 0.2 }, { probable_fault_source: "multi_modal" });
  expect(sensorStandings(of).map(({ sensor, isSource }) => [sensor, isSource])).toEqual([
    ["camera", true],
    ["lidar", true],
    ["radar", false],
  ]);
});

test("a lidar that has become better is beyond no limit", () => {
  expect(sensorStandings(vehicle({ lidar: -0.4 }, { monitored_sensors: ["lidar"] }))[0]).toMatchObject({
    drift: -0.4,
    share: 0,
    beyond: null,
  });
});

test("a sensor without any reading is not shown, one that learns has no drift", () => {
  const of = vehicle({ radar: 0 }, { monitored_sensors: ["lidar"] });
  expect(sensorStandings(of).map(({ sensor, drift, isMonitored }) => [sensor, drift, isMonitored])).toEqual([
    ["radar", 0, false],
    ["lidar", null, true],
  ]);
});

test("exactly at a limit is beyond it", () => {
  expect(sensorStandings(vehicle({ radar: 0.5 }))[0]?.beyond).toBe("critical");
  expect(sensorStandings(vehicle({ radar: 0.2 }))[0]?.beyond).toBe("caution");
});
