import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { sightOf } from "./visibility-scope.ts";

const wholeOrganisation = { organisation: "acme", keyId: "k1", scopes: ["fleet:read"], fleets: null };
const oneFleet = { ...wholeOrganisation, fleets: ["vans"] };

test("a key without a fleet list sees its organisation, and narrows it as asked", () => {
  expect(sightOf(wholeOrganisation)).toEqual({ organisation: "acme", fleets: null });
  expect(sightOf(wholeOrganisation, ["trucks"])).toEqual({ organisation: "acme", fleets: ["trucks"] });
});

test("a key with a fleet list never sees more than that", () => {
  expect(sightOf(oneFleet)).toEqual({ organisation: "acme", fleets: ["vans"] });
  expect(sightOf(oneFleet, ["vans"])).toEqual({ organisation: "acme", fleets: ["vans"] });
  expect(() => sightOf(oneFleet, ["vans", "trucks"])).toThrow(Refusal);
});

test("a key for no fleet at all sees nothing", () => {
  expect(sightOf({ ...oneFleet, fleets: [] })).toEqual({ organisation: "acme", fleets: [] });
});
