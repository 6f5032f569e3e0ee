import type { SensorName } from "./hearing.ts";
import { allSensors, calm, fourteenDays, noisy, ordinary, plainCell } from "./noise-cell.ts";
import type { NoiseCell } from "./noise-cell.ts";
import type { NoiseKind } from "./noise-source.ts";
import type { Wander } from "./wander.ts";

const combinations: readonly (readonly SensorName[])[] = [
  ["camera"],
  ["radar"],
  ["lidar"],
  ["camera", "radar"],
  ["camera", "lidar"],
  ["radar", "lidar"],
  allSensors,
];

/** "Must show" of zero zones: these at most 2 % … */
const stationary: readonly NoiseKind[] = ["φ 0.3", "φ 0.6", "φ 0.9", "t3", "t5", "ARMA(0.6, 0.5)"];
/** … and white over slow noise 4 % with a fleet, 20 % without; at default limits 2 %. */
const whiteOverSlow: readonly NoiseKind[] = ["70 % white + 30 % φ 0.9", "85 % white + 15 % φ 0.97"];
const unnamed: readonly NoiseKind[] = ["t5, φ 0.3", "t3, φ 0.3", "φ 0.97", "φ 0.995", "1/f"];
const strange: readonly NoiseKind[] = [
  "bursts of 3 σ",
  "white, later φ 0.6",
  "80 % white + cycle of 30 frames",
];

function allowedFor({ kind, zones, fleet }: NoiseCell): number | null {
  if (kind === "white" || stationary.includes(kind)) return 0.02;
  if (!whiteOverSlow.includes(kind)) return null;
  if (zones === "default") return 0.02;
  return fleet === null ? 0.2 : 0.04;
}

function cellOf(about: Partial<NoiseCell>): NoiseCell {
  const cell = { ...plainCell, ...about };
  return about.allowed === undefined ? { ...cell, allowed: allowedFor(cell) } : cell;
}

/** Without a fleet, and with one of the same noise. */
function bothFleets(about: Partial<NoiseCell>): readonly NoiseCell[] {
  return [cellOf({ ...about, fleet: null }), cellOf({ ...about, fleet: about.kind ?? plainCell.kind })];
}

const kinds: readonly NoiseKind[] = ["white", ...stationary, ...whiteOverSlow, ...unnamed];

/** Under half of the CAUTION limits: 0.2°, 0.2 m, 0.1 m. */
const underHalf = { cameraDeg: 0.06, radarM: 0.05, lidarM: 0.03, laterMinutesPerDay: 4 } as const;

function wanderCells(shapes: readonly Wander["shape"][]): readonly NoiseCell[] {
  return shapes.flatMap((shape) =>
    [ordinary, calm].map((level) =>
      cellOf({ level, zones: "default", wander: { shape, ...underHalf }, frames: fourteenDays, allowed: 0 }),
    ),
  );
}

/** A walk beyond every limit, which must be found; one that was there from the first frame has nothing to be told from. */
function controlCells(): readonly NoiseCell[] {
  return [
    ...bothFleets({
      kind: "white, later a random walk",
      zones: "default",
      allowed: 0.98,
      mustBeFound: true,
    }),
    ...bothFleets({ kind: "white + random walk", zones: "default", mustBeFound: true, allowed: null }),
  ];
}

/** Ways of being heard and of being commanded: no promise is weaker for them. */
const unevenly: readonly Partial<NoiseCell>[] = [
  { hearing: { missing: 0.3 } },
  { hearing: { hoursADay: 2 } },
  { hearing: { alternates: [1 / 60, 1, 20] } },
  { hearing: { shuffledMinutes: 4 } },
  { hearing: { joins: { radar: 600 } } },
  { hearing: { joins: { camera: 600 } } },
  { hearing: { every: { camera: 10 } } },
  { hearing: { every: { radar: 20, lidar: 5 } } },
  { hearing: { decimals: 5 } },
  { hearing: { decimals: 4 } },
  { hearing: { confidence: "steady" } },
  { hearing: { confidence: "varying" } },
  { hearing: { shared: 0.5 } },
  { commands: { learnEvery: 200 } },
  { commands: { freezeAfter: 120 } },
];

const sometimes: readonly NoiseKind[] = ["white", "φ 0.6", "85 % white + 15 % φ 0.97"];

function unevenCells(): readonly NoiseCell[] {
  return unevenly.flatMap((how) => sometimes.flatMap((kind) => bothFleets({ ...how, kind })));
}

/** Noise that changes, or comes round sooner than daily; and fleets that teach what is not so. */
function strangeCells(): readonly NoiseCell[] {
  return [
    ...strange.flatMap((kind) => [...bothFleets({ kind }), cellOf({ kind, zones: "default" })]),
    ...whiteOverSlow.map((kind) => cellOf({ kind, fleet: "white", allowed: null })),
    cellOf({ kind: "φ 0.6", fleet: "white", allowed: null }),
    cellOf({ kind: "white", fleet: "85 % white + 15 % φ 0.97" }),
  ];
}

/** Noise as large as the limits: early verdicts and tiers are asked for by size. */
function noisyCells(): readonly NoiseCell[] {
  return [...kinds, ...strange].flatMap((kind) =>
    (["1/min", "20 Hz"] as const).map((rate) =>
      cellOf({ kind, rate, level: noisy, zones: "default", allowed: allowedFor({ ...plainCell, kind }) }),
    ),
  );
}

/** As many days as the wander is heard for: whatever looks for a daily cycle must not find one. */
function longCells(): readonly NoiseCell[] {
  return sometimes.flatMap((kind) =>
    (["default", "zero"] as const).map((zones) =>
      cellOf({ kind, zones, frames: fourteenDays, allowed: null }),
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

/** What a fleet teaches is told by sensors alone and by all of them. */
function cellsOf(about: Pick<NoiseCell, "kind" | "sensors">): readonly NoiseCell[] {
  return about.sensors.length === 2 ? [cellOf(about)] : bothFleets(about);
}

/** What the issue must show. */
export function demandedCells(): readonly NoiseCell[] {
  return [
    ...(["white", ...stationary, ...whiteOverSlow] as const).flatMap((kind) => bothFleets({ kind })),
    ...whiteOverSlow.flatMap((kind) => bothFleets({ kind, zones: "default" })),
    ...wanderCells(["sine"]),
    ...controlCells(),
  ];
}

/** Every combination of sensors, every kind, rate and zone, nearly all with and without a fleet. */
export function allCells(): readonly NoiseCell[] {
  return [
    ...kinds.flatMap((kind) => combinations.flatMap((sensors) => cellsOf({ kind, sensors }))),
    ...kinds.flatMap((kind) => (["1 Hz", "20 Hz"] as const).flatMap((rate) => bothFleets({ kind, rate }))),
    ...kinds.flatMap((kind) => bothFleets({ kind, zones: "default" })),
    ...wanderCells(["sine", "two harmonics", "nearly square", "cloudy"]),
    ...longCells(),
    ...drivenCells(),
    ...unevenCells(),
    ...strangeCells(),
    ...noisyCells(),
    ...controlCells(),
  ];
}
