import { expect, test } from "vitest";

import { describedAfter, undescribed, type DescribedVehicle } from "./described-after.ts";

const startUs = 1_790_000_000_000_000;

/** A frame's text with this metadata last, `atS` seconds after the start. */
function said(metadata: unknown, atS = 0) {
  const head = `{"vehicle_id":"v","timestamp":"t","sensors":{"radar_range_bias_m":${atS / 1000}}`;
  const raw = metadata === undefined ? `${head}}` : `${head},"metadata":${JSON.stringify(metadata)}}`;
  return { raw, timestampUs: startUs + atS * 1_000_000 };
}

type Known = DescribedVehicle & { readonly newestTimestampUs: number | null };
const unknown: Known = { ...undescribed, newestTimestampUs: null };

/** What is known after frames in the order they came. */
function after(...frames: readonly { readonly raw: string; readonly timestampUs: number }[]): Known {
  return frames.reduce<Known>((before, frame) => {
    const newestTimestampUs = Math.max(before.newestTimestampUs ?? frame.timestampUs, frame.timestampUs);
    return { ...describedAfter(before, frame), newestTimestampUs };
  }, unknown);
}

test("what a frame says stays until another says otherwise", () => {
  const known = after(said({ model: "A", depot: "x" }), said({ depot: "y" }, 1), said(undefined, 2));
  expect(known.attributes).toEqual({ depot: "y", model: "A" });
  expect(known.attributesAtUs).toBe(startUs + 1_000_000);
});

test("a frame that says what the last one said changes no object at all", () => {
  const known = after(said({ model: "A", lat: 1, lon: 2 }));
  expect(describedAfter(known, said({ model: "A", lat: 1, lon: 2 }, 9))).toBe(known);
  expect(describedAfter(known, said(undefined, 9))).toBe(known);
});

test("a position that moves leaves the attributes the very same", () => {
  const known = after(said({ model: "A", lat: 1, lon: 2 }));
  const moved = describedAfter(known, said({ model: "A", lat: 1.5, lon: 2 }, 1));
  expect(moved.attributes).toBe(known.attributes);
  expect(moved.position).toEqual({ latitude: 1.5, longitude: 2 });
});

test("null takes an attribute away, and the last position stays where a frame gives none", () => {
  const known = after(said({ model: "A", depot: "x", lat: 1, lon: 2 }), said({ depot: null }, 1));
  expect(known.attributes).toEqual({ model: "A" });
  expect(known.position).toEqual({ latitude: 1, longitude: 2 });
});

test("a late frame is old news", () => {
  const known = after(said({ model: "new" }, 60), said({ model: "old" }, 0));
  expect(known.attributes).toEqual({ model: "new" });
});

test("numbers alone are taken once a minute, and with whatever else changes", () => {
  const at = (km: number, atS: number, firmware = "1") => said({ km, firmware }, atS);
  expect(after(at(10, 0), at(11, 30)).attributes).toEqual({ firmware: "1", km: 10 });
  expect(after(at(10, 0), at(11, 30), at(12, 60)).attributes).toEqual({ firmware: "1", km: 12 });
  expect(after(at(10, 0), at(11, 30, "2")).attributes).toEqual({ firmware: "2", km: 11 });
});

test("texts that change with every frame do not keep numbers from being taken", () => {
  const frames = Array.from({ length: 200 }, (_, at) => said({ trip: `t${at}`, km: at }, at));
  expect(after(...frames).attributes).toEqual({ km: 199, trip: "t199" });
});

test("a vehicle has at most 32 attributes, and the first ones stay", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`a${String(at).padStart(2, "0")}`, at]),
  );
  const known = after(said(many));
  expect(Object.keys(known.attributes)).toHaveLength(32);
  expect(Object.keys(known.attributes).at(-1)).toBe("a31");
  const full = describedAfter(known, said({ ...many, a35: "other" }, 120));
  expect(full.attributes).toBe(known.attributes);
});

test("names are read wherever the member stands and however it is written", () => {
  const tail = `"vehicle_id":"v","timestamp":"t","sensors":{"radar_range_bias_m":0}`;
  for (const raw of [
    `{"metadata" : {"a": "}{\\"", "b":{"metadata":{"c":1}}},${tail}}`,
    `{"m\\u0065tadata":{"a": "}{\\"", "b":{"metadata":{"c":1}}},${tail}}`,
  ]) {
    const known = after({ raw, timestampUs: startUs });
    expect(known.attributes).toEqual({ a: '}{"', "b.metadata.c": 1 });
  }
});

test("an outer member that changes is seen though an inner one of its name stays", () => {
  const written = (a: string) =>
    `{"m\\u0065tadata":{"a":"${a}","b":{"metadata":{"c":1}}},"vehicle_id":"v","sensors":{}}`;
  const known = after(
    { raw: written("1"), timestampUs: startUs },
    { raw: written("2"), timestampUs: startUs + 1 },
  );
  expect(known.attributes).toEqual({ a: "2", "b.metadata.c": 1 });
});

test("a vehicle that is called metadata is no metadata", () => {
  const raw = `{"vehicle_id":"metadata","sensors":{},"metadata":{"a":"b"}}`;
  expect(after({ raw, timestampUs: startUs }).attributes).toEqual({ a: "b" });
});

test("the odometer is followed from the first frame that gives it, and stays where a frame gives none", () => {
  const at = (km: unknown, atS: number) => said({ odometer_km: km }, atS);
  expect(after(said({ model: "A" })).odometer).toBeNull();
  expect(after(at(10, 0)).odometer).toEqual({ firstKm: 10, newestKm: 10 });
  // Every frame counts here, unlike for the attribute of that name.
  expect(after(at(10, 0), at(11.5, 1), said({ model: "A" }, 2)).odometer).toEqual({
    firstKm: 10,
    newestKm: 11.5,
  });
  expect(after(at(10, 60), at(9, 0)).odometer).toEqual({ firstKm: 10, newestKm: 10 });
  expect(after(at(90, 0), at(20, 1)).odometer).toEqual({ firstKm: 90, newestKm: 20 });
});

test.each([["12"], [null], [-1], [10_000_001]])("an odometer of %o kilometres says nothing", (km) => {
  expect(after(said({ odometer_km: 5 }), said({ odometer_km: km }, 1)).odometer).toEqual({
    firstKm: 5,
    newestKm: 5,
  });
});
