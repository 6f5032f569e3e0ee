import { expect, test } from "vitest";
import { routeOf } from "./route.ts";
import { rangeStart, timeRangeOf, vehicleAddress } from "./time-range.ts";

test.each(["veh-0042", "a:b.c_d", "kitti-00.clean"])("the address of %s leads back to it", (vehicleId) => {
  const route = routeOf(new URL(vehicleAddress(vehicleId, "24h"), "http://localhost"));
  expect(route).toMatchObject({ page: "vehicle", parts: { vehicle_id: vehicleId } });
  expect(route.page !== null && timeRangeOf(route.query.get("range"))).toBe("24h");
});

test("an unknown range shows everything", () => {
  expect(timeRangeOf("2y")).toBe("all");
  expect(timeRangeOf(null)).toBe("all");
});

test("ranges count back from the newest frame, not from now", () => {
  expect(rangeStart("2026-03-01T08:00:00.500Z", "1h")).toBe("2026-03-01T07:00:00.500Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "30d")).toBe("2026-01-30T08:00:00.000Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "all")).toBeNull();
});
