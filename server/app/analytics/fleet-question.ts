import type { AgeUnit } from "../../../core/analytics/piecewise-hazard.ts";

/** Which vehicles are looked at; left out: all the caller may see. */
export interface FleetQuestion {
  readonly tiers?: readonly string[];
  readonly fleets?: readonly string[];
  readonly regions?: readonly string[];
  /** Written `name:value`. */
  readonly attributes?: readonly string[];
  readonly faultSources?: readonly string[];
  readonly silent?: boolean;
  readonly text?: string;
}

/** A fleet over time. */
export interface CourseQuery extends Omit<FleetQuestion, "tiers"> {
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly step?: "hour" | "day";
  /** `fleet`, `region`, or `attribute:name`. */
  readonly groupBy?: string;
  /** What a vehicle's age is counted in; left out: kilometres where any vehicle gave them. */
  readonly against?: AgeUnit;
}

/** Tiers and attributes say who is a case; fleets and regions, who is looked at. */
export interface SharedQuery extends FleetQuestion {
  readonly limit: number;
}

/** Whose attributes are listed. */
export type AttributesQuery = Pick<FleetQuestion, "fleets" | "regions">;
