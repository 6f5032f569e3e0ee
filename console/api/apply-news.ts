import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { VehicleList } from "../../clients/typescript/generated/contract.ts";
import type { News } from "./news.ts";

/** What is about the whole fleet, by the first word of its key. */
const ofFleet = new Set<unknown>([
  "fleet-health-summary",
  "work-queue",
  "vehicles",
  "fleet-positions",
  "all-evidence",
]);
/** What is about one vehicle, which the second word names. */
const ofVehicle = new Set<unknown>(["vehicle", "evidence", "work"]);
/** What looks at every vehicle for its answer, and moves slowly. */
const slow = new Set<unknown>([
  "fleet-analytics",
  "fleet-shared",
  "fleet-attributes",
  "fleet-groups",
  "limits",
]);
const slowMs = 60_000;

/** Whether something that is shown may be another one after this. Whatever is not named here does not move with events. */
export function isMovedBy(
  news: News,
  { queryKey: [kind, about], state }: Pick<Query, "queryKey" | "state">,
  nowMs: number,
): boolean {
  if (ofFleet.has(kind)) return true;
  if (ofVehicle.has(kind)) return news.vehicles.has(String(about));
  return slow.has(kind) && nowMs - state.dataUpdatedAt >= slowMs;
}

/** Writes into the lists that are shown what the events say of their rows; what they do not say is asked for. */
export function applyToRows(queries: QueryClient, { rows }: News): void {
  if (rows.size === 0) return;
  queries.setQueriesData<InfiniteData<VehicleList>>({ queryKey: ["vehicles"], type: "active" }, (lists) =>
    lists === undefined ? lists : withRows(lists, rows),
  );
}

/** The same object where nothing is changed: nobody draws it again. */
export function withRows(lists: InfiniteData<VehicleList>, rows: News["rows"]): InfiniteData<VehicleList> {
  const isNamed = ({ data }: VehicleList) => data.some(({ vehicle_id: id }) => rows.has(id));
  if (!lists.pages.some(isNamed)) return lists;
  const pages = lists.pages.map((page) =>
    isNamed(page) ? { ...page, data: page.data.map((item) => withRow(item, rows)) } : page,
  );
  return { ...lists, pages };
}

type Item = VehicleList["data"][number];

/** An event of before the answer that is shown says nothing new. */
function withRow(item: Item, rows: News["rows"]): Item {
  const row = rows.get(item.vehicle_id);
  if (row === undefined || row.atMs < Date.parse(item.tier_since)) return item;
  return { ...item, ...row.changes };
}
