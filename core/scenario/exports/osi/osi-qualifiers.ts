import type { ScenarioFeed } from "../../../contract/types.ts";
import { type Pose, type SensorState, angleDegOf, deltaBetween } from "../../poses/pose-at.ts";
import type { ScenarioSensor } from "../scenario-frames.ts";

interface Qualifiers {
  readonly data_qualifier: number;
  readonly extended_qualifier: number;
}

export interface Standing extends Pick<SensorState, "rangeBiasM" | "registrationErrorM"> {
  readonly pose: Pose;
  readonly tS: number;
}

/** After these the sensor, or what it looks through, is a new one. */
const newSensorTypes: ReadonlySet<string> = new Set(["windshield_replacement", "sensor_replacement"]);

/** Beyond the service's limit of caution a sensor is misaligned, or not calibrated where it is new; dirt blocks a camera. */
export function qualifiersOf(feed: ScenarioFeed, sensor: ScenarioSensor, standing: Standing): Qualifiers {
  const { scenario_type: type, parameters } = feed;
  const { caution } = parameters.truth.detector.limits[sensor.kind];
  const hasBegun = standing.tS >= (parameters.drift_model.params["t0"] ?? 0);
  if (type === "occlusion_false_drift" && sensor.kind === "camera" && hasBegun) {
    return { data_qualifier: data.reduced, extended_qualifier: extended.blocked };
  }
  if (departureOf(sensor, standing) < caution) {
    return { data_qualifier: data.available, extended_qualifier: extended.normal };
  }
  const isNew = newSensorTypes.has(type) && hasBegun;
  return {
    data_qualifier: data.reduced,
    extended_qualifier: isNew ? extended.notCalibrated : extended.misaligned,
  };
}

const data = { available: 2, reduced: 3 } as const;
const extended = { normal: 2, notCalibrated: 4, blocked: 5, misaligned: 6 } as const;

/** In the unit of the limit: degrees for a camera, metres for radar and lidar. */
function departureOf(
  { kind, baseline }: ScenarioSensor,
  { pose, rangeBiasM, registrationErrorM }: Standing,
): number {
  switch (kind) {
    case "camera":
      return angleDegOf(deltaBetween(baseline, pose));
    case "radar":
      return Math.abs(rangeBiasM ?? 0);
    case "lidar":
      return registrationErrorM ?? 0;
  }
}
