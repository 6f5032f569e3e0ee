import type { Hearing, SensorName } from "./hearing.ts";
import { oneOverFTimes } from "./noise-source.ts";
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
  /** Whether the vehicles start from a prior learnt of 30 others with the same noise. */
  readonly fleet: boolean;
  readonly wander: Wander | null;
  readonly hearing: Hearing;
  readonly frames: number;
  /** Largest share of vehicles the issue or the design allows to be accused; null: none was named. At least, for a control. */
  readonly allowed: number | null;
  readonly mustBeFound: boolean;
}

export const rates = { "1/min": 1 / 60, "1 Hz": 1, "20 Hz": 20 } as const;
export type Rate = keyof typeof rates;

/** `default`: the product's own. `zero`: a tenth of σ and nothing of the limits, so that only σ counts. */
export type Zones = "default" | "zero";

export const ordinary: NoiseLevel = { cameraDeg: 0.06, radarM: 0.06, lidarLog: 0.25 };
const calm: NoiseLevel = { cameraDeg: 0.02, radarM: 0.02, lidarLog: 0.08 };

export const allSensors: readonly SensorName[] = ["camera", "radar", "lidar"];
const combinations: readonly (readonly SensorName[])[] = [
  ["camera"],
  ["radar"],
  ["lidar"],
  ["camera", "radar"],
  ["camera", "lidar"],
  ["radar", "lidar"],
  allSensors,
];

const plain: NoiseCell = {
  sensors: allSensors,
  kind: "white",
  level: ordinary,
  rate: "1/min",
  zones: "zero",
  fleet: false,
  wander: null,
  hearing: {},
  frames: 2000,
  allowed: null,
  mustBeFound: false,
};

/** What the cell is called, so that it can be asked for. */
export function nameOf(cell: NoiseCell): string {
  const { sensors, kind, rate, zones, fleet, wander, level, hearing } = cell;
  const words = [
    wander === null ? kind : `${kind}, ${wander.shape} a day`,
    ...(level === calm || level.cameraDeg === calm.cameraDeg ? ["calm"] : []),
    sensors.length === 3 ? "all sensors" : sensors.join(" and "),
    rate,
    `${zones} zones`,
    fleet ? "fleet" : "alone",
    ...Object.entries(hearing).map(([how, what]) => `${how} ${wordsOf(what)}`),
  ];
  return words.join(" | ");
}

function wordsOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/["{}]/gu, "");
}

/** "Must show" of zero zones: these at most 2 % … */
const stationary: readonly NoiseKind[] = ["φ 0.3", "φ 0.6", "φ 0.9", "t3", "t5", "ARMA(0.6, 0.5)"];
/** … and white over slow noise 4 % with a fleet, 20 % without; at default limits 2 %. */
const whiteOverSlow: readonly NoiseKind[] = ["70 % white + 30 % φ 0.9", "85 % white + 15 % φ 0.97"];
const unnamed: readonly NoiseKind[] = ["t5, φ 0.3", "t3, φ 0.3", "φ 0.97", "φ 0.995", "1/f"];

function allowedFor({ kind, zones, fleet }: Pick<NoiseCell, "kind" | "zones" | "fleet">): number | null {
  if (kind === "white" || stationary.includes(kind)) return 0.02;
  if (!whiteOverSlow.includes(kind)) return null;
  if (zones === "default") return 0.02;
  return fleet ? 0.04 : 0.2;
}

function cellOf(about: Partial<NoiseCell>): NoiseCell {
  const cell = { ...plain, ...about };
  return about.allowed === undefined ? { ...cell, allowed: allowedFor(cell) } : cell;
}

const bothFleets = [false, true] as const;
const kinds: readonly NoiseKind[] = ["white", ...stationary, ...whiteOverSlow, ...unnamed];

/** Under half of the CAUTION limits: 0.2°, 0.2 m, 0.1 m. */
const underHalf = { cameraDeg: 0.06, radarM: 0.05, lidarM: 0.03, laterMinutesPerDay: 4 } as const;
const fourteenDays = 14 * 1440;

function wanderCells(shapes: readonly Wander["shape"][]): readonly NoiseCell[] {
  return shapes.flatMap((shape) =>
    [ordinary, calm].map((level) =>
      cellOf({ level, zones: "default", wander: { shape, ...underHalf }, frames: fourteenDays, allowed: 0 }),
    ),
  );
}

/** A walk beyond every limit, which must be found; one that was there from the first frame has nothing to be told from. */
function controlCells(): readonly NoiseCell[] {
  return bothFleets.flatMap((fleet) => [
    cellOf({
      kind: "white, later a random walk",
      zones: "default",
      fleet,
      allowed: 0.98,
      mustBeFound: true,
    }),
    cellOf({ kind: "white + random walk", zones: "default", fleet, mustBeFound: true, allowed: null }),
  ]);
}

/** Vehicles that are heard unevenly: none is promised more than the ordinary. */
const unevenly: readonly Hearing[] = [
  { missing: 0.3 },
  { hoursADay: 2 },
  { alternates: [1 / 60, 1, 20] },
  { joins: { radar: 1000 } },
  { joins: { camera: 1000 } },
  { every: { camera: 10 } },
  { every: { radar: 20, lidar: 5 } },
  { decimals: 5 },
  { decimals: 4 },
  { confidence: "steady" },
  { confidence: "varying" },
];

function unevenCells(): readonly NoiseCell[] {
  return unevenly.flatMap((hearing) =>
    (["white", "φ 0.6", "85 % white + 15 % φ 0.97"] as const).flatMap((kind) =>
      bothFleets.map((fleet) => cellOf({ kind, hearing, fleet, frames: 3000 })),
    ),
  );
}

/** Two hours a day at hours that differ: a daily wander is then heard as jumps from drive to drive. */
function drivenCells(): readonly NoiseCell[] {
  return [ordinary, calm].map((level) =>
    cellOf({
      level,
      zones: "default",
      wander: { shape: "sine", ...underHalf },
      hearing: { hoursADay: 2 },
      frames: 30 * 120,
    }),
  );
}

/** What the issue must show. */
export function demandedCells(): readonly NoiseCell[] {
  return [
    ...(["white", ...stationary, ...whiteOverSlow] as const).flatMap((kind) =>
      bothFleets.map((fleet) => cellOf({ kind, fleet })),
    ),
    ...whiteOverSlow.flatMap((kind) => bothFleets.map((fleet) => cellOf({ kind, fleet, zones: "default" }))),
    ...wanderCells(["sine"]),
    ...controlCells(),
  ];
}

/** Every combination of sensors, every kind, rate and zone; each with and without a fleet. */
export function allCells(): readonly NoiseCell[] {
  return [
    ...kinds.flatMap((kind) =>
      combinations.flatMap((sensors) => bothFleets.map((fleet) => cellOf({ kind, sensors, fleet }))),
    ),
    ...kinds.flatMap((kind) =>
      (["1 Hz", "20 Hz"] as const).flatMap((rate) =>
        bothFleets.map((fleet) => cellOf({ kind, rate, fleet })),
      ),
    ),
    ...kinds.flatMap((kind) => bothFleets.map((fleet) => cellOf({ kind, zones: "default", fleet }))),
    ...wanderCells(["sine", "two harmonics", "nearly square"]),
    ...drivenCells(),
    ...unevenCells(),
    ...controlCells(),
  ];
}

/** Longer than any noise remembers: the fleet's own vehicles are heard for as long as those that are judged, at most this. */
export const fleetFrames = Math.min(2000, oneOverFTimes.at(-1)!);
