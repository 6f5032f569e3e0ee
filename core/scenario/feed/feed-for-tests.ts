import type { ScenarioFeed } from "../../contract/types.ts";
import { makeParameters, type ScenarioAsk } from "./make-feed.ts";

/** What it is made from. */
export const askForTests: ScenarioAsk = {
  type: "post_collision",
  seed: 42,
  durationS: 20,
  mapCenter: [37.77, -122.42],
  start: {
    vehicleId: "veh-0042",
    tier: "CRITICAL",
    camera: { driftDeg: 1.41, axis: [0, 0.6, 0.8], sdDeg: [0.02, 0.03, 0.02] },
    radar: { driftM: 0.31, sdM: 0.02 },
    lidar: { driftM: 0.04, sdM: 0.01 },
    partNumbers: { camera: "CAM-7731-B" },
  },
  limits: {
    camera: { caution: 0.2, critical: 0.5 },
    radar: { caution: 0.2, critical: 0.5 },
    lidar: { caution: 0.1, critical: 0.3 },
  },
};

/** A whole feed as the service makes it, about a vehicle whose camera, radar and lidar have moved already. */
export function feedForTests(changes: Partial<ScenarioAsk> = {}): ScenarioFeed {
  const parameters = makeParameters({ ...askForTests, ...changes });
  const initial = "/parameters/initial_drift_state";
  return {
    scenario_type: parameters.drift_model.type,
    schema: "scenario-feed/1",
    scenario_id: "scn_8d0c5c1f2a7b4e90",
    generator: { name: "plumbline", version: "0.1.0" },
    seed: changes.seed ?? askForTests.seed,
    rng: "fmix32-counter/1",
    level: "concrete",
    parameters,
    provenance: {
      kind: "fitted",
      vehicle_id: parameters.visualizer.highlight_vehicle_id,
      measured: [
        `${initial}/tier`,
        `${initial}/camera_drift_deg`,
        `${initial}/sensors/0/now`,
        `${initial}/sensors/0/covariance_6x6`,
        `${initial}/sensors/0/part_number`,
        `${initial}/sensors/1/now`,
        `${initial}/sensors/1/covariance_6x6`,
        `${initial}/sensors/2/registration_error_m`,
        "/parameters/drift_model/axis",
        "/parameters/visualizer/map_center",
      ],
      n_vehicles: 1,
      privacy: "position coarsened to 0.01° (about 1 km)",
    },
    exports: [],
  };
}
