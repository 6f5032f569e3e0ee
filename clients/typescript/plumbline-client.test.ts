import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import type { TelemetryFrame } from "../../core/contract/types.ts";
import {
  AuthenticationError,
  ConnectionError,
  ProblemError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError,
} from "./errors.ts";
import { PlumblineClient } from "./plumbline-client.ts";
import type { ClientOptions } from "./plumbline-client.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Reply = (response: ServerResponse, seen: Seen) => void;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test("a score carries the key, the frame and an Idempotency-Key that its retry repeats", async () => {
  const { client, seen } = await serviceThatAnswers([drop, json(200, { tier: "NOMINAL" })]);
  expect(await client.scoreResidual(frame)).toEqual({ tier: "NOMINAL" });
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/score/residual", body: JSON.stringify(frame) });
  expect(seen[0]?.headers["authorization"]).toBe("Bearer plumb_test_x");
  const [key, again] = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(key).toMatch(/^[0-9a-f]{32}$/u);
  expect(again).toBe(key);
});

test("two scores have two Idempotency-Keys, unless the caller names one", async () => {
  const { client, seen } = await serviceThatAnswers([json(200, {}), json(200, {}), json(200, {})]);
  await client.scoreResidual(frame);
  await client.scoreResidual(frame);
  await client.scoreResidual(frame, { idempotencyKey: "mine" });
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("mine");
});

test.each([
  [401, "api_key_invalid", AuthenticationError],
  [422, "out_of_range", ValidationError],
  [409, "conflict", ProblemError],
] as const)("status %d is thrown as what it is, at once", async (status, code, kind) => {
  const { client, seen } = await serviceThatAnswers([problem(status, code)]);
  const error = await client.getFleetHealthSummary().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({
    status,
    code,
    requestId: "req_1",
    errors: [{ pointer: "/sensors/lidar_confidence", code, detail: "d" }],
    message: "Title: Detail.",
  });
  expect(seen).toHaveLength(1);
});

test.each([
  [429, "rate_limited", RateLimitError],
  [503, "overloaded", UnavailableError],
  [409, "idempotency_in_progress", ProblemError],
] as const)("status %d %s is tried again, and thrown when it stays", async (status, code, kind) => {
  const patient = await serviceThatAnswers([
    problem(status, code, { "retry-after": "0" }),
    json(200, { total_vehicles: 1 }),
  ]);
  expect(await patient.client.getFleetHealthSummary()).toEqual({ total_vehicles: 1 });

  const refusing = await serviceThatAnswers([problem(status, code, { "retry-after": "0" })]);
  await expect(refusing.client.getFleetHealthSummary()).rejects.toBeInstanceOf(kind);
  expect(refusing.seen).toHaveLength(4);
});

test("Retry-After is waited for, and read in seconds", async () => {
  const { client } = await serviceThatAnswers([
    problem(503, "overloaded", { "retry-after": "1" }),
    json(200, {}),
  ]);
  const timers = vi.spyOn(globalThis, "setTimeout");
  await client.getFleetHealthSummary();
  const pauses = timers.mock.calls.map(([, ms]) => ms);
  timers.mockRestore();
  // A second, and up to a quarter of one more by chance.
  expect(pauses).toContainEqual(expect.toSatisfy((ms: number) => ms >= 1_000 && ms <= 1_250));
});

test("an address without a listener is a ConnectionError that names the address and the reason", async () => {
  const client = clientOf({ baseUrl: "http://127.0.0.1:1", retries: 0 });
  const error = await client.getHealth().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toMatch(/GET http:\/\/127\.0\.0\.1:1\/health/u);
});

test("a silent service is a TimeoutError", async () => {
  const { baseUrl } = await serviceThatAnswers([() => {}]);
  const client = clientOf({ baseUrl, timeoutMs: 50, retries: 0 });
  await expect(client.getHealth()).rejects.toBeInstanceOf(TimeoutError);
});

test("a service that cannot commit still reports its health", async () => {
  const { client, seen } = await serviceThatAnswers([json(503, { status: "unavailable" })]);
  expect(await client.getHealth()).toEqual({ status: "unavailable" });
  expect(seen).toHaveLength(1);
});

test("an abort ends the call with the caller's own reason, also while it waits to try again", async () => {
  const { client, seen } = await serviceThatAnswers([problem(503, "overloaded", { "retry-after": "30" })]);
  const stop = new AbortController();
  const call = client.getFleetHealthSummary({}, { signal: stop.signal });
  // Refused once, it waits the thirty seconds it was asked to.
  await expect.poll(() => seen.length).toBe(1);
  stop.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  expect(seen).toHaveLength(1);
});

test("an answer that is not of the contract says so instead of failing on its text", async () => {
  const page: Reply = (response) => response.setHeader("content-type", "text/html").end("<p>router</p>");
  const { client } = await serviceThatAnswers([page]);
  await expect(client.getHealth()).rejects.toThrow(UnexpectedAnswerError);
});

test("lists are read page after page, and repeated filters are repeated parameters", async () => {
  const { client, seen } = await serviceThatAnswers([
    json(200, { data: [{ vehicle_id: "a" }, { vehicle_id: "b" }], has_more: true, next_cursor: "c1" }),
    json(200, { data: [{ vehicle_id: "c" }], has_more: false, next_cursor: null }),
  ]);
  const ids: string[] = [];
  for await (const { vehicle_id: id } of client.eachVehicle({ tier: ["CAUTION", "CRITICAL"] })) ids.push(id);
  expect(ids).toEqual(["a", "b", "c"]);
  expect(seen.map(({ url }) => url)).toEqual([
    "/v1/vehicles?tier=CAUTION&tier=CRITICAL",
    "/v1/vehicles?tier=CAUTION&tier=CRITICAL&cursor=c1",
  ]);
});

test("a stream goes out in groups, and its tally and faults count over the whole", async () => {
  const fault = { index: 1, line: 2, code: "member_missing", pointer: "/timestamp", detail: "d" };
  const { client, seen } = await serviceThatAnswers([
    json(200, batch({ ingested: 2 })),
    json(207, batch({ ingested: 1, rejected: 1, errors: [fault] })),
    problem(422, "batch_rejected", {}, batch({ rejected: 1, errors: [{ ...fault, index: 0, line: 1 }] })),
  ]);
  const acknowledged: number[] = [];
  const progress = await client.ingestStream([frame, "", frame, frame, "{}", new Uint8Array([0xff])], {
    groupFrames: 2,
    onProgress: ({ lines }) => acknowledged.push(lines),
  });
  const line = JSON.stringify(frame);
  expect(seen.map(({ body }) => body)).toEqual([`${line}\n\n${line}\n`, `${line}\n{}\n`, "\uFFFD\n"]);
  expect(acknowledged).toEqual([3, 5, 6]);
  expect(progress).toMatchObject({ lines: 6, ingested: 3, duplicate: 0, rejected: 2 });
  expect(progress.bytes).toBe(3 * (line.length + 1) + 1 + 3 + 2);
  expect(progress.errors).toEqual([
    { ...fault, index: 3, line: 5 },
    { ...fault, index: 4, line: 6 },
  ]);
});

test("a resumed stream passes over what is stored and still counts lines from the start", async () => {
  const fault = { index: 0, line: 1, code: "c", pointer: "", detail: "d" };
  const { client, seen } = await serviceThatAnswers([
    json(207, batch({ ingested: 1, rejected: 1, errors: [fault] })),
  ]);
  const progress = await client.ingestStream(["one", "two", "three", "four"], { skipLines: 2 });
  expect(seen.map(({ body }) => body)).toEqual(["three\nfour\n"]);
  expect(progress).toMatchObject({ lines: 4, errors: [{ line: 3, index: 2 }] });
});

test("the address and the key come from the environment when they are not given", async () => {
  const { baseUrl, seen } = await serviceThatAnswers([json(200, {})]);
  process.env["NADIR_BASE_URL"] = `${baseUrl}/`;
  process.env["NADIR_API_KEY"] = "plumb_test_env";
  try {
    await new PlumblineClient().getWorkQueue({ limit: 3 });
  } finally {
    delete process.env["NADIR_BASE_URL"];
    delete process.env["NADIR_API_KEY"];
  }
  expect(seen[0]).toMatchObject({ url: "/v1/fleet/queue?limit=3" });
  expect(seen[0]?.headers["authorization"]).toBe("Bearer plumb_test_env");
});

const frame: TelemetryFrame = {
  vehicle_id: "veh-1",
  timestamp: "2026-01-05T08:00:00Z",
  sensors: { radar_range_bias_m: 0.02 },
};

function batch(counts: {
  readonly ingested?: number;
  readonly rejected?: number;
  readonly errors?: readonly object[];
}): object {
  const { ingested = 0, rejected = 0, errors = [] } = counts;
  return { frames_ingested: ingested, frames_duplicate: 0, frames_rejected: rejected, errors };
}

const drop: Reply = (response) => response.destroy();

function json(status: number, value: unknown): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
}

function problem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
): Reply {
  const value = {
    type: "/problems/x",
    title: "Title",
    status,
    detail: "Detail.",
    instance: "/requests/req_1",
    code,
    request_id: "req_1",
    errors: [{ pointer: "/sensors/lidar_confidence", code, detail: "d" }],
    ...more,
  };
  return (response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Answers in turn; the last reply is repeated. */
async function serviceThatAnswers(replies: readonly Reply[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const here: Seen = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(here);
      replies[Math.min(seen.length, replies.length) - 1]?.(response, here);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const baseUrl = `http://127.0.0.1:${port}`;
  return { baseUrl, seen, client: clientOf({ baseUrl }) };
}

function clientOf(options: ClientOptions): PlumblineClient {
  return new PlumblineClient({ apiKey: "plumb_test_x", random: () => 0, ...options });
}
