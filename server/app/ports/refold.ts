import type { VehicleName } from "./vehicle-summary.ts";

/** How far the vehicles' journals are folded again, after a start under another scoring than the one that folded them. */
export interface RefoldProgress {
  /** How many had to be when the present scoring began. */
  readonly vehicles: number;
  readonly vehiclesDone: number;
  /** By the pace so far; null before there is one. */
  readonly expectedEndUs: number | null;
}

/** Journals that wait to be folded again. */
export interface RefoldWatch {
  /** Null once all are done. */
  refoldProgress(): RefoldProgress | null;
  /** Puts a vehicle first, and waits for it a little: resolves when it is done, or when that takes longer. */
  attend(name: VehicleName): Promise<void>;
}
