import { expect, test } from "vitest";

import { type PublicEndpoint, allowedMethods, endpointFor } from "./route.ts";

const endpoint: PublicEndpoint = {
  kind: "public",
  query: [],
  handle: async () => ({ status: 200, contentType: "text/plain", body: "" }),
};
const route = {
  path: "/a",
  endpoints: new Map([
    ["PUT", endpoint],
    ["GET", endpoint],
  ]),
};

test("HEAD is answered where GET is, and nowhere else", () => {
  expect(endpointFor(route, "HEAD")).toBe(endpoint);
  expect(endpointFor({ ...route, endpoints: new Map([["PUT", endpoint]]) }, "HEAD")).toBeUndefined();
});

test("Allow names GET with HEAD first, and only what there is", () => {
  expect(allowedMethods(route)).toBe("GET, HEAD, PUT");
  expect(allowedMethods({ ...route, endpoints: new Map([["POST", endpoint]]) })).toBe("POST");
});
