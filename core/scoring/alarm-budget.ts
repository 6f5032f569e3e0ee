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
 * The limit on W that keeps an in-control run length whatever the noise: W is the logarithm of a Shiryaev–Roberts sum R with
 * E[R_t − t] ≤ 0 in control, hence E[T] ≥ e^h (Pollak 1987, Annals of Statistics 15).
 */
export function provenLimitOfW(runLength: number): number {
  return Math.log(runLength);
}

/**
 * The limit on W by the law seen in simulation with the soft clip and the indifference zone:
 * ln ARL₀ = 11.2 + 1.74 · (h − 6.5). Never below 6.5, where W still grows without any drift.
 */
export function calibratedLimitOfW(runLength: number): number {
  return Math.max(lowestUsableLimit, 6.5 + (Math.log(runLength) - 11.2) / 1.74);
}

/** Without drift W climbs to about 6.2 within 1e4 frames by itself, so a lower limit alarms on nothing. */
const lowestUsableLimit = 6.5;
