import { expect, test } from "vitest";

import { addressWith, filterQuery, fleetAddressOf, isFiltered, noFilter } from "./fleet-address.ts";

const address = (text: string) => fleetAddressOf(new URLSearchParams(text));

test("the address of the last release opens the same view", () => {
  expect(address("tier=CRITICAL")).toMatchObject({
    filter: { ...noFilter, tiers: ["CRITICAL"] },
    view: null,
    sort: "urgency",
  });
});

test.each([
  "",
  "tier=CRITICAL&tier=CAUTION&fleet_id=vans+north&region=eu-west&attribute=model%3ASprint+2&fault_source=radar&silent=true&q=veh-00",
  "silent=false&view=grid",
  "view=list&sort=last_frame_at",
  "view=map&map=37.7700%2C-122.4200%2C6.00",
])("an address says the same after a change of nothing: %s", (text) => {
  const [, search = ""] = addressWith(address(text), {}).split("?");
  expect(search).toBe(text);
});

test("a change keeps everything else", () => {
  const now = address("tier=CRITICAL&view=list&sort=health_score");
  expect(addressWith(now, { filter: { regions: ["eu west"] } })).toBe(
    "/fleet?tier=CRITICAL&region=eu+west&view=list&sort=health_score",
  );
  expect(addressWith(now, { filter: noFilter })).toBe("/fleet?view=list&sort=health_score");
});

test("what the API is asked for is what the address says, and nothing for what it does not say", () => {
  expect(filterQuery(noFilter)).toEqual({});
  expect(filterQuery(address("silent=true&fault_source=camera").filter)).toEqual({
    silent: true,
    fault_source: ["camera"],
  });
  expect(isFiltered(noFilter)).toBe(false);
  expect(isFiltered(address("q=x").filter)).toBe(true);
});

test("a view nobody knows is none", () => {
  expect(address("view=hologram").view).toBeNull();
});
