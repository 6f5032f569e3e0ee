import { expect, test } from "vitest";
import { GatheredNews, newsOf } from "./news.ts";

const at = "2026-03-01T08:00:00.000Z";
function told(type: string, vehicle: string | null, data: object, occurredAt = at) {
  const about = vehicle === null ? {} : { vehicle_id: vehicle };
  return {
    id: "evt_1",
    event: type,
    data: JSON.stringify({ type, occurred_at: occurredAt, ...about, data }),
  };
}
const turned = (vehicle: string, to: string, occurredAt = at) =>
  told("vehicle.tier_changed", vehicle, { from: "NOMINAL", to, health_score: 66.4 }, occurredAt);

test("what only moves the position is no news", () => {
  expect(newsOf([null, { id: "evt_1", event: "message", data: null }])).toBeNull();
});

test("a burst names its vehicles once, and of a row says the latest", () => {
  const news = newsOf([turned("a", "CAUTION"), turned("a", "CRITICAL"), told("evidence.issued", "b", {})]);
  expect([...news!.vehicles]).toEqual(["a", "b"]);
  expect(news!.events).toBe(3);
  expect([...news!.rows.keys()]).toEqual(["a"]);
  expect(news!.rows.get("a")).toMatchObject({
    atMs: Date.parse(at),
    changes: { tier: "CRITICAL", tier_since: at, health_score: 66.4 },
  });
});

test("what is about no vehicle, or of a kind nobody here knows, is news all the same", () => {
  const news = newsOf([told("key.expiring", null, {}), told("of.tomorrow", "c", {})]);
  expect([...news!.vehicles]).toEqual(["c"]);
  expect(news!.rows.size).toBe(0);
});

test("bursts are gathered: what each says of a row stands, the later one above", () => {
  const gathered = new GatheredNews();
  gathered.add(newsOf([told("vehicle.silent", "a", {}), turned("a", "CAUTION")])!);
  gathered.add(newsOf([told("vehicle.recovered", "a", {}), turned("b", "CRITICAL")])!);
  expect([...gathered.vehicles]).toEqual(["a", "b"]);
  expect(gathered.events).toBe(4);
  expect(gathered.rows.get("a")!.changes).toMatchObject({ silent: false, tier: "CAUTION" });
});
