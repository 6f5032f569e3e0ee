import { afterEach, expect, test, vi } from "vitest";

import { answering } from "./answering-for-tests.ts";
import { APIAbortError, InvalidArgumentError, NotFoundError, NotModifiedError } from "./errors.ts";
import { Plumbline } from "./plumbline.ts";
import type { Logger } from "./request/client-log.ts";
import { version } from "./version.ts";
import manifest from "./package.json" with { type: "json" };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const frame = {
  vehicle_id: "veh-1",
  timestamp: "2026-01-05T08:00:00Z",
  sensors: { radar_range_bias_m: 0.02 },
};

test("address and key come from the environment when they are not given", async () => {
  vi.stubEnv("NADIR_BASE_URL", "https://plumb.example/base/ ");
  vi.stubEnv("NADIR_API_KEY", " plumb_test_env\n");
  const { fetch, seen } = answering({ json: { data: [] } });
  await new Plumbline({ fetch }).fleet.queue({ limit: 3 });
  expect(seen[0]?.url).toBe("https://plumb.example/base/v1/fleet/queue?limit=3");
  expect(seen[0]?.headers.get("authorization")).toBe("Bearer plumb_test_env");
});

test("what is given wins over the environment, and a key of null is none", async () => {
  vi.stubEnv("NADIR_API_KEY", "plumb_test_env");
  const { fetch, seen } = answering({ json: {} });
  await new Plumbline({ fetch, apiKey: null }).health.get();
  expect(seen[0]?.headers.has("authorization")).toBe(false);
  expect(seen[0]?.url).toBe("http://127.0.0.1:8000/health");
});

test.each([
  ["an address without a scheme", { baseUrl: "plumb.example" }, /not the address of a service/u],
  ["an address that is a file", { baseUrl: "file:///etc/passwd" }, /not the address of a service/u],
  ["an address with a password", { baseUrl: "https://me:secret@plumb.example" }, /has a user or a password/u],
  ["an empty key", { apiKey: "" }, /API key is empty/u],
  ["a key with a line end in it", { apiKey: "plumb_live_secret\nX: y" }, /API key is empty or holds/u],
  ["a timeout of nothing", { timeoutMs: 0 }, /timeoutMs is 0/u],
  ["a timeout that is no number", { totalTimeoutMs: Number.NaN }, /totalTimeoutMs is NaN/u],
  ["half a retry", { maxRetries: 0.5 }, /maxRetries is 0.5/u],
])("%s is refused at once, and no secret is repeated", (_, options, message) => {
  const make = () => new Plumbline(options);
  expect(make).toThrow(message);
  expect(make).not.toThrow(/secret/u);
});

test("a live key is refused in a page, unless its owner says it is the visitor's", () => {
  vi.stubGlobal("window", { document: {} });
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0" });
  const live = { apiKey: "plumb_live_AAAAAAAAAA_x" };
  expect(() => new Plumbline(live)).toThrow(/dangerouslyAllowBrowser/u);
  expect(() => new Plumbline(live)).not.toThrow(/AAAAAAAAAA/u);
  expect(new Plumbline({ ...live, dangerouslyAllowBrowser: true })).toBeInstanceOf(Plumbline);
  expect(new Plumbline({ apiKey: "plumb_test_x" })).toBeInstanceOf(Plumbline);
});

test("options that are undefined are not given", async () => {
  const nothing = { timeoutMs: undefined, logger: undefined, baseUrl: undefined, random: undefined };
  const { fetch, seen } = answering({ status: 503 }, { json: {} });
  const client = new Plumbline({ ...(nothing as object), fetch, pause: async () => {} });
  await client.health.getV1({ ...({ signal: undefined, timeoutMs: undefined } as object) });
  await client.fleet.queue();
  expect(seen).toHaveLength(2);
});

test("a page sends its own User-Agent, and says which client asks all the same", async () => {
  const { fetch, seen } = answering({ json: {} }, { json: {} });
  await new Plumbline({ fetch }).health.get();
  vi.stubGlobal("process", {});
  vi.stubGlobal("window", { document: {} });
  await new Plumbline({ fetch, baseUrl: "https://plumb.example" }).health.get();
  expect(seen.map(({ headers }) => headers.has("user-agent"))).toEqual([true, false]);
  expect(seen[1]?.headers.get("x-plumbline-client")).toBe(`typescript/${version} browser`);
});

test("two posts have two Idempotency-Keys", async () => {
  const { fetch, seen } = answering({ json: {} }, { json: {} });
  const client = new Plumbline({ fetch });
  await client.score.residual(frame);
  await client.score.residual(frame);
  expect(new Set(seen.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
});

test("lines of frames bear no Idempotency-Key but the caller's: they count once by themselves", async () => {
  const { fetch, seen } = answering({ json: {} }, { json: {} });
  const { telemetry } = new Plumbline({ fetch });
  await telemetry.ingestLines("{}\n");
  await telemetry.ingestLines("{}\n", { idempotencyKey: "mine" });
  expect(seen.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null, "mine"]);
});

test("a call's settings win over the client's, and its headers over both", async () => {
  const { fetch, seen } = answering({ status: 503 }, { status: 503 }, { json: {} });
  const client = new Plumbline({
    fetch,
    maxRetries: 5,
    pause: async () => {},
    defaultHeaders: { "X-One": "client", "X-Two": "client" },
  });
  const call = client.fleet.queue({}, { maxRetries: 1, headers: { "x-two": "call" } });
  await expect(call).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(2);
  expect([seen[0]?.headers.get("x-one"), seen[0]?.headers.get("x-two")]).toEqual(["client", "call"]);
});

test("an abort ends a call with the caller's reason as the cause: before it, within it and between two attempts", async () => {
  const reason = new Error("enough");
  const before = new Plumbline({ fetch: answering({ json: {} }).fetch });
  await expectAbort(before.fleet.queue({}, { signal: AbortSignal.abort(reason) }), reason);

  const stop = new AbortController();
  const silent = new Plumbline({ fetch: answering("silence").fetch });
  const within = silent.fleet.queue({}, { signal: stop.signal });
  stop.abort(reason);
  await expectAbort(within, reason);

  const later = new AbortController();
  const { fetch, seen } = answering({ status: 503, headers: { "retry-after": "30" } });
  const between = new Plumbline({ fetch }).fleet.queue({}, { signal: later.signal });
  await expect.poll(() => seen.length).toBe(1);
  later.abort(reason);
  await expectAbort(between, reason);
  expect(seen).toHaveLength(1);
});

async function expectAbort(call: Promise<unknown>, reason: Error): Promise<void> {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(APIAbortError);
  expect((error as Error).cause).toBe(reason);
}

test("a result comes with its answer, as an answer, or byte for byte", async () => {
  const answer = { json: { tier: "NOMINAL" }, headers: { "x-request-id": "req_9" } };
  const client = new Plumbline({ fetch: answering(answer, answer, answer).fetch });
  const { data, response, requestId } = await client.score.residual(frame).withResponse();
  expect(data.tier).toBe("NOMINAL");
  expect([response.status, requestId]).toEqual([200, "req_9"]);
  expect(await response.json()).toEqual({ tier: "NOMINAL" });

  const raw = await client.score.residual(frame).asResponse();
  expect(await raw.text()).toBe('{"tier":"NOMINAL"}');

  const bytes = await client.score.residual(frame).asBytes();
  expect(new TextDecoder().decode(bytes)).toBe('{"tier":"NOMINAL"}');
});

test("a refusal rejects every form of a result alike", async () => {
  const refused = { status: 404, problem: { code: "vehicle_not_found" } };
  const client = new Plumbline({ fetch: answering(refused, refused, refused, refused).fetch });
  const call = () => client.vehicles.get("veh-1");
  await expect(call()).rejects.toBeInstanceOf(NotFoundError);
  await expect(call().asResponse()).rejects.toBeInstanceOf(NotFoundError);
  await expect(call().withResponse()).rejects.toBeInstanceOf(NotFoundError);
  await expect(call().asBytes()).rejects.toBeInstanceOf(NotFoundError);
});

test("what has not changed is told apart from what cannot be read", async () => {
  const unchanged = { status: 304, headers: { etag: '"a"' } };
  const client = new Plumbline({ fetch: answering(unchanged, unchanged).fetch });
  const options = { headers: { "if-none-match": '"a"' } };
  await expect(client.fleet.queue({}, options)).rejects.toBeInstanceOf(NotModifiedError);
  const response = await client.fleet.queue({}, options).asResponse();
  expect([response.status, response.headers.get("etag")]).toEqual([304, '"a"']);
});

test("a page knows the next one, and a list that names itself as next is not followed for ever", async () => {
  const page = (cursor: string | null, id: string) => ({
    json: { data: [{ vehicle_id: id }], has_more: cursor !== null, next_cursor: cursor },
  });
  const client = new Plumbline({ fetch: answering(page("c1", "a"), page(null, "b")).fetch });
  const first = await client.vehicles.list({ limit: 1 });
  expect(first.data).toMatchObject([{ vehicle_id: "a" }]);
  expect(JSON.stringify(first)).toBe('{"data":[{"vehicle_id":"a"}],"has_more":true,"next_cursor":"c1"}');
  const second = await first.getNextPage();
  expect(second.hasNextPage()).toBe(false);
  expect(() => second.getNextPage()).toThrow(RangeError);

  const circle = new Plumbline({ fetch: answering(page("c1", "a"), page("c1", "a")).fetch });
  const walk = async () => {
    for await (const _ of circle.vehicles.list()) expect(_.vehicle_id).toBe("a");
  };
  await expect(walk()).rejects.toThrow(/names itself as the next page/u);
});

test("what is logged holds no key, no secret and no body, whatever the level", async () => {
  const lines: unknown[] = [];
  const note = (...given: unknown[]) => lines.push(given);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const { fetch } = answering(
    { status: 503, headers: { "set-cookie": "session=hidden1" } },
    { json: { secret: "hidden2" }, headers: { "x-webhook-secret": "hidden3" } },
  );
  const client = new Plumbline({
    fetch,
    logger,
    logLevel: "debug",
    apiKey: "plumb_test_hidden4",
    pause: async () => {},
    defaultHeaders: { cookie: "hidden5", "x-api-key": "hidden6" },
  });
  await client.score.residual({ ...frame, vehicle_id: "hidden7" });
  const text = JSON.stringify(lines);
  expect(text).not.toMatch(/hidden/u);
  expect(text).toContain("POST http://127.0.0.1:8000/v1/score/residual");
  expect(text).toContain('"status":503');
  expect(text).toContain("again in");
});

test("nothing is logged of what goes well, unless NADIR_LOG asks for it", async () => {
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  await new Plumbline({ fetch: answering({ json: {} }).fetch, logger }).health.get();
  expect(lines).toEqual([]);
  vi.stubEnv("NADIR_LOG", "Debug");
  await new Plumbline({ fetch: answering({ json: {} }).fetch, logger }).health.get();
  expect(lines).toHaveLength(2);
});

test("a logger that fails does not fail the call", async () => {
  const fail = () => {
    throw new Error("disk full");
  };
  const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail };
  const client = new Plumbline({ fetch: answering({ json: { a: 1 } }).fetch, logger, logLevel: "debug" });
  expect(await client.health.get()).toEqual({ a: 1 });
});

test.each(["", ".", ".."])("a name of %j is refused, for no path can hold it as a segment", (id) => {
  const { fetch, seen } = answering({ json: {} });
  expect(() => new Plumbline({ fetch }).vehicles.get(id)).toThrow(InvalidArgumentError);
  expect(seen).toEqual([]);
});

test("a tile's slashes are part of its path, and nothing else is", async () => {
  const { fetch, seen } = answering({ text: "x" }, { text: "x" });
  const client = new Plumbline({ fetch });
  expect(await client.log.tile(0, "x001/067.p/17")).toEqual(new TextEncoder().encode("x"));
  expect(seen[0]?.url).toMatch(/\/v1\/log\/tile\/0\/x001\/067\.p\/17$/u);
  await client.evidence.key("sha256:ab");
  expect(seen[1]?.url).toMatch(/\/v1\/evidence\/keys\/sha256%3Aab\.pem$/u);
});

test("the version in the headers is that of the package", () => {
  expect(version).toBe(manifest.version);
});
