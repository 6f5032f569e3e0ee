import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";

/** How the noise of one sensor is distributed, before it is scaled to one robust σ. */
export type Tails = "normal" | "t5" | "t3" | "outliers" | "mixture" | "skewed";

/** Vehicles without a fault, all drawn from one description. */
export interface HealthyPopulation {
  readonly name: string;
  readonly tails: Tails;
  /** Lag-1 correlation of the frames' noise. */
  readonly correlation: number;
  readonly sensors: readonly ("camera" | "radar" | "lidar" | "confidence")[];
  /** Share of the frames that carry each sensor, drawn frame by frame. */
  readonly presence?: number;
  /** Radar bias and lidar error are sent in whole steps of this, metres. */
  readonly stepM?: number;
  /** Factor on the typical noise. */
  readonly loudness?: number;
}

/** One reading after another of one healthy vehicle, one frame a minute. */
export function healthyVehicle(population: HealthyPopulation, seed: number): () => SensorReading {
  const random = new Draws(seed);
  const { correlation, sensors, presence = 1, stepM = 0, loudness = 1 } = population;
  const noise = Array.from({ length: 6 }, () => random.correlated(population.tails, correlation));
  const size = (typical: number) => loudness * typical * Math.exp(0.4 * random.normal());
  const [cameraDeg, radarM, lidarLog, confidenceLogit] = [size(0.06), size(0.05), size(0.25), size(0.3)];
  const mount = turn([40 * random.normal(), 40 * random.normal(), 40 * random.normal()]);
  const [bias, error] = [0.02 * random.normal(), 0.03 * Math.exp(0.2 * random.normal())];
  const inSteps = (value: number) => (stepM === 0 ? value : stepM * Math.round(value / stepM));
  let frame = 0;
  return () => {
    const drawn = noise.map((next) => next());
    const carries = (sensor: (typeof sensors)[number]) =>
      sensors.includes(sensor) && (presence === 1 || random.uniform() < presence);
    const shake = turn([cameraDeg * drawn[0]!, cameraDeg * drawn[1]!, cameraDeg * drawn[2]!]);
    const logit = 1.7 + confidenceLogit * drawn[5]!;
    const reading: SensorReading = {
      timestampUs: startUs + Math.round((frame + 0.02 * random.uniform()) * 60_000_000),
      ...(carries("camera") ? { cameraRotation: product(mount, shake) } : {}),
      ...(carries("radar") ? { radarRangeBiasM: inSteps(bias + radarM * drawn[3]!) } : {}),
      ...(carries("lidar")
        ? { lidarRegistrationErrorM: inSteps(error * Math.exp(lidarLog * drawn[4]!)) }
        : {}),
      ...(carries("confidence") ? { lidarConfidence: 1 / (1 + Math.exp(-logit)) } : {}),
    };
    frame += 1;
    return reading;
  };
}

/** 2026-01-01T00:00:00Z. */
const startUs = 1_767_225_600_000_000;

/** Pseudo-random numbers of this bench alone: sfc32, and the polar method for normals. */
export class Draws {
  #a: number;
  #b = 0x9e3779b9;
  #c = 0x243f6a88;
  #counter = 1;
  #spare: number | null = null;

  constructor(seed: number) {
    this.#a = seed | 0;
    for (let step = 0; step < 16; step += 1) this.uniform();
  }

  uniform(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const [x, y] = [2 * this.uniform() - 1, 2 * this.uniform() - 1];
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * factor;
      return x * factor;
    }
  }

  /** Noise with these tails; where it resembles itself, the tails are those of its innovations. */
  correlated(tails: Tails, correlation: number): () => number {
    let value = this.#tailed(tails);
    return () => {
      value = correlation * value + Math.sqrt(1 - correlation * correlation) * this.#tailed(tails);
      return value;
    };
  }

  #tailed(tails: Tails): number {
    switch (tails) {
      case "normal":
        return this.normal();
      case "t5":
        return this.normal() / Math.sqrt(this.#squares(5) / 5) / 1.077;
      case "t3":
        return this.normal() / Math.sqrt(this.#squares(3) / 3) / 1.134;
      case "outliers":
        return this.uniform() < 0.01 ? (this.uniform() < 0.5 ? -10 : 10) : this.normal();
      case "mixture":
        return (this.uniform() < 0.1 ? 3 : 1) * this.normal();
      case "skewed":
        return (Math.exp(0.6 * this.normal()) - 1) / 0.6;
    }
  }

  #squares(count: number): number {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) {
      const normal = this.normal();
      sum += normal * normal;
    }
    return sum;
  }
}

type Matrix = readonly number[];

/** Rodrigues' formula; degrees. */
function turn([x, y, z]: readonly [number, number, number]): Matrix {
  const degrees = Math.hypot(x, y, z);
  if (degrees === 0) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const angle = (degrees * Math.PI) / 180;
  const [sine, versine] = [Math.sin(angle), 1 - Math.cos(angle)];
  const [u, v, w] = [x / degrees, y / degrees, z / degrees];
  return [
    1 - versine * (v * v + w * w),
    versine * u * v - sine * w,
    versine * u * w + sine * v,
    versine * u * v + sine * w,
    1 - versine * (u * u + w * w),
    versine * v * w - sine * u,
    versine * u * w - sine * v,
    versine * v * w + sine * u,
    1 - versine * (u * u + v * v),
  ];
}

function product(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3];
    return a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
  });
}
