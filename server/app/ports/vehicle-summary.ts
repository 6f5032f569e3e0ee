import type { BaselineState, Reason, NoiseGrowth } from "../../../core/scoring/model/score.ts";
import type { MemberName, SensorDrifts } from "../../../core/sensors/sensor-lists.ts";
import type { DescribedVehicle } from "../attributes/described-after.ts";
import type { Action, FaultSource, Tier } from "../../../core/scoring/model/tier.ts";

/** A vehicle as the outside names it. The organisation comes from the caller's key, never from the request. */
export interface VehicleName {
  readonly organisation: string;
  readonly vehicleId: string;
}

/** A fleet belongs to its organisation: two of the same name have nothing to do with each other. */
export interface FleetName {
  readonly organisation: string;
  readonly fleetId: string;
}

/** The readings of one sensor that were left out, because the sensor cannot have them. */
export interface DroppedReadings {
  readonly member: MemberName;
  readonly count: number;
  /** Newest capture time of a frame that lost one. */
  readonly lastTimestampUs: number;
}

/** What comes too late of a vehicle: nothing worth a note, some readings, or so many of a sensor that it is not judged. */
export type Lateness = "none" | "some" | "unjudged";

/** Where a vehicle's journal stands and what its newest score said. Derived: the journal can rebuild all of it. */
export interface VehicleSummary extends VehicleName, DescribedVehicle, SensorDrifts {
  /** Short key of this vehicle inside one store; means nothing outside it. */
  readonly vehicleKey: number;
  readonly fleetId: string;
  readonly region: string | null;
  /** Seq of the newest journal entry; entries count from 1 without gaps. */
  readonly entries: number;
  readonly frames: number;
  readonly firstReceivedUs: number;
  readonly lastReceivedUs: number;
  /** Receipt of the frame before the silence, while the vehicle is announced as silent. No journal knows of it. */
  readonly silentSinceUs: number | null;
  /** Capture time of its first frame. */
  readonly firstTimestampUs: number | null;
  /** Newest capture time among its frames, null before the first. */
  readonly newestTimestampUs: number | null;
  readonly tier: Tier;
  /** Capture time of the frame, or time of the command, that set the tier. */
  readonly tierSinceUs: number;
  readonly reason: Reason;
  /** Newest frame that moved the detectors. */
  readonly scoredSeq: number | null;
  readonly healthScore: number | null;
  readonly residualScore: number | null;
  readonly cusumStatistic: number | null;
  readonly cusumTriggered: boolean;
  readonly confidence: number | null;
  readonly probableFaultSource: FaultSource;
  readonly recommendedAction: Action;
  /** The sensors whose noise has grown, and since when. */
  readonly noise: readonly NoiseGrowth[];
  /** Readings of its frames that were left out, each member that lost one; in the order of their names. */
  readonly dropped: readonly DroppedReadings[];
  readonly lateness: Lateness;
  readonly baselineState: BaselineState;
  /** Usable frames, of as many as are needed in all; an answer says how many are missing. */
  readonly baselineFrames: number;
  readonly baselineNeeded: number;
  /** Its evidence id is that of its newest evidence: set while the breach is open. */
  readonly openBreach: OpenBreach | null;
  /** The scoring by which all this is, as long as the journal waits to be folded again by the present one; absent else. */
  readonly earlierScoring?: string;
}

export interface OpenBreach {
  /** Of its newest evidence; null while no sensor of it is beyond its caution limit. */
  readonly evidenceId: string | null;
  /** The worst tier that evidence of it says, or it has had. */
  readonly worstTier: Tier;
  /** The frame that opened it, and its capture time. */
  readonly seq: number;
  readonly openedAtUs: number;
}
