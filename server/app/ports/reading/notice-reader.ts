import type { VehicleName } from "../vehicle-summary.ts";

/** What no frame tells: found by the clock. All questions look at a bounded number of rows. */
export interface NoticeReader {
  /** Receipt of the newest frame of all, null before the first. */
  findNewestReceipt(): Promise<number | null>;
  /**
   * Vehicles whose newest frame was received from `sinceUs` on and before `silentBeforeUs` that are not announced as silent. A page may be
   * empty and not be the last.
   */
  findSilent(ask: {
    readonly sinceUs: number;
    readonly silentBeforeUs: number;
    readonly after: SilencePlace | null;
  }): Promise<{ readonly vehicles: readonly VehicleName[]; readonly next: SilencePlace | null }>;
  /** Vehicles whose snooze is over by its time, and was not announced yet; at most `limit`. */
  findEndedSnoozes(ask: { readonly nowUs: number; readonly limit: number }): Promise<readonly VehicleName[]>;
  /** Keys in force whose expiry is to be announced, the next ones first. */
  findExpiringKeys(ask: { readonly nowUs: number }): Promise<readonly ExpiringKey[]>;
}

/** How far a search for silent vehicles came. */
export interface SilencePlace {
  readonly organisation: string;
  readonly minute: number;
  readonly vehicleKey: number;
}

/** A key whose end comes so near that it is announced for that many days, for the first time. */
export interface ExpiringKey {
  readonly organisation: string;
  readonly publicId: string;
  readonly name: string;
  readonly expiresAtUs: number;
  readonly days: number;
}
