import { expect, test } from "vitest";

import { fleetAddressOf } from "./fleet-address.ts";
import { filterParts, filterWords } from "./filter-words.ts";

const { filter } = fleetAddressOf(
  new URLSearchParams(
    "tier=CRITICAL&region=eu-west&attribute=camera.part_number:CAM-7731-B:2&fault_source=radar&silent=true&q=veh",
  ),
);

test("every condition is said in words", () => {
  expect(filterWords(filter)).toBe(
    "Critical · region eu-west · camera part number CAM-7731-B:2 · radar · silent · “veh”",
  );
});

test("each can be taken away alone", () => {
  expect(filterParts(filter).map(({ without }) => without)).toEqual([
    { tiers: [] },
    { regions: [] },
    { attributes: [] },
    { sensor: null },
    { silent: null },
    { text: null },
  ]);
});
