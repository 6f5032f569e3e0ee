import type { Sensor } from "../../../../core/sensors/sensor-lists.ts";
import type { AgeBins, AgeUnit } from "../../../../core/analytics/piecewise-hazard.ts";
import type { TierMoves } from "../../../../core/analytics/tier-course.ts";
import type { FaultSource, Tier } from "../../../../core/scoring/model/tier.ts";
import type { AttributeFilter, VehicleFilter, VehicleSearch } from "./fleet-reader.ts";

/** Vehicles by everything a list may be narrowed by; null means no such condition. */
export interface FleetSelection {
  readonly filter: VehicleFilter;
  readonly tiers: readonly Tier[] | null;
  /** Of one name one value is enough; of several names each needs one. Empty: no such condition. */
  readonly attributes: readonly AttributeFilter[];
  /** Left out: whatever they are otherwise. */
  readonly search?: VehicleSearch;
}

/** A fleet seen as a whole. All of an answer is of one moment. */
export interface AnalyticsReader {
  countAttributes(ask: {
    readonly filter: Omit<VehicleFilter, "silentBeforeUs">;
    /** How many attributes at most, those most vehicles have first; and of each how many values, the commonest first. */
    readonly names: number;
    readonly values: number;
  }): Promise<AttributeCount>;

  /** What a fleet went through: in all, and by group. */
  gatherCourse(ask: CourseQuestion): Promise<FleetCourse>;

  /**
   * Of each value of each attribute, and of fleet and region: how many of the cases have it, and how many of the others. Values
   * that one vehicle alone has are left out.
   */
  countShares(ask: ShareQuestion): Promise<ShareCount>;

  listPositions(ask: FleetSelection): Promise<PositionColumns>;
}

/** What vehicles are grouped by: what they are now. */
export type Grouping =
  | { readonly by: "nothing" }
  | { readonly by: "fleet" }
  | { readonly by: "region" }
  | { readonly by: "attribute"; readonly name: string };

export interface CourseQuestion extends FleetSelection {
  readonly grouping: Grouping;
  readonly fromUs: number;
  readonly toUs: number;
  readonly stepUs: number;
  readonly steps: number;
  /** How many groups at most, those of most vehicles. */
  readonly groups: number;
  /** Delays of so many breaches at most, the newest. */
  readonly delays: number;
  /** When each month begins, the last ending with the time asked for. */
  readonly monthsUs: readonly number[];
  /** What a vehicle's age is counted in; null: in kilometres where any vehicle of the selection gave them. */
  readonly against: AgeUnit | null;
}

export interface FleetCourse {
  readonly all: GroupCourse;
  readonly groups: readonly GroupCourse[];
  readonly groupsInAll: number;
  readonly breachesBySource: readonly { readonly source: FaultSource; readonly breaches: number }[];
  /** Seconds from change point to breach. */
  readonly delays: readonly { readonly source: FaultSource; readonly seconds: readonly number[] }[];
  /** Null where attributes narrow the fleet. */
  readonly frames: FrameCourse | null;
  readonly ages: AgeBins & {
    readonly unit: AgeUnit;
    /** Vehicles that count, and those that say too little of their age. */
    readonly vehicles: number;
    readonly leftOut: number;
  };
}

export interface GroupCourse {
  readonly name: string | null;
  readonly vehicles: number;
  readonly tiersNow: Readonly<Record<Tier, number>>;
  readonly moves: readonly TierMoves[];
  /** Seconds between first and newest frame that lie in the time asked for. */
  readonly exposureS: number;
  readonly breaches: number;
  /** Baselines learnt afresh. */
  readonly repairs: number;
  /** By month of the question. */
  readonly months: { readonly breaches: readonly number[]; readonly exposureS: readonly number[] };
  /** By stretch of age, over all that is known: first breaches of a vehicle, and the age it was watched at until then. */
  readonly hazard: { readonly firstBreaches: readonly number[]; readonly exposure: readonly number[] };
  readonly drift: Readonly<Record<Sensor, DriftSpread | null>>;
}

export interface DriftSpread {
  readonly vehicles: number;
  /** Of 5, 25, 50, 75 and 95 %. */
  readonly quantiles: readonly number[];
}

export interface FrameCourse {
  readonly fromUs: number;
  readonly stepS: number;
  readonly received: readonly number[];
  /** Those of them that came too late to be judged. */
  readonly late: readonly number[];
  readonly expectedPerStep: number;
}

export interface ShareQuestion extends Pick<FleetSelection, "filter"> {
  /** A case is in one of these tiers and has these attributes; their names are not compared. */
  readonly caseTiers: readonly Tier[];
  readonly caseAttributes: readonly AttributeFilter[];
}

export interface ShareCount {
  readonly cases: number;
  readonly others: number;
  readonly values: readonly {
    readonly name: string;
    readonly value: string;
    readonly cases: number;
    readonly others: number;
  }[];
}

export interface AttributeCount {
  readonly vehicles: number;
  readonly attributes: readonly {
    readonly name: string;
    readonly vehicles: number;
    readonly distinctValues: number;
    readonly values: readonly { readonly value: string; readonly vehicles: number }[];
  }[];
}

/** One entry a vehicle with a position, by vehicle id. */
export interface PositionColumns {
  /** With a position or without. */
  readonly vehicles: number;
  readonly vehicleId: readonly string[];
  readonly latitude: readonly number[];
  readonly longitude: readonly number[];
  readonly tier: readonly Tier[];
  readonly lastReceivedUs: readonly number[];
}
