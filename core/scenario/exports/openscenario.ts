import type { ScenarioFeed } from "../../contract/types.ts";
import { sensorConditionAt } from "../poses/sensor-condition-at.ts";
import { driveOf, streetsOf } from "../streets/drive-of.ts";
import type { StreetNetwork } from "../streets/generate-streets.ts";
import type { Drive, Leg } from "../streets/plan-drive.ts";
import { degreesOf, eulerOf } from "./euler-angles.ts";
import type { ScenarioSensor } from "./scenario-frames.ts";
import { decimal, element, xmlDocument } from "./xml-text.ts";

/** The vehicle of every scenario, as far as a simulator asks and a feed does not say. */
const car = { wheelDiameterM: 0.66, trackWidthM: 1.6, maxSteeringRad: 0.6 } as const;

/** A file stays readable: a variable follows its course in at most so many even steps. */
const mostSteps = 200;

/**
 * ASAM OpenSCENARIO XML 1.3. The standard has no mounting pose of a sensor. The drift travels as parameters (how the
 * scenario was made), as variables that are set as time goes on (`drift_deg`, `tier`, `heard`), and as properties of the
 * vehicle whose names begin with `plumbline:` (the sensors' poses). The roads are the OpenDRIVE file's, which is expected
 * beside this one.
 */
export function writeOpenScenario(feed: ScenarioFeed): string {
  const network = streetsOf(feed);
  const drive = driveOf(feed, network);
  return xmlDocument(
    element("OpenSCENARIO", {}, [
      fileHeader(feed),
      element("ParameterDeclarations", {}, parametersOf(feed)),
      element("VariableDeclarations", {}, [
        variable("drift_deg", "double", decimal(feed.parameters.trajectory.drift_deg[0] ?? 0)),
        variable("tier", "string", feed.parameters.initial_drift_state.tier),
        variable("heard", "boolean", "true"),
        variable("event", "string", "none"),
        ...conditionSeries(feed).map(({ name, values }) => variable(name, "double", decimal(values[0]!))),
      ]),
      element("CatalogLocations", {}),
      element("RoadNetwork", {}, [element("LogicFile", { filepath: `${feed.scenario_id}.xodr` })]),
      element("Entities", {}, [egoOf(feed)]),
      storyboard(feed, network, drive),
    ]),
  );
}

/** Core has no clock, and the same feed gives the same file: the date is that of what was measured, or none. */
const noDate = "1970-01-01T00:00:00Z";

function fileHeader({ scenario_id: id, scenario_type: type, generator, provenance }: ScenarioFeed): string {
  return element("FileHeader", {
    revMajor: 1,
    revMinor: 3,
    date: provenance.window?.from ?? noDate,
    author: `${generator.name} ${generator.version}`,
    description: `${id}: ${type}, ${provenance.kind}; frames after ISO 8855, sensors' poses in the vehicle's properties`,
  });
}

function parametersOf({
  seed,
  scenario_type: type,
  parameters: { drift_model: model },
}: ScenarioFeed): string[] {
  return [
    parameter("scenario_type", "string", type),
    parameter("seed", "unsignedInt", String(seed)),
    parameter("drift_moves", "string", model.moves),
    ...["x", "y", "z"].map((name, at) =>
      parameter(`drift_axis_${name}`, "double", decimal(model.axis[at] ?? 0)),
    ),
    ...Object.entries(model.params).map(([name, value]) =>
      parameter(`drift_${name}`, "double", decimal(value)),
    ),
  ];
}

function parameter(name: string, parameterType: string, value: string): string {
  return element("ParameterDeclaration", { name, parameterType, value });
}

function variable(name: string, variableType: string, value: string): string {
  return element("VariableDeclaration", { name, variableType, value });
}

function egoOf({ parameters }: ScenarioFeed): string {
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
    property("camera_drift_deg", decimal(initial.camera_drift_deg)),
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

function storyboard(feed: ScenarioFeed, network: StreetNetwork, drive: Drive): string {
  const { visualizer } = feed.parameters;
  return element("Storyboard", {}, [
    element("Init", {}, [element("Actions", {}, [environmentOf(feed), egoStart(network, drive)])]),
    element("Story", { name: "drift" }, [
      element("Act", { name: "drift" }, [
        maneuver("drift", [], changesOf(feed).map(changeEvent)),
        maneuver("drive", ["ego"], [speedEvent(drive, visualizer.duration_s)]),
        element("StartTrigger", {}, [atTime("act begins", 0)]),
      ]),
    ]),
    element("StopTrigger", {}, [atTime("scenario ends", visualizer.duration_s)]),
  ]);
}

function maneuver(name: string, actors: readonly string[], events: readonly string[]): string {
  const entities = actors.map((entityRef) => element("EntityRef", { entityRef }));
  return element("ManeuverGroup", { name, maximumExecutionCount: 1 }, [
    element("Actors", { selectTriggeringEntities: "false" }, entities),
    element("Maneuver", { name }, events),
  ]);
}

/** Slower in bends, as the drive of all other exports. */
function speedEvent({ speedAt }: Drive, durationS: number): string {
  const stepS = Math.max(0.5, durationS / mostSteps);
  const count = Math.ceil(durationS / stepS);
  const entries = Array.from({ length: count + 1 }, (_, at) =>
    element("SpeedProfileEntry", {
      speed: decimal(speedAt(at * stepS)),
      time: at === 0 ? 0 : decimal(stepS),
    }),
  );
  return element("Event", { name: "speed", priority: "parallel", maximumExecutionCount: 1 }, [
    element("Action", { name: "follow the speed profile" }, [
      privateAction(
        element("LongitudinalAction", {}, [
          element("SpeedProfileAction", { followingMode: "position" }, entries),
        ]),
      ),
    ]),
    element("StartTrigger", {}, [atTime("drive begins", 0)]),
  ]);
}

function atTime(name: string, tS: number): string {
  return element("ConditionGroup", {}, [
    element("Condition", { name, delay: 0, conditionEdge: "none" }, [
      element("ByValueCondition", {}, [
        element("SimulationTimeCondition", { value: decimal(tS), rule: "greaterOrEqual" }),
      ]),
    ]),
  ]);
}

/** On level ground, with the sun overhead. */
const clearSkyLux = 100_000;

function environmentOf({ parameters: { environment } }: ScenarioFeed): string {
  const elevationRad = (environment.sun_elev_deg * Math.PI) / 180;
  const isWet = environment.rain_mm_h > 0;
  return element("GlobalAction", {}, [
    element("EnvironmentAction", {}, [
      element("Environment", { name: "environment" }, [
        element("Weather", { temperature: decimal(environment.ambient_c + 273.15) }, [
          element("Sun", {
            azimuth: 0,
            elevation: decimal(elevationRad),
            illuminance: decimal(clearSkyLux * Math.max(0, Math.sin(elevationRad))),
          }),
          element("Precipitation", {
            precipitationType: isWet ? "rain" : "dry",
            precipitationIntensity: decimal(environment.rain_mm_h),
          }),
        ]),
        element("RoadCondition", { frictionScaleFactor: isWet ? 0.7 : 1, wetness: isWet ? "moist" : "dry" }),
      ]),
    ]),
  ]);
}

function egoStart(network: StreetNetwork, { legs, speedAt }: Drive): string {
  const lane = ({ street, lane: laneId }: Leg, share: number) => {
    const { lengthM } = network.streets.find(({ id }) => id === street)!.line;
    return element("LanePosition", {
      roadId: street,
      laneId,
      s: decimal(lengthM * (laneId < 0 ? share : 1 - share)),
      offset: 0,
    });
  };
  const waypoints = legs.map((leg, at) =>
    element("Waypoint", { routeStrategy: "shortest" }, [
      element("Position", {}, [lane(leg, at === 0 ? 0.01 : 0.5)]),
    ]),
  );
  return element("Private", { entityRef: "ego" }, [
    privateAction(element("TeleportAction", {}, [element("Position", {}, [lane(legs[0]!, 0.01)])])),
    privateAction(
      element("LongitudinalAction", {}, [
        element("SpeedAction", {}, [
          element("SpeedActionDynamics", { dynamicsShape: "step", dynamicsDimension: "time", value: 0 }),
          element("SpeedActionTarget", {}, [element("AbsoluteTargetSpeed", { value: decimal(speedAt(0)) })]),
        ]),
      ]),
    ),
    privateAction(
      element("RoutingAction", {}, [
        element("AssignRouteAction", {}, [element("Route", { name: "drive", closed: "false" }, waypoints)]),
      ]),
    ),
  ]);
}

function privateAction(action: string): string {
  return element("PrivateAction", {}, [action]);
}

interface Change {
  readonly tS: number;
  readonly variable: string;
  readonly value: string;
}

/** What variables become, in order of time. */
function changesOf(feed: ScenarioFeed): Change[] {
  const { trajectory, events, truth } = feed.parameters;
  const changes = [
    ...[{ name: "drift_deg", values: trajectory.drift_deg }, ...conditionSeries(feed)].flatMap((series) =>
      stepsOf(series, trajectory.dt_s),
    ),
    ...trajectory.gaps.flatMap(({ from_s: fromS, to_s: toS }) => [
      { tS: fromS, variable: "heard", value: "false" },
      { tS: toS, variable: "heard", value: "true" },
    ]),
    ...events.map(({ t_s: tS, type }) => ({ tS, variable: "event", value: type })),
    ...truth.expected.flatMap(({ t_s: tS, to }) =>
      to === undefined ? [] : [{ tS, variable: "tier", value: to }],
    ),
  ];
  return changes.toSorted((one, other) => one.tS - other.tS);
}

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** What the scenario does to sensors besides moving them, as far as it does. */
function conditionSeries(feed: ScenarioFeed): Series[] {
  const { initial_drift_state: initial, trajectory } = feed.parameters;
  const series = initial.sensors.flatMap((sensor) => {
    const conditions = trajectory.drift_deg.map((_, at) =>
      sensorConditionAt(feed, sensor, at * trajectory.dt_s),
    );
    return [
      { name: `${sensor.id}_focal_scale`, values: conditions.map(({ focalScale }) => focalScale) },
      { name: `${sensor.id}_clock_offset_s`, values: conditions.map(({ clockOffsetS }) => clockOffsetS) },
      { name: `${sensor.id}_noise_factor`, values: conditions.map(({ noiseFactor }) => noiseFactor) },
      { name: `${sensor.id}_missing_share`, values: conditions.map(({ missingShare }) => missingShare) },
    ];
  });
  return series.filter(({ values }) => values.some((value) => value !== values[0]));
}

function stepsOf({ name, values }: Series, dtS: number): Change[] {
  const stride = Math.ceil(values.length / mostSteps);
  return values.flatMap((value, at) =>
    at % stride === 0 ? [{ tS: at * dtS, variable: name, value: decimal(value) }] : [],
  );
}

function changeEvent({ tS, variable: name, value }: Change, at: number): string {
  return element("Event", { name: `change ${at}`, priority: "parallel", maximumExecutionCount: 1 }, [
    element("Action", { name: `set ${name} ${at}` }, [
      element("GlobalAction", {}, [
        element("VariableAction", { variableRef: name }, [element("SetAction", { value })]),
      ]),
    ]),
    element("StartTrigger", {}, [atTime(`at ${decimal(tS)} s`, tS)]),
  ]);
}
