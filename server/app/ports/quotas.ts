/** How much one organisation may have here; Infinity where nothing is to be limited. */
export interface Quotas {
  readonly vehicles: number;
  /** Vehicles whose first frame was received in this minute and the 59 before it. */
  readonly newVehiclesPerHour: number;
  readonly storedBytes: number;
  /** Answers kept for repeats at once. */
  readonly keptAnswers: number;
  /** Pieces of evidence that one key may request within 24 hours. */
  readonly evidenceRequestsPerDay: number;
}

/** When the 24 hours began within which requests for evidence are counted. */
export function dayBegins(nowUs: number): number {
  return nowUs - 86_400_000_000;
}

export const noQuotas: Quotas = {
  vehicles: Infinity,
  newVehiclesPerHour: Infinity,
  storedBytes: Infinity,
  keptAnswers: Infinity,
  evidenceRequestsPerDay: Infinity,
};

/** What an organisation uses of its quotas. */
export interface Usage {
  readonly vehicles: number;
  readonly newVehicles: number;
  readonly storedBytes: number;
  readonly keptAnswers: number;
}

/** The row of a frame beside its stored text and its score, with its part of indexes, chains and pages, as every store counts it. */
export const frameRowBytes = 72;
/** The row of a vehicle with what is kept of it once, such as its attributes and its noise. */
export const vehicleRowBytes = 4_096;

const minuteUs = 60_000_000;

/** The first minute that still counts as the last hour. */
export function hourBegins(nowUs: number): number {
  return Math.floor(nowUs / minuteUs) - 59;
}
