import { expect, test } from "vitest";
import { coveredBy, moved, vehicleViewOf, viewAddress, zoomedIn, zoomedOut } from "./vehicle-view.ts";

const hourMs = 3_600_000;
const noonMs = Date.UTC(2026, 2, 1, 12);
const place = { page: "vehicle", parts: { vehicle_id: "veh-1" } } as const;
const viewIn = (search: string) => vehicleViewOf(new URLSearchParams(search));

test("a view goes into an address and comes back out of it", () => {
  const view = {
    sensor: "radar",
    range: "all",
    window: { fromMs: noonMs - hourMs, toMs: noonMs },
    atMs: noonMs - 1,
  } as const;
  const address = new URL(viewAddress(place, view), "http://service");
  expect(address.pathname).toBe("/vehicles/veh-1");
  expect(vehicleViewOf(address.searchParams)).toEqual(view);
});

test("links of the release before, with a range alone, open the same view", () => {
  expect(viewIn("range=24h")).toEqual({ sensor: null, range: "24h", window: null, atMs: null });
  expect(viewAddress(place, viewIn("range=24h"))).toBe("/vehicles/veh-1?range=24h");
  expect(viewAddress(place, viewIn(""))).toBe("/vehicles/veh-1");
});

test.each([
  "from=2026-03-01T12:00:00Z&to=2026-03-01T11:00:00Z",
  "from=yesterday&to=2026-03-01T11:00:00Z",
  "from=2026-03-01T12:00:00Z",
  "from=-000001-01-01T00:00:00Z&to=2026-03-01T11:00:00Z",
  "from=&to=&at=&sensor=sonar&range=century",
])("what is no view is read as none: %s", (search) => {
  expect(viewIn(search)).toEqual({ sensor: null, range: "all", window: null, atMs: null });
});

test("a range is counted back from the vehicle's newest frame, and not to before its first", () => {
  const vehicle = { first_frame_at: "2026-03-01T10:00:00Z", last_frame_at: "2026-03-01T12:00:00Z" };
  expect(coveredBy(viewIn("range=1h"), vehicle)).toEqual({ fromMs: noonMs - hourMs, toMs: noonMs });
  expect(coveredBy(viewIn("range=24h"), vehicle).fromMs).toBe(noonMs - 2 * hourMs);
  expect(coveredBy(viewIn(""), vehicle).fromMs).toBe(noonMs - 2 * hourMs);
});

test("zooming in keeps the time it is about and stays within what was shown", () => {
  const shown = { fromMs: noonMs, toMs: noonMs + hourMs };
  const middle = zoomedIn(shown, noonMs + hourMs / 2);
  expect(middle).toEqual({ fromMs: noonMs + hourMs / 4, toMs: noonMs + (3 * hourMs) / 4 });
  expect(zoomedIn(shown, shown.toMs)).toEqual({ fromMs: noonMs + hourMs / 2, toMs: shown.toMs });
  expect(zoomedIn(shown, noonMs - hourMs).fromMs).toBe(noonMs);
});

test("zooming in ends at a second, however often it is asked for, and out again is possible", () => {
  let shown = { fromMs: noonMs, toMs: noonMs + hourMs };
  for (let step = 0; step < 40; step += 1) shown = zoomedIn(shown, noonMs);
  expect(shown.toMs - shown.fromMs).toBe(1000);
  expect(zoomedOut(shown)).toEqual({ fromMs: noonMs - 500, toMs: noonMs + 1500 });
  expect(zoomedOut({ fromMs: noonMs, toMs: noonMs }).toMs).toBeGreaterThan(noonMs);
});

test("zooming out forever stays within the times the service takes", () => {
  let shown = { fromMs: noonMs, toMs: noonMs + hourMs };
  for (let step = 0; step < 60; step += 1) shown = zoomedOut(shown);
  const address = viewAddress(place, { sensor: null, range: "all", window: shown, atMs: null });
  expect(vehicleViewOf(new URL(address, "http://service").searchParams).window).toEqual(shown);
});

test("moving goes by half of what is shown, there and back", () => {
  const shown = { fromMs: noonMs, toMs: noonMs + hourMs };
  expect(moved(shown, -1).fromMs).toBe(noonMs - hourMs / 2);
  expect(moved(moved(shown, -1), 1)).toEqual(shown);
});
