import type { VehicleWork } from "../../../core/contract/types.ts";
import type { Caller, PageQuery } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import { openVehicle } from "../fleet/show-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { presentEntry, presentWork } from "./present-work.ts";
import { untouched } from "./work-standing.ts";

/** Where the work on a vehicle stands, and one page of what was done, latest first. New entries do not move later pages. */
export async function showWork(
  caller: Caller,
  { vehicleId, limit, cursor: given }: PageQuery & { readonly vehicleId: string },
  needs: Pick<ReadingNeeds, "vehicles" | "work" | "repairs" | "nowUs" | "cursorSecret">,
): Promise<VehicleWork> {
  const { vehicles, work: reader, repairs } = needs;
  const { organisation, keyId } = caller;
  const cursor = new ListCursor<number>(
    { operation: "getVehicleWork", organisation, query: vehicleId },
    needs.cursorSecret,
  );
  const before = cursor.open(given);
  const vehicle = await openVehicle(caller, vehicleId, { vehicles });
  const { vehicleKey, entries: bySeq } = vehicle;
  const [found] = await reader.findWork([vehicleKey]);
  const stored = found ?? untouched;
  const { repair } = stored.work;
  const [entries, compared] = await Promise.all([
    reader.listWorkEntries({ vehicleKey, before, limit: limit + 1 }),
    repair?.outcome === "pending"
      ? repairs.compareRepair({ vehicleKey, bySeq, before: repair.before })
      : Promise.resolve([]),
  ]);

  const asker = { keyId, nowUs: needs.nowUs() };
  const { items, hasMore, next } = cursor.page(entries, { limit, placeOf: ({ entry }) => entry });
  return {
    ...presentWork(stored, vehicle, { compared, nowUs: asker.nowUs }),
    data: items.map((entry) => presentEntry(entry, stored.work, asker)),
    has_more: hasMore,
    next_cursor: next,
  };
}
