import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import {
  expDeg,
  multiply,
  toMatrix,
  type Quaternion,
  type Vector3,
} from "../../../core/scoring/numeric/quaternion.ts";
import { testMount } from "../../../core/scoring/vehicle-journal.ts";
import type { RandomStream } from "../simulated/random-stream.ts";

/** Anything that the contract lets through, at a moment between two frames or far from them. */
export function drawOutlierReading(
  random: RandomStream,
  between: readonly [beforeUs: number, afterUs: number],
): SensorReading {
  const present = () => random.uniform() < 0.8;
  return {
    timestampUs: drawTime(random, between),
    ...(present() ? { cameraRotation: drawMatrix(random) } : {}),
    ...(present() ? { radarRangeBiasM: drawBias(random) } : {}),
    ...(present() ? { lidarRegistrationErrorM: drawError(random) } : {}),
    ...(present() ? { lidarConfidence: drawConfidence(random) } : {}),
  };
}

/** Mostly where a frame may be; at times the clock has jumped, back or ahead, by up to a year. */
function drawTime(random: RandomStream, [before, after]: readonly [number, number]): number {
  const kind = random.uniform();
  if (kind < 0.8) return Math.round(before + random.uniform() * (after - before));
  if (kind < 0.85) return before;
  const jumpUs = 1e6 * 10 ** (7.5 * random.uniform());
  return Math.round(kind < 0.95 ? before - jumpUs : after + Math.min(jumpUs, 300e6));
}

/** Turned a little or by half a turn; rounded; bent as far from a rotation as the contract allows. */
function drawMatrix(random: RandomStream): number[] {
  const size = 10 ** (-2 + 4.25 * random.uniform());
  const turn = [random.normal(), random.normal(), random.normal()].map((part) =>
    Math.max(-180, Math.min(180, size * part)),
  );
  const pose: Quaternion = multiply(testMount, expDeg(turn as unknown as Vector3));
  const matrix = toMatrix(pose);
  const kind = random.uniform();
  if (kind < 0.2) return matrix.map((entry) => entry + 0.012 * (2 * random.uniform() - 1));
  if (kind < 0.4) {
    const decimals = 1 + Math.floor(4 * random.uniform());
    return matrix.map((entry) => Number(entry.toFixed(decimals)));
  }
  if (kind < 0.45) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return [...matrix];
}

function drawBias(random: RandomStream): number {
  const size = 10 ** (-3 + 6 * random.uniform());
  return random.uniform() < 0.05 ? 0 : random.uniform() < 0.5 ? size : -size;
}

function drawError(random: RandomStream): number {
  return random.uniform() < 0.1 ? 0 : 10 ** (-4 + 7 * random.uniform());
}

function drawConfidence(random: RandomStream): number {
  const kind = random.uniform();
  if (kind < 0.5) return random.uniform();
  return [0, 1, 0.2, 0.199_999, 1e-12, 1 - 1e-12][Math.floor(12 * (kind - 0.5))]!;
}
