import { perKind } from "../../../../core/sensors/sensor-lists.ts";
import type { FleetReader, VehicleOrder, VehiclePlace } from "../../../app/ports/reading/fleet-reader.ts";
import type { VehicleSummary } from "../../../app/ports/vehicle-summary.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";
import { selectionSql } from "./analytics/selection-sql.ts";
import { listByUrgency } from "./list-by-urgency.ts";
import type { ReadingDatabase } from "./reading-database.ts";

type ListQuery = Parameters<FleetReader["listVehicles"]>[0];
type PassOrder = Exclude<VehicleOrder, "urgency">;

export function listVehicles(database: ReadingDatabase, ask: ListQuery): readonly VehicleSummary[] {
  const { order } = ask;
  return order === "urgency"
    ? database.together(() => listByUrgency(database, ask))
    : listPass(database, { ...ask, order });
}

const healthScore = "ifnull(health_score, 100)";
/** The rule of app/fleet/silence.ts, in SQL. */
const tierSinceUs = `CASE WHEN tier = 'NOMINAL' AND last_received_us < :silentBeforeUs THEN last_received_us ELSE tier_since_us END`;
const lastFrameUs = "ifnull(newest_timestamp_us, last_received_us)";

interface Order {
  readonly keys: readonly string[];
  readonly place: (after: VehiclePlace | null) => readonly number[];
}

/** What each order sorts by before the vehicle id, and the value of a place in it; without a place, before all. */
const orders: Readonly<Record<PassOrder, Order>> = {
  vehicle_id: { keys: [], place: () => [] },
  last_frame_at: {
    keys: [`-${lastFrameUs}`],
    place: (after) => [after === null ? -Number.MAX_SAFE_INTEGER : -after.lastFrameUs],
  },
  health_score: { keys: [healthScore], place: (after) => [after?.healthScore ?? -1] },
  tier_since: {
    keys: [`-${tierSinceUs}`],
    place: (after) => [after === null ? -Number.MAX_SAFE_INTEGER : -after.tierSinceUs],
  },
  ...perKind(
    ({ drift }) => drift.member,
    ({ drift }) => largestFirst(drift.member, (after) => after[drift.field]),
  ),
};

/** By size, whatever the sign; what has no value comes last. */
function largestFirst(column: string, driftOf: (after: VehiclePlace) => number | null): Order {
  return {
    keys: [`-ifnull(abs(${column}), -1)`],
    place: (after) => [after === null ? -Number.MAX_VALUE : -sizeOf(driftOf(after))],
  };
}

function sizeOf(drift: number | null): number {
  return drift === null ? -1 : Math.abs(drift);
}

/** A look at every vehicle of the scope. */
function listPass(
  database: ReadingDatabase,
  ask: ListQuery & { readonly order: PassOrder },
): readonly VehicleSummary[] {
  const { filter, after, limit, tiers, search, attributes = [] } = ask;
  const { condition, values } = selectionSql({
    filter,
    tiers,
    attributes,
    ...(search !== undefined && { search }),
  });
  const { keys, place } = orders[ask.order];
  const [first] = place(after);
  const columns = [...keys, "vehicle_id"].join(", ");
  const marks = [":first"].slice(0, keys.length).concat(":afterVehicleId").join(", ");
  const rows = database
    .query<VehicleRow>(`SELECT ${vehicleRowColumns} FROM vehicle
     WHERE ${condition} AND ${ask.actionable ? "recommended_action <> 'none'" : "TRUE"}
       AND (${columns}) > (${marks})
     ORDER BY ${columns} LIMIT :limit`)
    .all({
      ...values,
      first: first ?? null,
      afterVehicleId: after?.vehicleId ?? "",
      limit,
    });
  return rows.map(summaryOfRow);
}
