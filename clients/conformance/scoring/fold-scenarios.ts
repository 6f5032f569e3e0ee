import type { TelemetryFrame } from "../../../core/contract/types.ts";
import { parseCaptureTime } from "../../../core/encoding/instant.ts";
import type {
  BaselineAction,
  JournalEntry,
  SensorReading,
} from "../../../core/scoring/model/journal-entry.ts";
import {
  journalOf,
  testStartUs,
  type Displacement,
  type TestVehicle,
} from "../../../core/scoring/vehicle-journal.ts";
import { uniform } from "../../../core/scenario/counter-random.ts";
import { scenarioTypes } from "../../../core/contract/scenario-types.ts";
import { generateVehicle } from "../../../simulator/generate-vehicle.ts";

/** Journals of about so many frames, which between them come through every branch of the fold. */
export type FoldScenario = (frames: number) => Iterable<JournalEntry>;

export const foldScenarios: Readonly<Record<string, FoldScenario>> = {
  "every fault of the simulator, a new epoch each": everyFault,
  "a frame a minute: drifts that end, commands, late frames, repeats, sensors that come and go": busyMinutes,
  "wanders of the day, with a step and a ramp on top": dailyWanders,
  "20 Hz, correlated": fastFrames,
  "a frame a second: changes before there is a baseline": earlyChanges,
  "a prior of the fleet": fleetPrior,
  "bursts and pauses, coarse matrices, every combination of sensors": wildTimes,
};

const everySensor = ["camera", "radar", "lidar", "confidence"] as const;

function* everyFault(frames: number): Iterable<JournalEntry> {
  const each = Math.ceil(frames / scenarioTypes.length);
  let startUs = testStartUs;
  for (const [at, scenario] of scenarioTypes.entries()) {
    const periodS = [60, 1, 0.05][at % 3]!;
    const noise = { spread: 0.3, arPhi: 0.3 * (at % 4), tailDegreesOfFreedom: at % 2 === 0 ? Infinity : 3 };
    const vehicle = generateVehicle({
      vehicleId: "veh-1",
      fleetId: "fleet",
      region: "eu",
      seed: at,
      startUs,
      periodS,
      scenario,
      onsetS: 0.5 * each * periodS,
      noise: { ...noise, missingShare: 0.05 },
    });
    if (at > 0) yield { kind: "baseline", action: "learn", atUs: startUs };
    for (let step = 0; step < each; step += 1) {
      const frame = vehicle.frameAt(step);
      if (frame !== null) yield { kind: "frame", reading: readingOf(frame) };
    }
    startUs += Math.ceil(each * periodS + 60) * 1_000_000;
  }
}

function readingOf({ timestamp, sensors }: TelemetryFrame): SensorReading {
  const {
    camera_rotation_matrix: cameraRotation,
    radar_range_bias_m: radarRangeBiasM,
    lidar_registration_error_m: lidarRegistrationErrorM,
    lidar_confidence: lidarConfidence,
  } = sensors;
  return {
    timestampUs: parseCaptureTime(timestamp)!,
    ...(cameraRotation === undefined ? {} : { cameraRotation: cameraRotation.flat() }),
    ...(radarRangeBiasM === undefined ? {} : { radarRangeBiasM }),
    ...(lidarRegistrationErrorM === undefined ? {} : { lidarRegistrationErrorM }),
    ...(lidarConfidence === undefined ? {} : { lidarConfidence }),
  };
}

function* busyMinutes(frames: number): Iterable<JournalEntry> {
  const readings = readingsOf({
    frames,
    seed: 5,
    sensors: everySensor,
    displacement: (frame) => busyDisplacement(frame % 3000),
  });
  for (const [at, reading] of readings.entries()) {
    yield* commandsAt(at, reading);
    if (uniform(1, 1, at) < 0.01 && at > 0) yield { kind: "frame", reading: readings[at - 1]! };
    if (uniform(1, 2, at) < 0.005 && at > 100) yield { kind: "frame", reading: readings[at - 60]! };
    const heard = withoutSome(reading, (sensor) => uniform(1, 3 + sensor, at) < 0.2);
    const isStuck = at % 1500 > 1300 && at % 1500 < 1340;
    yield { kind: "frame", reading: isStuck ? { ...heard, radarRangeBiasM: 0.0123 } : heard };
  }
}

function busyDisplacement(frame: number): Displacement {
  const within = (from: number, end: number) => frame >= from && frame < end;
  return {
    radarM: within(400, 700) ? 0.35 : 0,
    cameraDeg: within(1200, 1700) ? [0, Math.min(0.6, (frame - 1200) * 0.002), 0.05] : [0, 0, 0],
    lidarM: within(2200, 2400) ? 0.25 : 0,
    confidence: within(2500, 2600) ? -0.4 : 0,
  };
}

function* commandsAt(
  at: number,
  { timestampUs: atUs, cameraRotation }: SensorReading,
): Iterable<JournalEntry> {
  const baseline = (action: BaselineAction): JournalEntry => ({ kind: "baseline", action, atUs });
  if (at % 2100 === 1800) yield baseline("learn");
  if (at % 1700 === 900) yield baseline("freeze");
  if (at % 1700 === 1000) yield baseline("unfreeze");
  if (at % 2500 === 333) {
    const isWithdrawn = at % 5000 > 2500 || cameraRotation === undefined;
    const rotation = isWithdrawn ? null : cameraRotation;
    yield { kind: "reference", cameraRotation: rotation, validFromUs: atUs + 3_600_000_000 };
  }
}

const members = [
  "cameraRotation",
  "radarRangeBiasM",
  "lidarRegistrationErrorM",
  "lidarConfidence",
] as const satisfies readonly (keyof SensorReading)[];

function withoutSome(reading: SensorReading, isSilent: (member: number) => boolean): SensorReading {
  const heard = Object.entries(reading).filter(
    ([name]) => !members.some((member, at) => member === name && isSilent(at)),
  );
  return { timestampUs: reading.timestampUs, ...Object.fromEntries(heard) };
}

function* dailyWanders(frames: number): Iterable<JournalEntry> {
  const periodS = 300;
  const wave = (frame: number, amplitude: number) =>
    amplitude * Math.sin((2 * Math.PI * frame * periodS) / 86_400);
  const readings = readingsOf({
    frames,
    seed: 6,
    periodS,
    displacement: (frame) => ({
      cameraDeg: [wave(frame, 0.09), 0, wave(frame, 0.04)],
      radarM: wave(frame + 70, 0.08) + (frame % 3000 > 2200 ? 0.3 : 0),
      lidarM: 0.03 + wave(frame + 20, 0.015) + (frame > 2500 ? Math.min(0.3, (frame - 2500) * 1e-4) : 0),
    }),
  });
  for (const [at, reading] of readings.entries()) {
    if (at % 2900 === 2899) yield { kind: "baseline", action: "learn", atUs: reading.timestampUs };
    yield { kind: "frame", reading };
  }
}

function fastFrames(frames: number): Iterable<JournalEntry> {
  return journalOf({
    frames,
    seed: 7,
    sensors: everySensor,
    periodS: 0.05,
    correlation: 0.95,
    displacement: (frame) =>
      frame > 0.6 * frames && frame < 0.8 * frames ? { radarM: 0.5, cameraDeg: [0.3, 0, 0] } : {},
  });
}

function* earlyChanges(frames: number): Iterable<JournalEntry> {
  const epoch = 240;
  const moves = [
    { radarM: 0.9 },
    { cameraDeg: [0.5, 0.6, 0] },
    { lidarM: 0.5 },
    { radarM: -0.8, cameraDeg: [0, 0, 0.9] },
  ] as const;
  const readings = readingsOf({
    frames,
    seed: 8,
    periodS: 1,
    tails: "outliers",
    correlation: 0.4,
    displacement: (frame) => {
      const which = Math.floor(frame / epoch) % moves.length;
      const within = frame % epoch;
      return within >= 14 + 2 * which && within < 160 ? moves[which]! : {};
    },
  });
  for (const [at, reading] of readings.entries()) {
    const atUs = reading.timestampUs;
    if (at % epoch === 0 && at > 0) yield { kind: "baseline", action: "learn", atUs };
    if (at % 720 === 100) yield { kind: "baseline", action: "unfreeze", atUs };
    yield { kind: "frame", reading };
  }
}

function* fleetPrior(frames: number): Iterable<JournalEntry> {
  yield {
    kind: "prior",
    sensors: {
      camera: { sd: 0.03, vehicles: 31 },
      radar: { sd: 0.025, vehicles: 40 },
      lidar: null,
      confidence: { sd: 0.3, vehicles: 12 },
    },
    atUs: testStartUs,
  };
  yield* journalOf({
    frames,
    seed: 9,
    sensors: everySensor,
    periodS: 20,
    correlation: 0.6,
    tails: "student",
    displacement: (frame) => (frame % 2000 > 1500 ? { radarM: 0.15 + (frame % 500) * 0.0005 } : {}),
  });
}

function* wildTimes(frames: number): Iterable<JournalEntry> {
  const readings = readingsOf({ frames, seed: 10, sensors: everySensor, tails: "student" });
  let timestampUs = testStartUs;
  for (const [at, reading] of readings.entries()) {
    timestampUs += 1_000_000 * gapSeconds(uniform(3, 1, at));
    if (at % 2500 === 2400) yield { kind: "baseline", action: "freeze", atUs: timestampUs };
    if (at % 2500 === 2450) yield { kind: "baseline", action: "unfreeze", atUs: timestampUs };
    const present = Math.floor(at / 500) % 16 || 15;
    const heard = withoutSome(reading, (member) => ((present >> member) & 1) === 0);
    yield { kind: "frame", reading: { ...disturbed(heard, at), timestampUs } };
  }
}

function gapSeconds(chance: number): number {
  if (chance < 0.005) return Math.round(3 * 86_400 * 200 * chance);
  return chance < 0.5 ? 1 : 60;
}

function disturbed(reading: SensorReading, at: number): SensorReading {
  const { cameraRotation, radarRangeBiasM } = reading;
  const isBurst = at % 1500 > 1000 && at % 1500 < 1200;
  const isCoarse = at % 5 < 2;
  return {
    ...reading,
    ...(cameraRotation !== undefined &&
      isCoarse && { cameraRotation: cameraRotation.map((entry) => Math.round(entry * 1000) / 1000) }),
    ...(radarRangeBiasM !== undefined && isBurst && { radarRangeBiasM: 3 * radarRangeBiasM }),
  };
}

function readingsOf(vehicle: TestVehicle): readonly SensorReading[] {
  return journalOf(vehicle).flatMap((entry) => (entry.kind === "frame" ? [entry.reading] : []));
}
