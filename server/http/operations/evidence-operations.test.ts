import { afterAll, beforeAll, expect, test } from "vitest";

import { engineerKey, type ServerForTests, startServer } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("the Sigstore form of evidence needs a key and never changes", async () => {
  const path = `${server.url}/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/sigstore`;
  expect((await fetch(path)).status).toBe(401);
  const response = await fetch(path, { headers: { authorization: `Bearer ${engineerKey}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/vnd.dev.sigstore.bundle.v0.3+json");
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(response.headers.get("repr-digest")).toMatch(/^sha-256=:/);
});
