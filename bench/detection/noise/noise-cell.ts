import type { Hearing, SensorName } from "./hearing.ts";
import type { NoiseKind } from "./noise-source.ts";
import type { NoiseLevel } from "./noisy-vehicle.ts";
import type { Wander } from "./wander.ts";

/** Vehicles of one kind, and what the product may do to them. Plain values: a cell is kept by what it says. */
export interface NoiseCell {
  readonly sensors: readonly SensorName[];
  readonly kind: NoiseKind;
  readonly level: NoiseLevel;
  readonly rate: Rate;
  readonly zones: Zones;
  /** Noise of the 30 other vehicles whose prior they start from; null: from the default prior. */
  readonly fleet: NoiseKind | null;
  readonly wander: Wander | null;
  readonly hearing: Hearing;
  readonly commands: Commands;
  readonly frames: number;
  /** Largest share of vehicles the issue or the design allows to be accused; null: none was named. At least, for a control. */
  readonly allowed: number | null;
  readonly mustBeFound: boolean;
}

/** What people do to the baselines of such a vehicle. */
export interface Commands {
  /** Frames from one `learn` to the next. */
  readonly learnEvery?: number;
  /** Frame after which the baseline is frozen. */
  readonly freezeAfter?: number;
}

export const rates = { "1/min": 1 / 60, "1 Hz": 1, "20 Hz": 20 } as const;
export type Rate = keyof typeof rates;

/** `default`: the product's own. `zero`: a tenth of σ and nothing of the limits, so that only σ counts. */
export type Zones = "default" | "zero";

export const ordinary: NoiseLevel = { cameraDeg: 0.06, radarM: 0.06, lidarLog: 0.25 };
export const calm: NoiseLevel = { cameraDeg: 0.02, radarM: 0.02, lidarLog: 0.08 };
/** A mean of a few frames may lie beyond a limit without any fault. */
export const noisy: NoiseLevel = { cameraDeg: 0.3, radarM: 0.3, lidarLog: 0.6 };
const levels: Readonly<Record<string, NoiseLevel>> = { calm, noisy };

export const allSensors: readonly SensorName[] = ["camera", "radar", "lidar"];

/** What a cell is unless it says otherwise. */
export const plainCell: NoiseCell = {
  sensors: allSensors,
  kind: "white",
  level: ordinary,
  rate: "1/min",
  zones: "zero",
  fleet: null,
  wander: null,
  hearing: {},
  commands: {},
  frames: 2000,
  allowed: null,
  mustBeFound: false,
};

export const fourteenDays = 14 * 1440;

/** What the cell is called, so that it can be asked for. */
export function nameOf(cell: NoiseCell): string {
  const { sensors, kind, rate, zones, wander, level, hearing, commands, frames } = cell;
  const words = [
    wander === null ? kind : `${kind}, ${wander.shape} a day`,
    ...Object.keys(levels).filter((word) => levels[word]!.cameraDeg === level.cameraDeg),
    sensors.length === 3 ? "all sensors" : sensors.join(" and "),
    rate,
    `${zones} zones`,
    fleetName(cell),
    ...(frames === fourteenDays ? ["14 days"] : []),
    ...Object.entries({ ...hearing, ...commands }).map(([how, what]) => `${how} ${wordsOf(what)}`),
  ];
  return words.join(" | ");
}

function wordsOf(value: unknown): string {
  const rounded = (_: string, part: unknown) =>
    typeof part === "number" ? Number(part.toPrecision(3)) : part;
  return JSON.stringify(value, rounded).replaceAll(/["{}]/gu, "");
}

function fleetName({ fleet, kind }: NoiseCell): string {
  if (fleet === null) return "alone";
  return fleet === kind ? "fleet" : `fleet with ${fleet}`;
}
