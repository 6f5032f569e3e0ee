import type { EvidenceTrigger } from "../../../../core/encoding/bundle.ts";
import type { Poses } from "../../../../core/sensors/sensor-lists.ts";
import type { VisibilityScope } from "../../visibility-scope.ts";
import type { Reason } from "../../../../core/scoring/model/score.ts";
import type { Tier } from "../../../../core/scoring/model/tier.ts";
import type { StoredScore } from "./journal-reader.ts";
import type { VehicleSummary } from "../vehicle-summary.ts";

/** What is known of one vehicle. A vehicle key comes from `openVehicle` alone, so no other method needs a scope. */
export interface VehicleReader {
  /** Null for a vehicle that does not exist or is out of scope: the caller cannot tell which. */
  openVehicle(ask: {
    readonly scope: VisibilityScope;
    readonly vehicleId: string;
  }): Promise<VehicleSummary | null>;

  /** Tier history and evidence of the open breach, latest first, and the first capture time. */
  readHistory(ask: { readonly vehicleKey: number; readonly limit: number }): Promise<VehicleHistory>;

  /** Null when that entry is not a frame. */
  findFrame(ask: { readonly vehicleKey: number; readonly seq: number }): Promise<StoredFrame | null>;
}

export interface VehicleHistory {
  readonly firstTimestampUs: number | null;
  readonly tierChanges: readonly TierChange[];
  /** Of the breach that is open, latest first. */
  readonly evidence: readonly BreachEvidence[];
  /** The newest registered reference; null when none was ever registered or the newest withdrew it. */
  readonly reference: RegisteredReference | null;
}

export interface BreachEvidence {
  readonly eventId: string;
  readonly trigger: EvidenceTrigger;
  readonly tier: Tier;
  readonly issuedAtUs: number;
  readonly supersedes: string | null;
}

export interface TierChange {
  readonly seq: number;
  readonly atUs: number;
  readonly from: Tier;
  readonly to: Tier;
  readonly reason: Reason;
}

export interface RegisteredReference extends Poses {
  readonly source: string;
  readonly validFromUs: number;
  readonly registeredAtUs: number;
}

export interface StoredFrame extends StoredScore {
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
}
