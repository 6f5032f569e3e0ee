import { turnedKind } from "../../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../../contract/types.ts";
import { degreesOf, eulerOf } from "../euler-angles.ts";
import type { ScenarioSensor } from "../scenario-frames.ts";
import { decimal, element } from "../xml-text.ts";

/** The vehicle of every scenario, as far as a simulator asks and a feed does not say. */
const car = { wheelDiameterM: 0.66, trackWidthM: 1.6, maxSteeringRad: 0.6 } as const;

/** The car with its sensors, whose poses are properties: the standard has no place for them. */
export function egoVehicle({ parameters }: ScenarioFeed): string {
  const {
    dimensions_m: dimensions,
    rear_overhang_m: overhangM,
    wheelbase_m: wheelbaseM,
  } = parameters.actors[0]!;
  const { length, width, height } = dimensions;
  const axle = (positionX: number, maxSteering: number) => ({
    maxSteering,
    wheelDiameter: car.wheelDiameterM,
    trackWidth: car.trackWidthM,
    positionX,
    positionZ: car.wheelDiameterM / 2,
  });
  return element("ScenarioObject", { name: "ego" }, [
    element("Vehicle", { name: "ego", vehicleCategory: "car" }, [
      element("BoundingBox", {}, [
        element("Center", { x: decimal(length / 2 - overhangM), y: 0, z: decimal(height / 2) }),
        element("Dimensions", { width, length, height }),
      ]),
      element("Performance", { maxSpeed: 55, maxAcceleration: 5, maxDeceleration: 9 }),
      element("Axles", {}, [
        element("FrontAxle", axle(wheelbaseM, car.maxSteeringRad)),
        element("RearAxle", axle(0, 0)),
      ]),
      element("Properties", {}, propertiesOf(parameters)),
    ]),
  ]);
}

function propertiesOf({ visualizer, initial_drift_state: initial }: ScenarioFeed["parameters"]): string[] {
  return [
    property("vehicle_id", visualizer.highlight_vehicle_id),
    property("tier", initial.tier),
    property(turnedKind.drift.member, decimal(initial[turnedKind.drift.member])),
    property("sensors", initial.sensors.map(({ id }) => id).join(" ")),
    ...initial.sensors.flatMap(sensorProperties),
  ];
}

function sensorProperties(sensor: ScenarioSensor): string[] {
  const pose = (name: "baseline" | "now") => {
    const { xyz_m: place, quat_xyzw: quaternion } = sensor[name];
    const { roll, pitch, yaw } = degreesOf(eulerOf(quaternion));
    return [
      property(`${sensor.id}.${name}.xyz_m`, place.map(decimal).join(" ")),
      property(`${sensor.id}.${name}.quat_xyzw`, quaternion.map(decimal).join(" ")),
      property(`${sensor.id}.${name}.roll_pitch_yaw_deg`, [roll, pitch, yaw].map(decimal).join(" ")),
    ];
  };
  return [
    property(`${sensor.id}.kind`, sensor.kind),
    property(`${sensor.id}.frame`, sensor.frame),
    property(`${sensor.id}.pose_is`, sensor.pose_is),
    ...pose("baseline"),
    ...pose("now"),
    property(`${sensor.id}.hfov_deg`, decimal(sensor.hfov_deg)),
    property(`${sensor.id}.vfov_deg`, decimal(sensor.vfov_deg)),
    property(`${sensor.id}.range_m`, decimal(sensor.range_m)),
  ];
}

function property(name: string, value: string): string {
  return element("Property", { name: `plumbline:${name}`, value });
}
