import { expect, test } from "vitest";
import { rangeStart } from "./range-start.ts";

test("ranges count back from the newest frame, not from now", () => {
  expect(rangeStart("2026-03-01T08:00:00.500Z", "1h")).toBe("2026-03-01T07:00:00.500Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "30d")).toBe("2026-01-30T08:00:00.000Z");
  expect(rangeStart("2026-03-01T08:00:00.000Z", "all")).toBeNull();
});
