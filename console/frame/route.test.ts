import { expect, test } from "vitest";
import { fleetAddress, rangeStart, routeOf, vehicleAddress } from "./route.ts";

test("/ and /fleet are the same page", () => {
  expect(routeOf({ pathname: "/", search: "" })).toEqual({ kind: "fleet", tier: null });
  expect(routeOf({ pathname: "/fleet", search: "" })).toEqual({ kind: "fleet", tier: null });
});

test.each(["veh-0042", "a:b.c_d", "kitti-00.clean"])("the address of %s leads back to it", (vehicleId) => {
  expect(routeOf(new URL(vehicleAddress(vehicleId, "24h"), "http://localhost"))).toEqual({
    kind: "vehicle",
    vehicleId,
    range: "24h",
  });
});

test("a tier filter is part of the address", () => {
  expect(routeOf(new URL(fleetAddress("CRITICAL"), "http://localhost"))).toEqual({
    kind: "fleet",
    tier: "CRITICAL",
  });
});

test("an unknown range shows everything, an unknown or broken path leads nowhere", () => {
  expect(routeOf({ pathname: "/vehicles/v", search: "?range=2y" })).toMatchObject({ range: "all" });
  expect(routeOf({ pathname: "/vehicles/%E0%A4%A", search: "" }).kind).toBe("nowhere");
  expect(routeOf({ pathname: "/vehicles/a/b", search: "" }).kind).toBe("nowhere");
});

test("ranges count back from the newest frame, not from now", () => {
  expect(rangeStart("2026-03-01T08:00:00.500Z", "1h")).toBe("2026-03-01T07:00:00.500Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "30d")).toBe("2026-01-30T08:00:00.000Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "all")).toBeNull();
});
