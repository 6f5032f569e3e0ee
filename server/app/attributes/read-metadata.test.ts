import { expect, test } from "vitest";

import { readMetadata } from "./read-metadata.ts";

const attributes = (metadata: unknown) => Object.fromEntries(readMetadata(metadata).attributes);
const position = (metadata: unknown) => readMetadata(metadata).position;

test("scalars are attributes, nested ones by dotted name; fleet, region, lists and places are not", () => {
  const said = {
    fleet_id: "vans",
    region: "north",
    model: "Sprint 2",
    model_year: 2023,
    retrofitted: false,
    camera: { part: "CAM-7731-B", mount: { torque_nm: 4.5 } },
    tags: ["a"],
    lat: 52.5,
    lon: 13.4,
  };
  expect(attributes(said)).toEqual({
    model: "Sprint 2",
    model_year: 2023,
    retrofitted: false,
    "camera.part": "CAM-7731-B",
    "camera.mount.torque_nm": 4.5,
  });
});

test("null and an empty text take an attribute away", () => {
  expect(attributes({ depot: null, model: "" })).toEqual({ depot: null, model: null });
});

test.each([
  ["longer than a name may be", { ["n".repeat(65)]: "x" }],
  ["a name with the colon that filters are split at", { "a:b": "x" }],
  ["an empty name", { "": "x" }],
  ["longer than a value may be", { a: "v".repeat(129) }],
  ["a character that cannot be seen", { a: "b\u200b" }],
  ["half a character", { a: "\ud800" }],
  ["no object", "metadata"],
  ["a list", [1]],
  ["nothing", undefined],
])("%s is left out", (_, metadata) => {
  expect(attributes(metadata)).toEqual({});
});

test.each([
  [{ latitude: 52.5, longitude: 13.4 }],
  [{ lat: 52.5, lon: 13.4 }],
  [{ lat: 52.5, lng: 13.4 }],
  [{ position: { lat: 52.5, lon: 13.4 } }],
  [{ location: { latitude: 52.5, longitude: 13.4 } }],
  [{ gps: { lat: 52.5, lng: 13.4 } }],
])("a position is read from %o", (metadata) => {
  expect(position(metadata)).toEqual({ latitude: 52.5, longitude: 13.4 });
  expect(attributes(metadata)).toEqual({});
});

test.each([
  ["half of it is missing", { lat: 52.5 }],
  ["it is beyond the pole", { lat: 90.1, lon: 0 }],
  ["it is beyond the date line", { lat: 1, lon: -180.5 }],
  ["it is a text", { lat: "52.5", lon: "13.4" }],
  ["it is 0, 0, which receivers without a fix report", { lat: 0, lon: 0 }],
])("there is no position where %s", (_, metadata) => {
  expect(position(metadata)).toBeNull();
});

test("a place without coordinates is an attribute like any other", () => {
  expect(attributes({ location: "Depot 4", gps: { fix: "3d", lat: 1, lon: 2 } })).toEqual({
    location: "Depot 4",
    "gps.fix": "3d",
  });
});
