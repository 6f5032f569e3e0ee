import type { VehicleList } from "../../../core/contract/types.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller, PageQuery } from "../application.ts";
import { openCursor, signCursor, type CursorList } from "../cursor.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { lastFrameUs, presentMeasurements, presentVehicle } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { VehicleOrder, VehiclePlace } from "../ports/fleet-reader.ts";
import { scopeOf } from "../visibility-scope.ts";
import { silentBefore, tierToday } from "./silence.ts";

interface VehicleQuestion extends PageQuery {
  readonly tiers?: readonly string[];
  readonly fleets?: readonly string[];
  readonly regions?: readonly string[];
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
  const tiers = (question.tiers as readonly Tier[] | undefined) ?? null;
  const order = (question.sort as VehicleOrder | undefined) ?? "urgency";
  const list: CursorList = {
    operation: "listVehicles",
    organisation: caller.organisation,
    query: [scope.fleets, regions, tiers, order],
  };
  const position =
    question.cursor === undefined
      ? null
      : (openCursor(list, question.cursor, needs.cursorSecret) as Position);
  const silentBeforeUs = position?.silentBeforeUs ?? silentBefore(needs.nowUs(), needs.silentAfterS);

  const found = await needs.fleet.listVehicles({
    filter: { scope, regions, silentBeforeUs },
    tiers,
    actionable: false,
    order,
    after: position?.after ?? null,
    limit: question.limit + 1,
  });

  const page = found.slice(0, question.limit);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    data: page.map((vehicle) => presentVehicle(vehicle, silentBeforeUs)),
    has_more: last !== undefined,
    next_cursor:
      last === undefined
        ? null
        : signCursor(
            list,
            { after: placeOf(last, silentBeforeUs), silentBeforeUs } satisfies Position,
            needs.cursorSecret,
          ),
  };
}

function placeOf(vehicle: VehicleSummary, silentBeforeUs: number): VehiclePlace {
  return {
    tier: tierToday(vehicle, silentBeforeUs),
    healthScore: presentMeasurements(vehicle).health_score,
    lastFrameUs: lastFrameUs(vehicle),
    vehicleId: vehicle.vehicleId,
  };
}
