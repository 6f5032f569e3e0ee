import { expect, test } from "vitest";

import {
  channelName,
  channelValue,
  decimals,
  degrees,
  metres,
  nats,
  tierLook,
  utc,
} from "./quantity-labels.ts";

test("numbers have a true minus sign and never a minus zero", () => {
  expect(decimals(-1.25, 1)).toBe("\u22121.3");
  expect(decimals(-0.04, 1)).toBe("0.0");
  expect(decimals(2, 0)).toBe("2");
  expect([degrees(0.5), metres(0.01234), nats(6)]).toEqual(["0.50°", "0.012\u00a0m", "6.00\u00a0nats"]);
});

test("an instant is shown in UTC, and any other text as it is", () => {
  expect(utc("2026-11-20T09:13:50.412Z")).toBe("2026-11-20 09:13:50.412 UTC");
  expect(utc("2026-11-20T09:13:50+00:00")).toBe("2026-11-20 09:13:50 UTC");
  expect(utc("2026-11-20T09:13:50+01:00")).toBe("2026-11-20T09:13:50+01:00");
});

test("a channel has its unit, and one that is not known its own name", () => {
  expect([channelName("camera_x"), channelValue("camera_x", 0.5)]).toEqual(["Camera x", "0.50°"]);
  expect([channelName("radar"), channelValue("radar", 0.3)]).toEqual(["Radar", "0.300\u00a0m"]);
  expect([channelName("sonar_depth"), channelValue("sonar_depth", 0.3)]).toEqual(["sonar depth", "0.3000"]);
});

test("a tier that is not known looks like none, and names itself", () => {
  expect(tierLook("CRITICAL").label).toBe("Critical");
  expect(tierLook("SEVERE")).toEqual({ ...tierLook("UNKNOWN"), label: "Unknown tier: SEVERE" });
});
