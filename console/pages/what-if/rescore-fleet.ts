import type { RescoredVehicle, VehicleListItem } from "../../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../../clients/typescript/plumbline.ts";
import { planParts } from "./plan-parts.ts";
import { rescoreParts } from "./rescore-parts.ts";

/** How far a what-if over a whole fleet has come. */
export interface FleetProgress {
  readonly vehicles: readonly RescoredVehicle[];
  /** Looked at, or left out because one request cannot take them. */
  readonly vehiclesDone: number;
  readonly framesDone: number;
  /** Vehicles with more frames than one request judges again. */
  readonly tooLong: number;
  /** Set while the service has no room for this work: seconds until it is asked again. */
  readonly waitsS: number | null;
}

export const nothingYet: FleetProgress = {
  vehicles: [],
  vehiclesDone: 0,
  framesDone: 0,
  tooLong: 0,
  waitsS: null,
};

/** As many as one answer lists. */
const vehiclesAPage = 1_000;

/**
 * Judges a fleet's stored frames again, the most urgent vehicles first, page after page, and tells after each part. Vehicles
 * that change their place meanwhile are judged once. Ends after the last, or when `signal` is given. Nothing is saved.
 */
export async function rescoreFleet(
  service: Pick<Plumbline, "fleet" | "vehicles">,
  settings: Readonly<Record<string, unknown>>,
  {
    onProgress,
    signal,
  }: { readonly onProgress: (progress: FleetProgress) => void; readonly signal: AbortSignal },
): Promise<void> {
  const seen = new Set<string>();
  let sofar = nothingYet;
  let after: string | null = null;
  do {
    const page: { readonly data: readonly VehicleListItem[]; readonly next_cursor: string | null } =
      await service.vehicles.list(
        { sort: "urgency", limit: vehiclesAPage, ...(after !== null && { cursor: after }) },
        { signal },
      );
    const fresh = page.data.filter(({ vehicle_id: id }) => !seen.has(id));
    for (const { vehicle_id: id } of fresh) seen.add(id);
    const { parts, tooLong } = planParts(fresh);
    const before = {
      ...sofar,
      tooLong: sofar.tooLong + tooLong.length,
      vehiclesDone: sofar.vehiclesDone + tooLong.length,
    };
    sofar = before;
    await rescoreParts(
      service,
      { parts, settings },
      {
        signal,
        onProgress({ vehicles, framesDone, waitsS }) {
          sofar = {
            ...before,
            vehicles: [...before.vehicles, ...vehicles],
            vehiclesDone: before.vehiclesDone + vehicles.length,
            framesDone: before.framesDone + framesDone,
            waitsS,
          };
          onProgress(sofar);
        },
      },
    );
    onProgress(sofar);
    after = page.next_cursor;
  } while (after !== null);
}
