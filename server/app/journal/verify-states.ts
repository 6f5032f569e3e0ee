import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { DifferenceTally, differencesListed, type Difference } from "./difference-tally.ts";
import type { StoredVehicle } from "./rebuild-vehicle.ts";
import { verifyVehicle, type VehicleCheckNeeds } from "./verify-vehicle.ts";

/** Lets an auditor see what is stored, one vehicle at a time. */
export interface JournalAudit {
  /** Keys of all vehicles of all organisations. */
  vehicleKeys(): readonly number[];
  /** Everything stored of one vehicle, at one moment however long `read` takes. */
  readVehicle<T>(vehicleKey: number, read: (vehicle: StoredVehicle) => T): T;
}

export interface VerificationNeeds {
  readonly audit: JournalAudit;
  readonly settings: ScoringSettings;
  readonly scoring: string;
  /** Of these vehicles; left out: of all. */
  readonly keys?: readonly number[];
  /** Called after each vehicle. */
  readonly onProgress?: (vehiclesDone: number, vehicles: number) => void;
}

export interface StatesReport {
  readonly vehicles: number;
  readonly entries: number;
  /** Stored states and scores compared bit for bit. */
  readonly statesCompared: number;
  readonly scoresCompared: number;
  /** Stored under another scoring or other settings, hence not comparable. */
  readonly statesOfOtherScoring: number;
  /** Left out: the service has yet to fold them by the present scoring. */
  readonly vehiclesWaiting: number;
  readonly differenceCount: number;
  /** The first hundred. */
  readonly differences: readonly Difference[];
}

/** Folds every journal from nothing and compares all that is stored with what comes out. Changes nothing. */
export function verifyStates({ audit, settings, scoring, ...more }: VerificationNeeds): StatesReport {
  const { keys = audit.vehicleKeys(), onProgress } = more;
  const tally = new DifferenceTally();
  keys.forEach((vehicleKey, at) => {
    verifyReadable(vehicleKey, { audit, settings, scoring, tally });
    onProgress?.(at + 1, keys.length);
  });
  return { vehicles: keys.length, ...tally.counts(), differences: tally.differences };
}

/** The report of all vehicles, from those of parts of them in their order. */
export function joinReports(reports: readonly StatesReport[]): StatesReport {
  const sum = (count: (report: StatesReport) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    vehicles: sum(({ vehicles }) => vehicles),
    entries: sum(({ entries }) => entries),
    statesCompared: sum(({ statesCompared }) => statesCompared),
    scoresCompared: sum(({ scoresCompared }) => scoresCompared),
    statesOfOtherScoring: sum(({ statesOfOtherScoring }) => statesOfOtherScoring),
    vehiclesWaiting: sum(({ vehiclesWaiting }) => vehiclesWaiting),
    differenceCount: sum(({ differenceCount }) => differenceCount),
    differences: reports.flatMap(({ differences }) => differences).slice(0, differencesListed),
  };
}

/** What the disk has damaged may not even be read: that is reported of the vehicle, and the next one is looked at. */
function verifyReadable(
  vehicleKey: number,
  { audit, ...given }: Omit<VerificationNeeds, "onProgress" | "keys"> & Omit<VehicleCheckNeeds, "place">,
): void {
  const place = { organisation: "?", vehicleId: `number ${vehicleKey} of table vehicle`, seq: 0 };
  try {
    audit.readVehicle(vehicleKey, (found) => {
      place.organisation = found.summary.organisation;
      place.vehicleId = found.summary.vehicleId;
      if (found.summary.earlierScoring === undefined) verifyVehicle(found, { ...given, place });
      else given.tally.vehiclesWaiting += 1;
    });
  } catch (fault) {
    const { organisation, vehicleId, seq } = place;
    const detail = `cannot be read or folded: ${fault instanceof Error ? fault.message : String(fault)}`;
    given.tally.add({ organisation, vehicleId, seq: seq + 1, what: "damage", detail });
  }
}
