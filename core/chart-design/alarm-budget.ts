import { defaultSettings } from "../scoring/settings/settings.ts";

/** What a fleet can live with, and how often its vehicles report. */
export interface AlarmBudget {
  /** Scored blocks of a vehicle in a month: frames, or fewer where frames are averaged into blocks. */
  readonly blocksPerMonth: number;
  /** False alarms of one vehicle in a month. */
  readonly falseAlarmsPerVehicleMonth: number;
}

/** The in-control average run length that keeps a budget, in blocks. */
export function runLengthForBudget({ blocksPerMonth, falseAlarmsPerVehicleMonth }: AlarmBudget): number {
  return blocksPerMonth / falseAlarmsPerVehicleMonth;
}

/**
 * The limit on W that keeps an in-control run length whatever the noise: e^W is at most a Shiryaev–Roberts sum R with
 * E[R_t − t] ≤ 0 in control, hence E[T] ≥ e^h (Pollak 1987, Annals of Statistics 15).
 */
export function provenLimitOfW(runLength: number): number {
  return Math.log(runLength);
}

/**
 * The limit on W by the law measured with the soft clip, the least indifference zone and no single block deciding
 * (bench/detection/limits), for the set of sensors that has the shortest run lengths: others take longer.
 */
export function calibratedLimitOfW(runLength: number): number {
  const { at, lnRunLengthAt, slope } = defaultSettings.evidence.inControlLaw;
  return Math.max(lowestMeasuredLimit, at + (Math.log(runLength) - lnRunLengthAt) / slope);
}

/** The law was measured from here on. */
const lowestMeasuredLimit = 5;
