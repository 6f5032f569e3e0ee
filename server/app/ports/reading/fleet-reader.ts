import { sensorKinds } from "../../../../core/sensors/kinds.ts";
import type { Kind, SensorDrifts } from "../../../../core/sensors/sensor-lists.ts";
import type { FaultSource, Tier } from "../../../../core/scoring/model/tier.ts";
import type { Usage } from "../quotas.ts";
import type { StoredDay } from "../stored-bytes.ts";
import type { VehicleSummary } from "../vehicle-summary.ts";
import type { WorkFilter } from "./work-reader.ts";
import type { VisibilityScope } from "../../visibility-scope.ts";

/** The current state of a fleet's vehicles. */
export interface FleetReader {
  /** All counts are of one moment. */
  countFleet(ask: {
    readonly filter: VehicleFilter;
    readonly groupBy: "fleet" | "region" | null;
    /** Frames are counted from this instant on, to the minute. */
    readonly framesSinceUs: number;
  }): Promise<FleetCount>;

  /** At most `limit`, in order, after `after`. */
  listVehicles(ask: {
    readonly filter: VehicleFilter;
    readonly tiers: readonly Tier[] | null;
    /** Left out: whatever their attributes are. */
    readonly attributes?: readonly AttributeFilter[];
    /** Left out: whatever they are otherwise. */
    readonly search?: VehicleSearch;
    /** Only vehicles with something to do. */
    readonly actionable: boolean;
    /** What was done about them; left out: whatever. In order of urgency only. */
    readonly work?: WorkFilter;
    readonly order: VehicleOrder;
    readonly after: VehiclePlace | null;
    readonly limit: number;
  }): Promise<readonly VehicleSummary[]>;
}

/** A value an attribute has to have, as text. Of one name one value is enough; of several names each needs one. */
export interface AttributeFilter {
  readonly name: string;
  readonly value: string;
}

/** What else vehicles may be narrowed by; null means no such condition. */
export interface VehicleSearch {
  readonly faultSources: readonly FaultSource[] | null;
  readonly silent: boolean | null;
  /** Anywhere in id, fleet or region; A to Z are the same as a to z. */
  readonly text: string | null;
}

/** Vehicles within scope, by what was asked for; null means no such condition. */
export interface VehicleFilter {
  readonly scope: VisibilityScope;
  readonly regions: readonly string[] | null;
  /** Vehicles of which no frame was received since then are silent; a silent NOMINAL vehicle counts as UNKNOWN (silence.ts). */
  readonly silentBeforeUs: number;
}

/**
 * `urgency`: CRITICAL, CAUTION, NOMINAL, UNKNOWN, and in each the lowest health first. `last_frame_at`: latest first.
 * `health_score`: lowest first. `tier_since`: latest first, as it is shown. The drifts: largest first, whatever the sign, vehicles without one
 * last. Equals are ordered by vehicle id.
 */
export const vehicleOrders: readonly VehicleOrder[] = [
  "urgency",
  "vehicle_id",
  "last_frame_at",
  "health_score",
  "tier_since",
  ...sensorKinds.map(({ drift }) => drift.member),
];
export type VehicleOrder =
  | "urgency"
  | "vehicle_id"
  | "last_frame_at"
  | "health_score"
  | "tier_since"
  | Kind["drift"]["member"];

/** Where a vehicle stands in any of the orders. A vehicle without a score has health 100. */
export interface VehiclePlace extends SensorDrifts {
  readonly tier: Tier;
  readonly healthScore: number;
  readonly lastFrameUs: number;
  readonly tierSinceUs: number;
  readonly vehicleId: string;
}

export interface FleetCount {
  readonly all: TierCount;
  /** By name, null (no region) first; empty without `groupBy`. */
  readonly groups: readonly (TierCount & { readonly name: string | null })[];
  readonly openBreaches: number;
  readonly frames: number;
}

/** The four tiers add up to `vehicles`; silent ones are among them. */
export interface TierCount {
  readonly vehicles: number;
  readonly critical: number;
  readonly caution: number;
  readonly nominal: number;
  readonly unknown: number;
  readonly silent: number;
  /** Of which readings came too late; among them those with a sensor that is not judged. */
  readonly late: number;
  readonly unjudged: number;
}

/** What an organisation uses of its quotas; answers kept since then only. */
export interface UsageReader {
  readUsage(ask: {
    readonly organisation: string;
    readonly newSinceMinute: number;
    readonly keptSinceUs: number;
  }): Promise<Usage>;
  /** Pieces of evidence that this key has requested since. */
  countEvidenceRequests(ask: { readonly keyId: string; readonly sinceUs: number }): Promise<number>;
  /** What it stored on the last days, oldest first. */
  readStoredDays(ask: { readonly organisation: string }): Promise<readonly StoredDay[]>;
}
