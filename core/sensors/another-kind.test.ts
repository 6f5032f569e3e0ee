import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";

import type { IncomingFrame } from "../contract/requests/parse-frame.ts";
import { contractWords, type WordsOfKind } from "./contract-words.ts";
import { type SensorKind, sensorKinds } from "./kinds.ts";
import { playScenario } from "../scenario/course/play-scenario.ts";
import { feedForTests } from "../scenario/feed/feed-for-tests.ts";
import { noVehicle } from "../scenario/feed/scenario-start.ts";
import type * as Readers from "./readers-for-tests.ts";
import type * as ScenarioKinds from "./scenario-kinds.ts";
import type { ScenarioKind } from "./scenario-kinds.ts";
import type { ChannelName } from "./sensor-lists.ts";

/** A kind that no release has: one row, and all that reads the table knows it. */
const ultrasonic: SensorKind = {
  name: "ultrasonic",
  label: "Ultrasonic",
  unit: "m",
  faultSides: "both",
  members: [
    {
      name: "ultrasonic_range_bias_m",
      reading: "ultrasonicRangeBiasM",
      example: 0.01,
      label: "ultrasonic range bias",
      shape: "number",
      unit: "m",
      minimum: -10,
      maximum: 10,
      description: "Ultrasonic range bias, metres.",
    },
  ],
  channels: [{ name: "ultrasonic", label: "Ultrasonic", title: "Ultrasonic" }],
  noise: [{ name: "ultrasonic", unit: "m" }],
  drift: {
    member: "ultrasonic_drift_m",
    description: "Estimated change of the ultrasonic range bias, metres, signed",
    field: "ultrasonicDriftM",
    live: "ultrasonicDriftM",
    column: null,
    spread: "ultrasonic_m",
    limits: "ultrasonic_m",
    setting: "ultrasonicM",
    factor: 1,
    isMeasurement: false,
  },
  words: {
    moved: "the ultrasonic range is off by",
    course: "how far its range is off",
    meaning: { upper: "reads too far", lower: "reads too near" },
    note: null,
  },
  plural: "ultrasonics",
  live: { value: "ultrasonicBiasM", deviation: "ultrasonicDriftSdM", vector: null },
  ownReason: {
    code: "ultrasonic_deaf",
    label: "no ultrasonic echo",
    finding: "hears no echo",
    toDo: "look for mud on it",
  },
  jump: "sensor_replacement",
  mount: "ultrasonic_rear",
  figure: "range_bias_m",
  repair: "bumper_repair_ultrasonic",
  pose: { shows: "range", mountM: [3.7, 0.5, 0.4], hfovDeg: 70, vfovDeg: 40, name: "rear ultrasonic" },
  scenarioWords: {
    parking_bump: { name: "Parking bump", what: "The ultrasonic is pushed in.", tests: "A small step." },
  },
};

const ultrasonicWords: WordsOfKind<never> = {
  ...contractWords.radar,
  figure: "change of its range bias, metres.",
  readings: { ultrasonic_range_bias_m: 0.01 },
  estimate: { ultrasonic_range_bias_m: 0.01, drift_m: 0.003, drift_sd_m: 0.001 },
};

/** What a scenario needs of it besides. */
const ultrasonicInScenarios: ScenarioKind = {
  mount: {
    xyz_m: [-0.9, 0, 0.5],
    hfov_deg: 70,
    vfov_deg: 50,
    range_m: 5,
    intrinsics: null,
  },
  around: { words: "an ultrasonic", view: null, mounts: [] },
  readings: [{ stream: 210, spread: 0.05, usual: 0 }],
  image: null,
  osi: { field: 4, message: "UltrasonicDetectionData" },
  isBlockedByDirt: false,
  carla: { blueprint: "sensor.other.ultrasonic", attributes: { reach: "range" } },
  effects: { post_collision: { isAtFault: true, perDeg: 0.3 } },
  refits: {},
};

/**
 * All modules once more, beside those of the other tests, which share the process: under addresses of their own, and with
 * the row in their table.
 */
const suffix = "?with-another-kind";
const kinds = new URL("kinds.ts", import.meta.url).href;
const words = new URL("contract-words.ts", import.meta.url).href;
const tableEnd = "} as const satisfies";
const root = new URL("../../", import.meta.url).href;
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isAgain = context.parentURL?.endsWith(suffix) === true && found.url.startsWith(root);
    return isAgain && !found.url.includes("/node_modules/") ? { ...found, url: found.url + suffix } : found;
  },
  load(url, context, next) {
    if (url === words + suffix) {
      const row = `  ultrasonic: ${JSON.stringify(ultrasonicWords)},\n${tableEnd}`;
      const source = readFileSync(new URL(words), "utf8").replace(tableEnd, row);
      return { format: "module-typescript", source, shortCircuit: true };
    }
    if (url !== kinds + suffix) return next(url, context);
    const source = `export const sensorKinds = ${JSON.stringify([...sensorKinds, ultrasonic])};`;
    return { format: "module", source, shortCircuit: true };
  },
});
afterAll(() => hooks.deregister());
const { scenarioKinds } = (await import(`./scenario-kinds.ts${suffix}`)) as typeof ScenarioKinds;
Object.assign(scenarioKinds, { ultrasonic: ultrasonicInScenarios });
const read = (await import(`./readers-for-tests.ts${suffix}`)) as typeof Readers;

const member = "ultrasonic_range_bias_m";

function frameWith(sensors: object): ReturnType<typeof read.parseFrame> {
  const value = { vehicle_id: "veh-1", timestamp: "2026-03-01T08:00:00Z", sensors };
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  return read.parseFrame(value, { raw: JSON.stringify(value), nowUs: Infinity, sha256Hex });
}

function takenFrame(): IncomingFrame {
  const parsed = frameWith({ radar_range_bias_m: 0.5, [member]: -0.25 });
  if (parsed.kind === "rejected") throw new Error(JSON.stringify(parsed.faults));
  return parsed.frame;
}
const taken = takenFrame();

test("its reading is taken", () => {
  expect(taken.reading).toMatchObject({ radarRangeBiasM: 0.5, ultrasonicRangeBiasM: -0.25 });
  expect(taken.sensors).toBe('{"radar_range_bias_m":0.5,"ultrasonic_range_bias_m":-0.25}');
  expect(frameWith({ [member]: "far" })).toMatchObject({
    kind: "rejected",
    faults: [{ pointer: `/sensors/${member}`, code: "wrong_type" }],
  });
});

test("an impossible reading is dropped by its name", () => {
  const detail = `${member} is 11 m; it must be from -10 to 10 m.`;
  expect(frameWith({ radar_range_bias_m: 0.5, [member]: 11 })).toMatchObject({
    kind: "frame",
    frame: { dropped: [{ member, detail }], warnings: ["sensor_dropped"] },
  });
});

test("another unit and another place are named", () => {
  expect(frameWith({ ultrasonic_range_bias_mm: 3 })).toMatchObject({
    faults: [{ detail: expect.stringContaining(`Send metres as ${member}: value / 1000.`) }],
  });
});

test("it crosses to the writer's thread", () => {
  const request = { kind: "score", receivedAtUs: 1, frame: taken } as const;
  const packed = read.packRequests([request as never]);
  expect(read.unpackRequests(packed)).toEqual([request]);
});

test("a frames file keeps it, and says so when its bytes say something else", () => {
  const entry = { kind: "frame", reading: taken.reading } as const;
  const { timestamp, raw } = taken;
  const line = read.writeLine("veh-1", { seq: 1, receivedAtUs: 1, timestamp, raw, entry }, "A".repeat(22));
  const [record] = read.readFramesFile(new TextEncoder().encode(`${line}\n`)).records;
  expect(read.entryOf(record!)).toEqual(entry);
  if (record?.kind !== "frame") throw new Error("no frame");
  expect(read.rawFrameFault(record)).toBeNull();
  const reading = { ...record.reading, [member]: -0.5 };
  expect(read.rawFrameFault({ ...record, reading })).toBe(`raw has another ${member} than was scored`);
});

test("a vehicle's row has a column for its drift", () => {
  const database = new DatabaseSync(":memory:");
  read.makeCurrent(database, { form: read.storeForm, mayUpgrade: false });
  database.prepare(`SELECT ${read.vehicleColumns.join(", ")}, ultrasonic_drift_m FROM vehicle`).all();
  database.close();
});

test("what is signed says whether it was measured, and states it among all sensors", () => {
  const measurements = read.bundleSchema.properties.measurements.properties;
  expect(measurements.measured.required).toEqual(["camera", "radar", "lidar", "ultrasonic", "health"]);
  expect(read.stateStatementSchema.properties.state.properties.sensors).toMatchObject({
    minItems: 4,
    items: {
      properties: { sensor: { anyOf: expect.arrayContaining([{ type: "string", const: "ultrasonic" }]) } },
    },
  });
});

test("a scenario starts from its drift, and a jump of it alone is the one its row names", () => {
  const score = {
    channels: [{ channel: "ultrasonic", drift: 0.3, driftSd: 0.02 }],
    cusumTriggered: true,
    probableFaultSource: "ultrasonic",
  } as never;
  const turns = { camera: { driftDeg: 0, axis: null } };
  expect(read.startOf({ score, turns } as never)).toMatchObject({
    camera: { driftDeg: 0, sdDeg: null },
    radar: null,
    ultrasonic: { driftM: 0.3, sdM: 0.02 },
  });
  expect(read.inferScenario(score, [])).toBe("sensor_replacement");
});

test("the contract knows its member, its channel and its name", () => {
  expect(read.Sensors.properties).toHaveProperty(
    member,
    expect.objectContaining({ minimum: -10, maximum: 10 }),
  );
  expect(read.VehicleListItem.properties).toHaveProperty("ultrasonic_drift_m.type", ["number", "null"]);
  expect(read.channelValues.at(-1)).toBe("ultrasonic");
  expect(read.vehicleSort.takes).toMatchObject({ values: expect.arrayContaining(["ultrasonic_drift_m"]) });
  expect(read.faultSourceValues).toContain("ultrasonic");
  expect(read.Sensor).toMatchObject({ enum: ["camera", "radar", "lidar", "ultrasonic"] });
  const frame = { vehicle_id: "v", timestamp: "2026-03-01T08:00:00Z", sensors: { [member]: 1 } };
  expect(read.validate("TelemetryFrame", frame)).toEqual([]);
});

test("every example of the contract has it where it has to, and what is said of kinds is said of it", () => {
  const faults = Object.entries(read.namedSchemas).flatMap(([name, schema]) =>
    ((schema as { examples?: readonly unknown[] }).examples ?? []).flatMap((example) =>
      read.validate(name as keyof typeof read.namedSchemas, example),
    ),
  );
  expect(faults).toEqual([]);
  const text = JSON.stringify(read.openapiDocument());
  for (const said of [
    "Takes camera, radar, lidar and ultrasonic readings of vehicles",
    "the ultrasonic range bias (`ultrasonic`, metres)",
    "camera as an angle, radar, lidar and ultrasonic signed",
    "`cam_front`, `radar_front`, `lidar_top` or `ultrasonic_rear`, or as the request names them",
    "as much farther back. Ultrasonic: change of its range bias, metres. Null for other sensors.",
    "Null when the ultrasonic has not reported.",
    '"bumper_repair_ultrasonic"',
  ])
    expect(text).toContain(said);
});

test("displays name it and its unit", () => {
  expect(read.channelLabel("ultrasonic")).toBe("Ultrasonic");
  expect(read.faultSourceLabel("ultrasonic")).toBe("ultrasonic");
  expect(read.reasonLabel("ultrasonic_deaf")).toBe("no ultrasonic echo");
  expect(read.scenarioLabel("parking_bump").what).toBe("The ultrasonic is pushed in.");
  expect(read.sensorName("ultrasonic_rear")).toBe("rear ultrasonic");
  expect(read.channelName("ultrasonic")).toBe("Ultrasonic");
  expect(read.channelValue("ultrasonic", 0.25)).toBe("0.250\u00a0m");
  expect(read.meaningLabel("ultrasonic", -0.1)).toBe("reads too near");
  expect(read.channelOf("ultrasonic" as ChannelName)).toEqual({
    channel: "ultrasonic",
    sensor: "ultrasonic",
    unit: "m",
  });
  const lost = [{ reading: member, count: 2, last_at: "2026-03-01T08:00:00.000Z" }];
  expect(read.droppedLabel(lost as never)).toContain("ultrasonic range bias: 2 readings");
  const vehicle = { health_score: 90, camera_drift_deg: 1, radar_drift_mm: 2, lidar_drift_m: null };
  expect(read.rowFigures({ ...vehicle, ultrasonic_drift_m: 0.5 } as never)).toMatchObject({
    radar: "0.002\u00a0m",
    lidar: "–",
    ultrasonic: "0.500\u00a0m",
  });
});

test("its drift is held to its limits, in the sentence of the work queue and on the vehicle's page", () => {
  const limits = { caution: 0.2, critical: 0.5 };
  const summary = {
    tier: "CAUTION",
    tierSinceUs: 0,
    reason: "caution_limit_exceeded",
    probableFaultSource: "ultrasonic",
    ultrasonicDriftM: -0.4,
  };
  expect(read.explainWork(summary as never, { ultrasonicM: limits } as never)).toBe(
    "The ultrasonic range is off by −0.400 m, beyond the caution limit of 0.200 m (CAUTION since 1970-01-01 00:00 UTC).",
  );
  const deaf = { ...summary, reason: "ultrasonic_deaf" };
  expect(read.explainWork(deaf as never, { ultrasonicM: limits } as never)).toBe(
    "The ultrasonic hears no echo (CAUTION since 1970-01-01 00:00 UTC): look for mud on it.",
  );
  const vehicle = {
    extrinsics: read.presentExtrinsics({
      cameraRotation: null,
      radarBiasM: null,
      lidarErrorM: null,
      ultrasonicBiasM: 0.1,
      ultrasonicDriftM: -0.4,
      ultrasonicDriftSdM: 0.01,
    } as never),
    sensor_limits: { ultrasonic_m: limits },
    monitored_sensors: ["ultrasonic"],
    probable_fault_source: "ultrasonic",
  } as never;
  expect(read.sensorStandings(vehicle)).toMatchObject([
    { sensor: "ultrasonic", unit: "m", drift: -0.4, share: 2, beyond: "caution", isSource: true },
  ]);
  const series = { channels: [{ sensor: "ultrasonic", drift: [0.1], drift_sd: [0.01] }] } as never;
  expect(read.sensorEstimate(series, vehicle, "ultrasonic" as never)).toEqual({
    title: "Ultrasonic: how far its range is off",
    drift: [0.1],
    deviation: [0.01],
    unit: "m",
    limits,
    sides: "both",
  });
});

test("a scenario moves it, makes its readings and hands it to other formats", () => {
  const limits = { caution: 0.2, critical: 0.5 };
  const feed = read.feedForTests({
    start: read.noVehicle,
    durationS: 1,
    limits: { camera: limits, radar: limits, lidar: limits, ultrasonic: limits } as never,
  });
  const { initial_drift_state: initial, drift_model: model } = feed.parameters;
  expect(initial.sensors.at(-1)).toMatchObject({ id: "ultrasonic_rear", range_bias_m: 0 });
  expect(model.sensors.at(-1)).toMatchObject({ id: "ultrasonic_rear", translation_m_per_deg: [-0.3, 0, 0] });
  const frame = { number: 1, timestampUs: 0, hasBegun: false };
  expect(read.readingAt(feed, frame, [read.departuresAt(feed, 10)])).toHaveProperty(
    "ultrasonicRangeBiasM",
    expect.closeTo(3, 0),
  );
  expect(read.playScenario(feed)).toMatchObject({ ultrasonic_m: expect.any(Array) });
  expect(read.effectsOf("post_collision").affects).toEqual(["camera", "radar", "lidar", "ultrasonic"]);
  expect(read.sensorsOfPreset("ultrasonic" as never)).toEqual([
    { id: "ultrasonic_rear", kind: "ultrasonic" },
  ]);
  expect(JSON.parse(read.writeCarla(feed)).sensors.at(-1)).toMatchObject({
    blueprint: "sensor.other.ultrasonic",
    attributes: { reach: "5" },
  });
  expect(read.osiMessages.nested.osi3.nested.FeatureData.fields).toMatchObject({
    ultrasonic_sensor: { id: 4, type: "UltrasonicDetectionData" },
  });
});

test("a picture shows it by what is measured of it: of a vehicle, of a bundle and of a scenario", () => {
  const unreceived = { camera: null, radar: null, lidar: null };
  const estimate = { ultrasonic_range_bias_m: 0.3, drift_m: 0.25, drift_sd_m: 0.01 };
  const [ofVehicle, ...others] = read.sensorsOf(
    { extrinsics: { ...unreceived, ultrasonic: estimate } as never },
    "optical",
  );
  expect(others).toEqual([]);
  expect(read.describePose(ofVehicle!)).toBe(
    "The ultrasonic reads everything 0.250\u00a0m farther than at its baseline.",
  );
  const { baseline, now } = read.drawnSensor(ofVehicle!, 2);
  expect(now.tip[0] - baseline.tip[0]).toBeCloseTo(0.5, 9);

  const outputs = { channels: [{ channel: "ultrasonic", drift: 0.25 }] };
  expect(read.posesOf({ scoring: { outputs }, measurements: {} } as never)).toEqual([ofVehicle]);

  const feed = structuredClone(feedForTests({ type: "nominal_control", start: noVehicle }));
  const { initial_drift_state: state, truth } = feed.parameters;
  const [, radar] = state.sensors;
  state.sensors = [{ ...radar!, id: "ultrasonic_rear", kind: "ultrasonic" as never, range_bias_m: 0.25 }];
  Object.assign(truth.detector.limits, { ultrasonic: { caution: 0.2, critical: 0.5 } });
  const course = { ...playScenario(feed), ultrasonic_m: [0.2, 0.3], ultrasonic_sd_m: [0.01, 0.01] };
  const story = read.tellStory(feed, course);
  expect(story.lead).toBe("ultrasonic");
  expect(story.tracks).toMatchObject([{ estimate: [0.2, 0.3], sd: [0.01, 0.01] }]);
  expect(story.tracks[0]!.truth[0]).toBe(0.25);
  expect(read.frameAt(story, 0).sensors).toMatchObject([
    { name: "The rear ultrasonic", shows: "range", rangeShiftM: 0.25 },
  ]);
});
