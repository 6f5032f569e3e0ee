import { expect, test } from "vitest";
import type { Limits } from "../../../clients/typescript/generated/contract.ts";
import { amount, usageOf } from "./usage.ts";

const limit = (more: Partial<Limits["data"][number]>): Limits["data"][number] => ({
  name: "vehicles",
  holds_for: "organisation",
  unit: "vehicles",
  limit: 100,
  used: 1,
  remaining: 99,
  window_s: null,
  code: "vehicle_limit_reached",
  setting: "PLUMBLINE_VEHICLES_PER_ORGANISATION",
  full_on: null,
  ...more,
});

test("the scarcest comes first, what is not counted is left out", () => {
  const shown = usageOf({
    organisation: "acme",
    as_of: "2026-11-23T07:00:00.000Z",
    data: [
      limit({}),
      limit({ name: "webhooks", used: null }),
      limit({ name: "key_requests", holds_for: "key", window_s: 60, used: 90 }),
      limit({ name: "new_vehicles", window_s: 3600, used: 5, limit: 0 }),
      limit({ name: "paper_jobs", used: 0 }),
    ],
  });
  expect(shown.map(({ label, share }) => [label, share])).toEqual([
    ["New vehicles an hour", 1],
    ["Requests a minute of this key", 0.9],
    ["Vehicles", 0.01],
    ["Report jobs", 0],
  ]);
});

test("what fills up has the day it is full", () => {
  const data = [limit({ name: "stored_bytes", used: 85, full_on: "2026-12-04" })];
  const [shown] = usageOf({ organisation: "acme", as_of: "2026-11-23T07:00:00.000Z", data });
  expect(shown).toMatchObject({ share: 0.85, fullOn: "2026-12-04" });
});

test.each([
  [0, "0\u00a0B"],
  [1023, "1023\u00a0B"],
  [1024, "1.0\u00a0KiB"],
  [76_361_863, "73\u00a0MiB"],
  [1_099_511_627_776, "1.0\u00a0TiB"],
])("%i bytes read %s", (bytes, text) => expect(amount(bytes, "bytes")).toBe(text));
