import { afterAll, beforeAll, expect, test } from "vitest";

import { type ServerForTests, startServer, tagOf } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const known = "0".repeat(64);

test.each([
  ["/v1/evidence/keys", "application/json"],
  ["/v1/evidence/keys/history", "application/json"],
  ["/.well-known/jwks.json", "application/jwk-set+json"],
  ["/v1/evidence/policy", "text/plain; charset=utf-8"],
  ["/v1/evidence/trusted-root", "application/vnd.dev.sigstore.trustedroot+json"],
])("anybody reads %s, and asks again whether it changed", async (path, type) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("cache-control")).toBe("public, no-cache");
  const tag = tagOf(response);
  expect((await get(path, { "if-none-match": tag })).status).toBe(304);
});

test.each([
  `/v1/evidence/keys/${known}.pem`,
  `/v1/evidence/keys/sha256:${known}.pem`,
  `/v1/evidence/specs/${known}`,
  `/v1/evidence/scorers/${known}`,
])("%s is text to keep for good", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("repr-digest")).toMatch(/^sha-256=:/);
});

test.each([
  [`/v1/evidence/keys/${"1".repeat(64)}.pem`, "evidence_key_not_found"],
  ["/v1/evidence/keys/EVB.pem", "evidence_key_not_found"],
  [`/v1/evidence/specs/${"1".repeat(64)}`, "specification_not_found"],
  ["/v1/evidence/specs/EVB", "specification_not_found"],
  [`/v1/evidence/scorers/${"1".repeat(64)}`, "scorer_not_found"],
  ["/v1/evidence/scorers/EVB", "scorer_not_found"],
])("%s is not found", async (path, code) => {
  const response = await get(path);
  expect([response.status, await response.json()]).toMatchObject([404, { code }]);
});
