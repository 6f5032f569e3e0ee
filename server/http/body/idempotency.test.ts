import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { jsonAnswer } from "../answer/answer.ts";
import { ApplicationForTests } from "../application-for-tests.ts";
import { exchangeForTests, requestForTests } from "../request-for-tests.ts";
import { type ServerForTests, engineerKey, frameNumber, keyNamed, startServer } from "../server-for-tests.ts";
import { Idempotency } from "./idempotency.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
  server.application.keys.set(keyNamed("neighbour"), {
    organisation: "other",
    keyId: "n",
    scopes: ["admin"],
    fleets: null,
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  server.application.answers.clear();
  server.application.frames.length = 0;
  server.application.beforeWrite = async () => {};
});

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly replayed: string | null;
  readonly retryAfter: string | null;
}

async function post(
  path: string,
  body: string,
  more: { readonly key?: string; readonly apiKey?: string; readonly type?: string } = {},
): Promise<Sent> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${more.apiKey ?? engineerKey}`,
      "content-type": more.type ?? "application/json",
      "idempotency-key": more.key ?? "key-1",
    },
    body,
  });
  const { headers } = response;
  return {
    status: response.status,
    text: await response.text(),
    replayed: headers.get("idempotent-replayed"),
    retryAfter: headers.get("retry-after"),
  };
}

const frame = JSON.stringify(frameNumber(1));
const lines = `${frame}\n${JSON.stringify(frameNumber(2))}\n`;
const ndjson = "application/x-ndjson";

test.each([
  ["a score", "/v1/score/residual", frame, undefined],
  ["one frame", "/v1/telemetry/ingest", frame, undefined],
  ["a batch", "/v1/telemetry/ingest", `[${frame},{}]`, undefined],
  ["NDJSON", "/v1/telemetry/ingest", `${lines}{}\n`, ndjson],
  ["a batch that is refused", "/v1/telemetry/ingest", "[{}]", undefined],
  ["NDJSON that is refused", "/v1/telemetry/ingest", "{}\n", ndjson],
  ["a scenario", "/v1/risk/scenario-feed", "{}", undefined],
  [
    "a baseline command",
    "/v1/vehicles/a/baseline",
    '{"action":"learn","reason":"new windscreen"}',
    undefined,
  ],
  ["a frame at fault", "/v1/score/residual", "{}", undefined],
  ["a vehicle that is not there", "/v1/risk/scenario-feed", '{"vehicle_id":"nobody"}', undefined],
])("%s under the same key is answered alike, byte for byte", async (_what, path, body, type) => {
  const more = type === undefined ? {} : { type };
  const first = await post(path, body, more);
  const second = await post(path, body, more);
  expect(first.replayed).toBeNull();
  expect(second).toEqual({ ...first, replayed: "true" });
  const without = await post(path, body, { ...more, key: "key-2" });
  expect(without.replayed).toBeNull();
});

test("spelling does not make another request: order of members, blanks, numbers, quotes around the key", async () => {
  const first = await post(
    "/v1/score/residual",
    '{"vehicle_id":"a","timestamp":"2026-03-01T00:00:00Z","sensors":{"radar_range_bias_m":1}}',
  );
  const second = await post(
    "/v1/score/residual",
    ' { "sensors": {"radar_range_bias_m": 1.0e0}, "timestamp":"2026-03-01T00:00:00Z", "vehicle_\\u0069d":"a" }',
    { key: '"key-1"' },
  );
  expect(second).toEqual({ ...first, replayed: "true" });
});

test.each([
  ["another body", "/v1/telemetry/ingest", JSON.stringify(frameNumber(2)), undefined],
  ["a query", "/v1/telemetry/ingest?on_error=abort", frame, undefined],
  ["NDJSON instead", "/v1/telemetry/ingest", `${frame}\n\n`, ndjson],
])("the same key with %s is refused", async (_what, path, body, type) => {
  await post("/v1/telemetry/ingest", frame);
  const second = await post(path, body, type === undefined ? {} : { type });
  expect(second.status).toBe(422);
  expect(second.text).toContain('"type":"/problems/idempotency-key-reused"');
});

test("a key belongs to one operation and one organisation", async () => {
  await post("/v1/telemetry/ingest", frame);
  expect((await post("/v1/score/residual", frame)).replayed).toBeNull();
  expect((await post("/v1/telemetry/ingest", frame, { apiKey: keyNamed("neighbour") })).replayed).toBeNull();
  // Another key, and other rights: its holder may not do all that the first one may.
  expect((await post("/v1/telemetry/ingest", frame, { apiKey: keyNamed("ingest") })).replayed).toBeNull();
  const engineer = server.application.keys.get(engineerKey);
  if (engineer !== undefined)
    server.application.keys.set(keyNamed("rotated"), { ...engineer, keyId: "rotated" });
  expect((await post("/v1/telemetry/ingest", frame, { apiKey: keyNamed("rotated") })).replayed).toBe("true");
});

test.each([
  ["a frame", frame, undefined],
  ["NDJSON", lines, ndjson],
])("a twin of %s that comes while the first runs is refused until it is over", async (_what, body, type) => {
  const more = type === undefined ? {} : { type };
  const gate = Promise.withResolvers<void>();
  server.application.beforeWrite = () => gate.promise;
  const first = post("/v1/telemetry/ingest", body, more);
  await expect.poll(async () => (await post("/v1/telemetry/ingest", body, more)).status).toBe(409);
  const twin = await post("/v1/telemetry/ingest", body, more);
  expect(twin).toMatchObject({ status: 409, retryAfter: "1" });
  expect(twin.text).toContain('"type":"/problems/idempotency-in-progress"');
  gate.resolve();
  const answered = await first;
  expect(answered.status).toBe(200);
  expect(await post("/v1/telemetry/ingest", body, more)).toEqual({ ...answered, replayed: "true" });
});

test.each([
  ["is no JSON", "{", 400],
  ["has a bad key", frame, 400],
])("a request that %s leaves nothing under its key", async (what, body, status) => {
  const key = what === "has a bad key" ? "a b" : "key-1";
  expect((await post("/v1/score/residual", body, { key })).status).toBe(status);
  expect(server.application.answers.size).toBe(0);
});

test.each(["", '"', '"open', "a b", "é", "x".repeat(256), '"a" "b"'])(
  "the key %j is malformed",
  async (key) => {
    const { status, text } = await post("/v1/score/residual", frame, { key });
    expect(status).toBe(400);
    expect(text).toContain('"type":"/problems/idempotency-key-invalid"');
  },
);

test.each(["x", "x".repeat(255), '"quoted"', '"with-\\"quotes\\""', "~!#%&'()*+,-./:;<=>?@[]^_`{|}"])(
  "the key %j is good",
  async (key) => {
    expect((await post("/v1/score/residual", frame, { key })).status).toBe(200);
  },
);

test("a fault of the service is not kept: the repeat runs", async () => {
  server.application.beforeWrite = async () => {
    throw new Error("the disk is on fire at /var/lib/plumbline");
  };
  const first = await post("/v1/score/residual", frame);
  expect(first.status).toBe(500);
  expect(first.text).not.toContain("fire");
  server.application.beforeWrite = async () => {};
  expect(await post("/v1/score/residual", frame)).toMatchObject({ status: 200, replayed: null });
});

test.each([undefined, "one-key"])("a body is parsed once, under the key %s", async (key) => {
  let parsed = 0;
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const request = requestForTests("ingestTelemetry", {
    exchange: exchangeForTests({ method: "POST", headers }),
  });
  const answer = await new Idempotency(new ApplicationForTests()).once(request, {
    parse: () => {
      parsed += 1;
      return { vehicle_id: "veh-1" };
    },
    canonical: (body) => JSON.stringify(body),
    vehicleIds: (body) => [body.vehicle_id],
    run: async (body) => ({ answer: jsonAnswer(body), isKept: false }),
  });
  expect([answer.body, parsed]).toEqual(['{"vehicle_id":"veh-1"}', 1]);
});
