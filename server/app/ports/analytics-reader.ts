import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { AttributeFilter, VehicleFilter } from "./fleet-reader.ts";

/** Vehicles by everything a list may be narrowed by; null means no such condition. */
export interface FleetSelection {
  readonly filter: VehicleFilter;
  readonly tiers: readonly Tier[] | null;
  /** Of one name one value is enough; of several names each needs one. Empty: no such condition. */
  readonly attributes: readonly AttributeFilter[];
}

/** A fleet seen as a whole. All of an answer is of one moment. */
export interface AnalyticsReader {
  countAttributes(ask: {
    readonly filter: Omit<VehicleFilter, "silentBeforeUs">;
    /** How many attributes at most, those most vehicles have first; and of each how many values, the commonest first. */
    readonly names: number;
    readonly values: number;
  }): Promise<AttributeCount>;

  listPositions(ask: FleetSelection): Promise<PositionColumns>;
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
