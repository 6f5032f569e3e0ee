import { afterAll, beforeAll, expect, test } from "vitest";

import { keyNamed, startServer, type ServerForTests } from "../server-for-tests.ts";

const link = "https://plumbline.example/docs/versions";
let server: ServerForTests;
beforeAll(async () => {
  server = await startServer({
    deprecations: [
      { operationId: "listVehicles", since: "2027-03-01", sunset: "2028-03-01", link },
      { operationId: "getHealthV1", since: "2027-03-01", link },
    ],
  });
});
afterAll(() => server.stop());

const ask = (path: string, key = keyNamed("admin")) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

test("an operation on its way out says so, since when, until when and where to read on", async () => {
  const { headers, status } = await ask("/v1/vehicles");
  expect(status).toBe(200);
  expect(headers.get("deprecation")).toBe("@1803859200");
  expect(headers.get("sunset")).toBe("Wed, 01 Mar 2028 00:00:00 GMT");
  expect(headers.get("link")).toContain('rel="next", ');
  expect(headers.get("link")).toContain(`<${link}>; rel="deprecation"; type="text/html"`);
});

test("it says so when it refuses, too, and where no key is needed", async () => {
  expect((await ask("/v1/vehicles?limit=x")).headers.get("deprecation")).toBe("@1803859200");
  expect((await ask("/v1/vehicles", keyNamed("ingest"))).headers.get("deprecation")).toBe("@1803859200");
  const health = await ask("/v1/health");
  expect([health.headers.get("deprecation"), health.headers.get("sunset")]).toEqual(["@1803859200", null]);
});

test("its neighbours say nothing", async () => {
  for (const path of ["/v1/fleet/queue", "/health", "/v1/vehicles/nobody", "/v1/nowhere"]) {
    const { headers } = await ask(path);
    expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([null, null]);
  }
});
