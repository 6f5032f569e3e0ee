import { expect, test } from "vitest";

import { openapiDocument } from "./openapi-document.ts";
import { type Deprecation, deprecationFault, deprecations } from "./deprecations.ts";

const one: Deprecation = {
  operationId: "getWorkQueue",
  since: "2027-03-01",
  sunset: "2028-03-01",
  link: "https://plumbline.example/docs/versions#queue",
};

test("what is deprecated today is so with notice enough", () => {
  expect(deprecationFault(deprecations)).toBeNull();
});

test.each([
  ["less than a year's notice", [{ ...one, sunset: "2028-02-29" }], "less than twelve months"],
  ["a day that is not", [{ ...one, since: "2027-02-30" }], "names no day"],
  ["a time instead of a day", [{ ...one, sunset: "2028-03-01T00:00:00Z" }], "names no day"],
  ["the same operation twice", [one, one], "twice"],
])("a table with %s is found out", (_what, table, fault) => {
  expect(deprecationFault(table)).toContain(fault);
  expect(deprecationFault([one])).toBeNull();
});

test("the document marks what is deprecated, and nothing else", () => {
  const marked = JSON.stringify(openapiDocument([one])).match(/"deprecated":true/g);
  expect(marked).toHaveLength(1);
  expect(openapiDocument([one])["paths"]).toMatchObject({
    "/v1/fleet/queue": { get: { operationId: "getWorkQueue", deprecated: true } },
  });
});
