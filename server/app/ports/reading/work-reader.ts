import type { WorkStateName } from "../../../../core/contract/schemas/vehicles/vehicle-work.ts";
import type { VisibilityScope } from "../../visibility-scope.ts";
import type { VehicleSummary } from "../vehicle-summary.ts";
import type { StoredWork, WorkEntry } from "../work.ts";

/** Work as the reading side has it. A vehicle key comes from `openVehicle` alone, so no method needs a scope but where one is named. */
export interface WorkReader {
  /** In the order asked; null where nobody did anything. */
  findWork(vehicleKeys: readonly number[]): Promise<readonly (StoredWork | null)[]>;
  /** Latest first, at most `limit`, before the entry given. */
  listWorkEntries(ask: {
    readonly vehicleKey: number;
    readonly before: number | null;
    readonly limit: number;
  }): Promise<readonly WorkEntry[]>;
  /**
   * Vehicles that are in the queue whatever their own verdict says: held in it, and with `pendingRepairs` those whose
   * repair is not decided yet. At most `limit`.
   */
  listHeld(ask: {
    readonly scope: VisibilityScope;
    readonly pendingRepairs: boolean;
    readonly limit: number;
  }): Promise<readonly VehicleSummary[]>;
  /** Vehicles with an action that are not in the queue because they are snoozed. */
  countSnoozed(ask: { readonly scope: VisibilityScope; readonly nowUs: number }): Promise<number>;
}

/** What of the work a list asks for. */
export interface WorkFilter {
  /** Null: all but the snoozed ones. */
  readonly states: readonly WorkStateName[] | null;
  /** Null: whoever. */
  readonly assignee: string | null;
  readonly nowUs: number;
}
