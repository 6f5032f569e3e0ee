import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { scopeOf } from "./visibility-scope.ts";

const wholeOrganisation = { organisation: "acme", keyId: "k1", scopes: ["fleet:read"], fleets: null };
const oneFleet = { ...wholeOrganisation, fleets: ["vans"] };

test("a key without a fleet list sees its organisation, and narrows it as asked", () => {
  expect(scopeOf(wholeOrganisation)).toEqual({ organisation: "acme", fleets: null });
  expect(scopeOf(wholeOrganisation, ["trucks"])).toEqual({ organisation: "acme", fleets: ["trucks"] });
});

test("a key with a fleet list never sees more than that", () => {
  expect(scopeOf(oneFleet)).toEqual({ organisation: "acme", fleets: ["vans"] });
  expect(scopeOf(oneFleet, ["vans"])).toEqual({ organisation: "acme", fleets: ["vans"] });
  expect(() => scopeOf(oneFleet, ["vans", "trucks"])).toThrow(Refusal);
});

test("a key for no fleet at all sees nothing", () => {
  expect(scopeOf({ ...oneFleet, fleets: [] })).toEqual({ organisation: "acme", fleets: [] });
});
