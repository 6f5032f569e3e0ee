import type { JournalEntry, SensorReading } from "./model/journal-entry.ts";
import { exp } from "./numeric/exp.ts";
import { expDeg, multiply, toMatrix } from "./numeric/quaternion.ts";
import type { Quaternion, Vector3 } from "./numeric/quaternion.ts";

/** How far a test vehicle's sensors are out at one frame, on top of their noise. */
export interface Displacement {
  readonly cameraDeg?: Vector3;
  readonly radarM?: number;
  readonly lidarM?: number;
  readonly confidence?: number;
}

/** A vehicle for tests: seeded noise around a fixed mount, and whatever fault is asked for. */
export interface TestVehicle {
  readonly frames: number;
  readonly seed: number;
  readonly sensors?: readonly ("camera" | "radar" | "lidar" | "confidence")[];
  /** Standard deviation per camera axis, degrees; radar, metres; lidar error, in its logarithm. */
  readonly noise?: { readonly cameraDeg?: number; readonly radarM?: number; readonly lidarLog?: number };
  /** Normal noise; a Student t with 3 degrees of freedom; or normal with one value in a hundred 10 σ out. */
  readonly tails?: "normal" | "student" | "outliers";
  /** Lag-1 correlation of the noise. */
  readonly correlation?: number;
  readonly periodS?: number;
  readonly mount?: Quaternion;
  readonly displacement?: (frame: number) => Displacement;
}

export const testMount: Quaternion = expDeg([10, 20, 30]);
/** 2026-01-01T00:00:00Z. */
export const testStartUs = 1_767_225_600_000_000;

/** The journal of a test vehicle; frames count from 0. */
export function journalOf(vehicle: TestVehicle): JournalEntry[] {
  const noise = correlatedNoise(vehicle);
  return Array.from({ length: vehicle.frames }, (_, frame) => ({
    kind: "frame",
    reading: readingOf(vehicle, frame, noise(frame)),
  }));
}

/** A standard normal number (sum of twelve uniforms), the same for the same seed, stream and step in every language. */
export function testNoise(seed: number, stream: number, step: number): number {
  let sum = -6;
  for (let part = 0; part < 12; part += 1) sum += uniform(seed, 12 * stream + part, step);
  return sum;
}

/** One number for each camera axis, the radar, the lidar and its confidence. */
type Noise = readonly [x: number, y: number, z: number, radar: number, lidar: number, confidence: number];

function readingOf(vehicle: TestVehicle, frame: number, noise: Noise): SensorReading {
  const sensors = vehicle.sensors ?? ["camera", "radar", "lidar"];
  const moved = vehicle.displacement?.(frame) ?? {};
  return {
    timestampUs: testStartUs + Math.round(frame * (vehicle.periodS ?? 60) * 1e6),
    ...(sensors.includes("camera") ? readCamera(vehicle, noise, moved) : {}),
    ...(sensors.includes("radar") ? readRadar(vehicle, noise, moved) : {}),
    ...(sensors.includes("lidar") ? readLidar(vehicle, noise, moved) : {}),
    ...(sensors.includes("confidence") ? readConfidence(noise, moved) : {}),
  };
}

function readCamera(
  { noise = {}, mount = testMount }: TestVehicle,
  [nx, ny, nz]: Noise,
  moved: Displacement,
) {
  const { cameraDeg = 0.06 } = noise;
  const [x, y, z] = moved.cameraDeg ?? [0, 0, 0];
  const turn = expDeg([x + cameraDeg * nx, y + cameraDeg * ny, z + cameraDeg * nz]);
  return { cameraRotation: toMatrix(multiply(mount, turn)) };
}

function readRadar({ noise = {} }: TestVehicle, [, , , one]: Noise, { radarM: movedM = 0 }: Displacement) {
  const { radarM = 0.05 } = noise;
  return { radarRangeBiasM: 0.02 + radarM * one + movedM };
}

function readLidar({ noise = {} }: TestVehicle, [, , , , one]: Noise, { lidarM: movedM = 0 }: Displacement) {
  const { lidarLog = 0.25 } = noise;
  return { lidarRegistrationErrorM: Math.max(0, 0.03 * exp(lidarLog * one) + movedM) };
}

function readConfidence([, , , , , one]: Noise, { confidence: moved = 0 }: Displacement) {
  return { lidarConfidence: Math.max(0, Math.min(1, 0.85 + 0.03 * one + moved)) };
}

function correlatedNoise(vehicle: TestVehicle): (frame: number) => Noise {
  const phi = vehicle.correlation ?? 0;
  const innovation = Math.sqrt(1 - phi * phi);
  let latest: Noise = [0, 0, 0, 0, 0, 0];
  return (frame) => {
    const follow = (before: number, stream: number) => {
      const fresh = tailedNoise(vehicle, stream, frame);
      return frame === 0 ? fresh : phi * before + innovation * fresh;
    };
    const [x, y, z, radar, lidar, confidence] = latest;
    latest = [
      follow(x, 0),
      follow(y, 1),
      follow(z, 2),
      follow(radar, 3),
      follow(lidar, 4),
      follow(confidence, 5),
    ];
    return latest;
  };
}

function tailedNoise({ seed, tails = "normal" }: TestVehicle, stream: number, frame: number): number {
  const normal = testNoise(seed, stream, frame);
  switch (tails) {
    case "normal":
      return normal;
    case "outliers": {
      const chance = uniform(seed, 12 * stream + 1000, frame);
      return chance < 0.01 ? (chance < 0.005 ? -10 : 10) : normal;
    }
    case "student": {
      let squares = 0;
      for (let part = 0; part < 3; part += 1) {
        const other = testNoise(seed, 100 + 3 * stream + part, frame);
        squares += other * other;
      }
      // Divided by the scale that its median deviation suggests, so that all three look alike near the middle.
      return normal / Math.sqrt(squares / 3) / 1.134;
    }
  }
}

function uniform(seed: number, stream: number, step: number): number {
  const start = mix(seed ^ mix(Math.imul(stream, 0x9e3779b9)));
  return mix(start + Math.imul(step, 0x9e3779b1)) / 4294967296;
}

/** The 32-bit finaliser of MurmurHash3. */
function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
