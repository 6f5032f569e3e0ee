import { averageRunLength } from "../../../core/chart-design/average-run-length.ts";
import { limitForRunLength } from "../../../core/chart-design/limit-for-run-length.ts";
import { allSensors, plainCell } from "./noise-cell.ts";
import { fleetPriorOf, judgeVehicle, settingsOf, vehicleOf } from "./noise-scorer.ts";
import type { SensorName } from "./hearing.ts";

/** A step in white noise, and the sensors of the vehicle it happens to. */
export interface StepCell {
  readonly what: string;
  readonly sensors: readonly SensorName[];
  /** Camera x, y, z, radar, lidar: of length 1. */
  readonly direction: readonly number[];
  /** Length of the step in deviations of the noise. */
  readonly size: number;
  readonly fleet: boolean;
  /** Largest ratio to the bound that is aimed at. */
  readonly goal: number;
}

export interface StepOutcome {
  readonly vehicles: number;
  /** Frames from the first of the fault, which counts as one, to the breach. */
  readonly delays: readonly number[];
  readonly missed: number;
  /** A breach came before the step: not counted. */
  readonly early: number;
}

/** A step, how it was told, and what the bound is. */
export interface StepRow {
  readonly cell: StepCell;
  readonly outcome: StepOutcome;
  readonly bound: number;
}

const half = Math.SQRT1_2;
const third = 1 / Math.sqrt(3);

const steps: readonly Pick<StepCell, "what" | "sensors" | "direction" | "goal">[] = [
  { what: "radar", sensors: allSensors, direction: [0, 0, 0, 1, 0], goal: 1.5 },
  { what: "radar, alone", sensors: ["radar"], direction: [0, 0, 0, 1, 0], goal: 1.5 },
  { what: "lidar", sensors: allSensors, direction: [0, 0, 0, 0, 1], goal: 1.5 },
  { what: "lidar, alone", sensors: ["lidar"], direction: [0, 0, 0, 0, 1], goal: 1.5 },
  { what: "camera, one axis", sensors: allSensors, direction: [1, 0, 0, 0, 0], goal: 1.9 },
  { what: "camera, oblique", sensors: allSensors, direction: [third, third, third, 0, 0], goal: 1.9 },
  { what: "camera, oblique, alone", sensors: ["camera"], direction: [third, third, third, 0, 0], goal: 1.9 },
  { what: "radar and lidar", sensors: allSensors, direction: [0, 0, 0, half, half], goal: 1.9 },
  {
    what: "camera and radar",
    sensors: allSensors,
    direction: [half * third, half * third, half * third, half, 0],
    goal: 1.9,
  },
  {
    what: "camera and lidar",
    sensors: allSensors,
    direction: [half * third, half * third, half * third, 0, half],
    goal: 1.9,
  },
  { what: "all sensors", sensors: allSensors, direction: [1 / 3, 1 / 3, 1 / 3, third, third], goal: 2.1 },
];

export const stepCells: readonly StepCell[] = steps.flatMap((step) =>
  [1, 2].flatMap((size) => [false, true].map((fleet) => ({ ...step, size, fleet }))),
);

export const framesBeforeStep = 500;
export const framesAfterStep = 400;

export function runSteps({ sensors, direction, size, fleet }: StepCell, vehicles: number): StepOutcome {
  const frames = framesBeforeStep + framesAfterStep;
  const cell = { ...plainCell, sensors, fleet: fleet ? plainCell.kind : null, frames };
  const settings = settingsOf(cell);
  const prior = fleetPriorOf(cell);
  const step = { atFrame: framesBeforeStep, sigmas: direction.map((part) => size * part) };
  const firstBreaches = Array.from({ length: vehicles }, (_, at) => {
    const breaches: number[] = [];
    judgeVehicle(
      { ...vehicleOf(cell, 2_000_000 + at), step },
      {
        frames,
        settings,
        prior,
        hear: ({ score }, frame) => {
          if (score!.breachOpened) breaches.push(frame);
          return breaches.length === 0;
        },
      },
    );
    return breaches[0] ?? null;
  });
  const heard = firstBreaches.filter((frame) => frame === null || frame > framesBeforeStep);
  return {
    vehicles,
    delays: heard.flatMap((frame) => (frame === null ? [] : [frame - framesBeforeStep])),
    missed: heard.filter((frame) => frame === null).length,
    early: vehicles - heard.length,
  };
}

/**
 * Lorden's bound: what a detector needs that knows mean, spread, direction and size of the step, the one-sided CUSUM with half
 * the size as its reference value, at a run length of 1e5 and in conditional steady state (Moustakides 1986).
 */
export function stepBound(size: number): number {
  const chart = { kind: "cusum", k: size / 2, h: 0, sides: 1, headStart: 0 } as const;
  const h = limitForRunLength(chart, 1e5, "zero-state");
  return averageRunLength({ ...chart, h }, { kind: "shift", size }, "steady-state").frames;
}
