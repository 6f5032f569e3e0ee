import { perKind } from "../../../core/sensors/sensor-lists.ts";
import type { VehicleList } from "../../../core/contract/types.ts";
import type { Caller, PageQuery } from "../application.ts";
import type { FleetQuestion } from "../analytics/fleet-question.ts";
import { attributesNamed, searchOf } from "../analytics/select-vehicles.ts";
import { ListCursor } from "../cursor.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { lastFrameUs, presentVehicle } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { vehicleOrders, type VehiclePlace } from "../ports/reading/fleet-reader.ts";
import { scopeOf, tiersNamed } from "../visibility-scope.ts";
import { silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

interface VehicleQuestion extends PageQuery, FleetQuestion {
  readonly sort?: string;
}

/** A turned page judges silence as the first one did, or a vehicle could change its place between two pages. */
interface Position {
  readonly after: VehiclePlace;
  readonly silentBeforeUs: number;
}

/** One page of the vehicles the caller may see. A vehicle that changes its place meanwhile may be missed or repeated. */
export async function listVehicles(
  caller: Caller,
  question: VehicleQuestion,
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS" | "cursorSecret">,
): Promise<VehicleList> {
  const scope = scopeOf(caller, question.fleets);
  const regions = question.regions ?? null;
  const tiers = tiersNamed(question.tiers);
  const order = vehicleOrders.find((one) => one === question.sort) ?? "urgency";
  const attributes = attributesNamed(question.attributes);
  const search = searchOf(question);
  const query = [scope.fleets, regions, tiers, order, attributes, search];
  const cursor = new ListCursor<Position>(
    { operation: "listVehicles", organisation: caller.organisation, query },
    needs.cursorSecret,
  );
  const position = cursor.open(question.cursor);
  const silentBeforeUs = position?.silentBeforeUs ?? silentBefore(needs.nowUs(), needs.silentAfterS);

  const found = await needs.fleet.listVehicles({
    filter: { scope, regions, silentBeforeUs },
    tiers,
    attributes,
    search,
    actionable: false,
    order,
    after: position?.after ?? null,
    limit: question.limit + 1,
  });

  const { items, hasMore, next } = cursor.page(found, {
    limit: question.limit,
    placeOf: (last) => ({ after: placeOf(last, silentBeforeUs), silentBeforeUs }),
  });
  return {
    data: items.map((vehicle) => presentVehicle(vehicle, silentBeforeUs)),
    has_more: hasMore,
    next_cursor: next,
  };
}

function placeOf(vehicle: VehicleSummary, silentBeforeUs: number): VehiclePlace {
  return {
    tier: tierToday(vehicle, silentBeforeUs),
    // As the order by urgency counts one that has none.
    healthScore: vehicle.healthScore ?? 100,
    lastFrameUs: lastFrameUs(vehicle),
    tierSinceUs: tierTodaySinceUs(vehicle, silentBeforeUs),
    ...perKind(
      ({ drift }) => drift.field,
      ({ drift }) => vehicle[drift.field],
    ),
    vehicleId: vehicle.vehicleId,
  };
}
