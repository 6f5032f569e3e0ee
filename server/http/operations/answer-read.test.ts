import { expect, test } from "vitest";

import { exchangeForTests, requestForTests } from "../request-for-tests.ts";
import { given, linkToNext, taggedRead } from "./answer-read.ts";

test("a member is there only where there is a value for it", () => {
  expect([given("limit", 0), given("limit", undefined)]).toEqual([{ limit: 0 }, {}]);
});

test("the next page is the same query with another cursor", () => {
  const target = { path: "/v1/vehicles", query: "tier=CAUTION&cursor=old&limit=5" };
  expect(linkToNext(requestForTests("listVehicles", { target }), "a+b/c=")).toEqual({
    Link: '</v1/vehicles?tier=CAUTION&limit=5&cursor=a%2Bb%2Fc%3D>; rel="next"',
  });
});

test("the last page has no next one, and the page after a plain query begins one", () => {
  const request = requestForTests("listVehicles");
  expect(linkToNext(request, null)).toEqual({});
  expect(linkToNext(request, "x")).toEqual({ Link: '</v1/vehicles?cursor=x>; rel="next"' });
});

test("what says the same at another time is known already", () => {
  const first = taggedRead(requestForTests("getWorkQueue"), { data: [], as_of: "2026-03-01T00:00:00Z" });
  const tag = first.headers?.["ETag"] ?? "";
  const exchange = exchangeForTests({ headers: { "if-none-match": tag } });
  const again = requestForTests("getWorkQueue", { exchange });
  expect(taggedRead(again, { data: [], as_of: "2026-03-02T00:00:00Z" }).status).toBe(304);
  expect(taggedRead(again, { data: [1], as_of: "2026-03-01T00:00:00Z" }).status).toBe(200);
});
