/** How much one organisation may have here; Infinity where nothing is to be limited. */
export interface Quotas {
  readonly vehicles: number;
  /** Vehicles first heard of in this minute and the 59 before it. */
  readonly newVehiclesPerHour: number;
  readonly storedBytes: number;
  /** Answers kept for repeats at once. */
  readonly keptAnswers: number;
}

export const noQuotas: Quotas = {
  vehicles: Infinity,
  newVehiclesPerHour: Infinity,
  storedBytes: Infinity,
  keptAnswers: Infinity,
};

/** What an organisation uses of its quotas. */
export interface Usage {
  readonly vehicles: number;
  readonly newVehicles: number;
  readonly storedBytes: number;
  readonly keptAnswers: number;
}

/** The row of a frame beside its text and score, as every store counts it. */
export const frameRowBytes = 128;

const minuteUs = 60_000_000;

/** The first minute that still counts as the last hour. */
export function hourBegins(nowUs: number): number {
  return Math.floor(nowUs / minuteUs) - 59;
}
