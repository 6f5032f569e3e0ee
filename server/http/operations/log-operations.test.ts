import { afterAll, beforeAll, expect, test } from "vitest";

import { type ServerForTests, startServer, tagOf } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test("anybody reads the checkpoint, as a text that is asked for again each time", async () => {
  const response = await get("/v1/log/checkpoint");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, no-cache");
  expect(await response.text()).toMatch(/^log\.example\.org\n1\n/);
  const tag = tagOf(response);
  expect((await get("/v1/log/checkpoint", { "if-none-match": tag })).status).toBe(304);
});

test.each(["/v1/log/tile/0/000.p/1", "/v1/log/tile/1/x001/x234/067.p/1", "/v1/log/tile/entries/000"])(
  "%s is bytes to keep for good",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("repr-digest")).toMatch(/^sha-256=:/);
  },
);

// T-52: what the log does not have, and what no log can have.
test.each([
  "/v1/log/tile/0/000",
  "/v1/log/tile/entries/001",
  "/v1/log/tile/0/0",
  "/v1/log/tile/0/000.p/256",
  "/v1/log/tile/0/000.p/257",
  "/v1/log/tile/0/000.p/0",
  "/v1/log/tile/0/001/000",
  "/v1/log/tile/7/000",
  "/v1/log/tile/-1/000",
  "/v1/log/tile/00/000",
  "/v1/log/tile/x/000",
])("%s is not found", async (path) => {
  const response = await get(path);
  expect([response.status, await response.json()]).toMatchObject([404, { code: "log_part_not_found" }]);
});

test("anybody reads what was lost before a backup was restored: as a rule nothing", async () => {
  const response = await get("/v1/log/recoveries");
  expect([response.status, await response.json()]).toEqual([200, { recoveries: [] }]);
  expect((await get("/v1/log/recoveries", { "if-none-match": tagOf(response) })).status).toBe(304);
});

test("proofs take their numbers from the query, and say which one is missing", async () => {
  expect(await (await get("/v1/log/proof/inclusion?index=4&size=9")).text()).toBe("inclusion 4 9\n");
  expect(await (await get("/v1/log/proof/inclusion?index=0")).text()).toBe("inclusion 0 null\n");
  expect(await (await get("/v1/log/proof/consistency?from=4")).text()).toBe("consistency 4 null\n");
  for (const [path, parameter] of [
    ["/v1/log/proof/inclusion", "index"],
    ["/v1/log/proof/inclusion?index=01", "index"],
    ["/v1/log/proof/consistency?to=4", "from"],
    ["/v1/log/proof/consistency?from=0", "from"],
    ["/v1/log/checkpoint?size=4", "size"],
  ] as const) {
    const response = await get(path);
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ parameter }] }]);
  }
});

test("the log is read, not written, and what is beside it needs a key", async () => {
  expect((await fetch(`${server.url}/v1/log/checkpoint`, { method: "POST" })).status).toBe(405);
  expect((await get("/v1/log")).status).toBe(401);
  expect((await get("/v1/log/checkpoint", { accept: "application/json" })).status).toBe(406);
});
