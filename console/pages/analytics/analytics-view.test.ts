import { expect, test } from "vitest";
import { analyticsAddress, analyticsViewOf, beginOf, groupAddress } from "./analytics-view.ts";

test("an address says what is shown, and what it does not know is left to the default", () => {
  const view = { span: "30d", groupBy: "attribute:camera_bracket" } as const;
  const address = analyticsAddress(view);
  expect(address).toBe("/analytics?span=30d&group_by=attribute%3Acamera_bracket");
  expect(analyticsViewOf(new URL(address, "http://x").searchParams)).toEqual(view);
  expect(analyticsViewOf(new URLSearchParams("span=9y"))).toEqual({ span: "7d", groupBy: null });
  expect(analyticsAddress({ span: "7d", groupBy: null })).toBe("/analytics");
});

test("a span begins at a whole hour", () => {
  const nowMs = Date.UTC(2026, 2, 10, 12, 34, 56);
  expect(beginOf("48h", nowMs)).toBe("2026-03-08T12:00:00.000Z");
  expect(beginOf("7d", nowMs + 60_000)).toBe("2026-03-03T12:00:00.000Z");
});

test("a group leads to its vehicles, and one without a value to none", () => {
  expect(groupAddress("fleet", "vans & co")).toBe("/fleet?fleet_id=vans+%26+co");
  expect(groupAddress("region", "eu")).toBe("/fleet?region=eu");
  expect(groupAddress("attribute:model", "Sprint 2")).toBe("/fleet?attribute=model%3ASprint+2");
  expect(groupAddress("attribute:model", null)).toBeNull();
  expect(groupAddress(null, null)).toBeNull();
});
