import { expect, test } from "vitest";
import { analyticsAddress, analyticsViewOf, beginOf, groupAddress, groupsAddress } from "./analytics-view.ts";

test("an address says what is shown, and what it does not know is left to the default", () => {
  const view = { span: "30d", groupBy: "attribute:camera_bracket", against: null } as const;
  const address = analyticsAddress(view);
  expect(address).toBe("/analytics?span=30d&group_by=attribute%3Acamera_bracket");
  expect(analyticsViewOf(new URL(address, "http://x").searchParams)).toEqual(view);
  expect(analyticsViewOf(new URLSearchParams("span=9y"))).toEqual({
    span: "7d",
    groupBy: null,
    against: null,
  });
  expect(analyticsAddress({ span: "7d", groupBy: null, against: null })).toBe("/analytics");
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

test("several groups lead to all their vehicles", () => {
  expect(groupsAddress("attribute:part", ["A", "B:1"])).toBe(
    "/fleet?attribute=part%3AA&attribute=part%3AB%3A1",
  );
  expect(groupsAddress("region", ["eu", "us"])).toBe("/fleet?region=eu&region=us");
  expect(groupsAddress("fleet", ["vans"])).toBe("/fleet?fleet_id=vans");
  expect(groupsAddress("fleet", [])).toBeNull();
  expect(groupsAddress(null, ["x"])).toBeNull();
});

test("what age is counted in stands in the address", () => {
  const view = { span: "1y", groupBy: null, against: "days" } as const;
  expect(analyticsAddress(view)).toBe("/analytics?span=1y&against=days");
  expect(analyticsViewOf(new URLSearchParams("span=1y&against=days"))).toEqual(view);
  expect(analyticsViewOf(new URLSearchParams("against=miles")).against).toBeNull();
});
