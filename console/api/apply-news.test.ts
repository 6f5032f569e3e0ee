import { expect, test } from "vitest";
import type { VehicleList } from "../../clients/typescript/generated/contract.ts";
import { isMovedBy, withRows } from "./apply-news.ts";
import { newsOf } from "./news.ts";

const at = "2026-03-01T08:00:00.000Z";
const turned = (vehicle: string) =>
  newsOf([
    {
      id: "evt_1",
      event: "vehicle.tier_changed",
      data: JSON.stringify({
        type: "vehicle.tier_changed",
        occurred_at: at,
        vehicle_id: vehicle,
        data: { to: "CRITICAL", health_score: 12 },
      }),
    },
  ])!;

function listOf(...ids: readonly string[]) {
  const data = ids.map((id) => ({ vehicle_id: id, tier: "NOMINAL", tier_since: "2026-03-01T07:00:00.000Z" }));
  return { data, has_more: false, next_cursor: null } as unknown as VehicleList;
}
const lists = { pages: [listOf("a", "b"), listOf("c")], pageParams: [null, "1"] };

test("an event changes the row of its vehicle and leaves every other as the object it was", () => {
  const changed = withRows(lists, turned("b").rows);
  expect(changed.pages[0]!.data[1]).toMatchObject({ tier: "CRITICAL", tier_since: at, health_score: 12 });
  expect(changed.pages[0]!.data[0]).toBe(lists.pages[0]!.data[0]);
  expect(changed.pages[1]).toBe(lists.pages[1]);
});

test("an event about nobody who is shown changes nothing", () => {
  expect(withRows(lists, turned("z").rows)).toBe(lists);
});

test("an event of before the answer that is shown does not turn it back", () => {
  const later = { ...lists.pages[1]!.data[0]!, tier_since: "2026-03-01T09:00:00.000Z" };
  const shown = { pages: [{ ...lists.pages[1]!, data: [later] }], pageParams: [null] };
  expect(withRows(shown, turned("c").rows).pages[0]!.data[0]).toBe(later);
});

test.each([
  { queryKey: ["vehicles", {}], ageMs: 0, isMoved: true },
  { queryKey: ["work-queue"], ageMs: 0, isMoved: true },
  { queryKey: ["vehicle", "a"], ageMs: 0, isMoved: true },
  { queryKey: ["vehicle", "b"], ageMs: 0, isMoved: false },
  { queryKey: ["work", "a", 4], ageMs: 0, isMoved: true },
  { queryKey: ["series", "a", null, 3], ageMs: 0, isMoved: false },
  { queryKey: ["checked-evidence", "a"], ageMs: 1e9, isMoved: false },
  { queryKey: ["fleet-analytics", {}], ageMs: 59_999, isMoved: false },
  { queryKey: ["fleet-analytics", {}], ageMs: 60_000, isMoved: true },
])("an event about vehicle a, and $queryKey of $ageMs ms ago: $isMoved", ({ queryKey, ageMs, isMoved }) => {
  const nowMs = 1e12;
  const query = { queryKey, state: { dataUpdatedAt: nowMs - ageMs } } as unknown as Parameters<
    typeof isMovedBy
  >[1];
  expect(isMovedBy(turned("a"), query, nowMs)).toBe(isMoved);
});
