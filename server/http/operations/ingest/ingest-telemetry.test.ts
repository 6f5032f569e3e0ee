import { connect } from "node:net";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { Problem } from "../../../../core/contract/types.ts";
import {
  type ServerForTests,
  engineerKey,
  frameNumber,
  keyNamed,
  sendRaw,
  startServer,
} from "../../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.application.frames.length = 0;
});

const json = "application/json";
const ndjson = "application/x-ndjson";

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly body: Record<string, unknown>;
}

async function ingest(
  body: string | Uint8Array<ArrayBuffer>,
  more: {
    readonly type?: string;
    readonly coding?: string;
    readonly query?: string;
    readonly key?: string;
  } = {},
): Promise<Sent> {
  const response = await fetch(`${server.url}/v1/telemetry/ingest${more.query ?? ""}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${more.key ?? engineerKey}`,
      "content-type": more.type ?? json,
      ...(more.coding !== undefined && { "content-encoding": more.coding }),
    },
    body,
  });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, body: JSON.parse(await response.text()) };
}

function linesOf(count: number, from = 0): string {
  return Array.from({ length: count }, (_, n) => `${JSON.stringify(frameNumber(from + n))}\n`).join("");
}

test("one frame is answered with exactly the members of the contract", async () => {
  const { status, body } = await ingest(JSON.stringify(frameNumber(1)));
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["vehicle_id", "status", "frames_ingested", "fleet_tier", "timestamp"]);
  expect((await ingest(JSON.stringify(frameNumber(1)))).body).toMatchObject({
    status: "duplicate",
    frames_ingested: 0,
  });
});

test("the frame's text is kept exactly as it was sent", async () => {
  const text = JSON.stringify(frameNumber(1), null, 1);
  await ingest(`  ${text}\n`);
  await ingest(`[ ${text} , ${JSON.stringify(frameNumber(2))}]`);
  await ingest(` ${JSON.stringify(frameNumber(3))} \r\n`, { type: ndjson });
  expect(server.application.frames.map(({ raw }) => raw)).toEqual([
    text,
    JSON.stringify(frameNumber(2)),
    JSON.stringify(frameNumber(3)),
  ]);
});

test.each([
  ["an array", json, (frames: object[]) => JSON.stringify(frames)],
  ["an object of frames", json, (frames: object[]) => JSON.stringify({ frames })],
  ["NDJSON", ndjson, (frames: object[]) => frames.map((frame) => `${JSON.stringify(frame)}\n`).join("")],
])("%s is a batch, even with one frame in it", async (_form, type, write) => {
  const { status, body } = await ingest(write([frameNumber(1)]), { type });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "accepted",
    frames_ingested: 1,
    frames_rejected: 0,
    vehicles: 1,
    errors: [],
  });
});

test.each([
  ["an empty array", json, "[]"],
  ["empty frames", json, '{"frames":[]}'],
  ["only blank lines", ndjson, "\n \r\n\t\n"],
])("%s is an empty batch", async (_form, type, text) => {
  expect(await ingest(text, { type })).toMatchObject({
    status: 422,
    type: "application/problem+json",
    body: { code: "batch_empty" },
  });
});

test("frames at fault do not keep the others out, and are named by place and reason", async () => {
  const { status, body } = await ingest(
    JSON.stringify([frameNumber(1), frameNumber(2, { timestamp: "now" }), frameNumber(3)]),
  );
  expect(status).toBe(207);
  expect(body).toMatchObject({ status: "partial", frames_ingested: 2, frames_rejected: 1 });
  expect(body["errors"]).toEqual([
    { index: 1, code: "timestamp_invalid", pointer: "/timestamp", detail: expect.any(String) as string },
  ]);
});

test("a batch of which nothing can be taken is a problem with the counts of a batch", async () => {
  const { status, type, body } = await ingest('[{},{"vehicle_id":1}]');
  expect([status, type]).toEqual([422, "application/problem+json"]);
  expect(body).toMatchObject({
    type: "/problems/validation-error",
    status: 422,
    code: "batch_rejected",
    frames_ingested: 0,
    frames_duplicate: 0,
    frames_rejected: 2,
    errors_truncated: false,
  });
});

test("only the first hundred faults are listed, and the answer says so", async () => {
  const { body } = await ingest(JSON.stringify([...Array.from({ length: 150 }, () => ({})), frameNumber(1)]));
  expect(body).toMatchObject({ frames_rejected: 150, frames_ingested: 1, errors_truncated: true });
  expect(body["errors"]).toHaveLength(100);
});

test.each([
  ["JSON", json, (frames: object[]) => JSON.stringify(frames)],
  ["NDJSON", ndjson, (frames: object[]) => frames.map((frame) => JSON.stringify(frame)).join("\n")],
])("on_error=abort takes all of a %s batch or nothing", async (_form, type, write) => {
  const refused = await ingest(write([frameNumber(1), {}]), { type, query: "?on_error=abort" });
  expect(refused).toMatchObject({
    status: 422,
    body: { code: "batch_rejected", frames_ingested: 0, frames_rejected: 1 },
  });
  expect(server.application.frames).toEqual([]);
  const taken = await ingest(write([frameNumber(1), frameNumber(2)]), { type, query: "?on_error=abort" });
  expect(taken).toMatchObject({ status: 200, body: { frames_ingested: 2 } });
});

test("more than 10 000 frames in one JSON body are too many, and so they are for on_error=abort", async () => {
  const many = `[${"0,".repeat(10_000)}0]`;
  expect(await ingest(many)).toMatchObject({ status: 413, body: { code: "too_many_frames" } });
  const lines = "0\n".repeat(10_001);
  expect(await ingest(lines, { type: ndjson, query: "?on_error=abort" })).toMatchObject({
    status: 413,
    body: { code: "too_many_frames" },
  });
});

test("NDJSON has no frame limit and is committed in groups", async () => {
  const groups: number[] = [];
  const ingestBatch = server.application.ingestBatch.bind(server.application);
  server.application.ingestBatch = (caller, group, ask) => {
    groups.push(group.frames.length);
    return ingestBatch(caller, group, ask);
  };
  const { status, body } = await ingest(linesOf(2_500), { type: ndjson });
  server.application.ingestBatch = ingestBatch;
  expect([status, body["frames_ingested"]]).toEqual([200, 2_500]);
  expect(groups).toEqual([1_000, 1_000, 500]);
});

test("lines: a byte order mark, CR, blank lines, broken and oversized ones", async () => {
  const text = [
    `\ufeff${JSON.stringify(frameNumber(0))}\r`,
    "",
    '{"vehicle_id":',
    `{"x":"${"y".repeat(65_536)}"}`,
    '{"vehicle_id":"a","vehicle_id":"a"}',
    JSON.stringify(frameNumber(1)),
  ].join("\n");
  const { status, body } = await ingest(text, { type: ndjson });
  expect(status).toBe(207);
  expect(body).toMatchObject({ frames_ingested: 2, frames_rejected: 3 });
  expect(Array.from(Object(body["errors"]), (error: object) => ({ ...error, detail: "" }))).toEqual([
    { index: 1, line: 3, code: "json_syntax", pointer: "/vehicle_id", detail: "" },
    { index: 2, line: 4, code: "line_too_long", pointer: "", detail: "" },
    { index: 3, line: 5, code: "duplicate_member", pointer: "/vehicle_id", detail: "" },
  ]);
});

test("a line that is not UTF-8 is that line's fault", async () => {
  const bad = Buffer.concat([
    Buffer.from('{"vehicle_id":"'),
    Buffer.from([0xff]),
    Buffer.from('"}\n'),
    Buffer.from(linesOf(1)),
  ]);
  expect(await ingest(bad, { type: ndjson })).toMatchObject({
    status: 207,
    body: { errors: [{ index: 0, line: 1, code: "utf8_invalid" }] },
  });
});

const codings = [
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const;

test.each(codings)("%s is decoded, for JSON and NDJSON", async (coding, compress) => {
  expect(await ingest(compress(Buffer.from(JSON.stringify(frameNumber(1)))), { coding })).toMatchObject({
    status: 200,
  });
  expect(await ingest(compress(Buffer.from(linesOf(300, 2))), { coding, type: ndjson })).toMatchObject({
    status: 200,
    body: { frames_ingested: 300 },
  });
});

test.each(codings)(
  "%s that is none, cut off, or followed by something is damaged",
  async (coding, compress) => {
    const good = compress(Buffer.from(JSON.stringify(frameNumber(1))));
    for (const bytes of [
      Buffer.from("{}"),
      good.subarray(0, -4),
      Buffer.concat([good, Buffer.from("{}")]),
      Buffer.alloc(1),
    ]) {
      const { status, body } = await ingest(bytes, { coding });
      expect([status, body["code"]]).toEqual([400, "content_coding_damaged"]);
    }
    expect(server.application.frames).toEqual([]);
  },
);

test.each(codings)(
  "a bomb in %s is stopped by its ratio, long before it is unpacked",
  async (coding, compress) => {
    const bomb = compress(Buffer.alloc(16 * 1024 * 1024, 0x20));
    for (const type of [json, ndjson]) {
      const { status, body } = await ingest(bomb, { coding, type });
      expect([status, body["code"]]).toEqual([413, "decompression_ratio_exceeded"]);
    }
  },
);

test("what compresses well but is small is no bomb", async () => {
  const small = gzipSync(
    Buffer.concat([Buffer.from(JSON.stringify(frameNumber(1))), Buffer.alloc(900_000, 0x20)]),
  );
  expect(await ingest(small, { coding: "gzip" })).toMatchObject({ status: 200 });
});

test.each(["gzip, gzip", "deflate", "compress", "identity, gzip"])(
  "Content-Encoding %s is not taken",
  async (coding) => {
    expect(await ingest("{}", { coding })).toMatchObject({
      status: 415,
      body: { code: "content_coding_unsupported" },
    });
  },
);

test("a body over 64 MiB is too large, also when it does not say so before", async () => {
  const head = `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = Buffer.concat([
    Buffer.from("400000\r\n"),
    Buffer.alloc(4 * 1024 * 1024, 0x20),
    Buffer.from("\r\n"),
  ]);
  const received = await sendRaw(
    server.port,
    [head, ...Array.from({ length: 17 }, () => chunk), "0\r\n\r\n"],
    { untilMs: 10_000 },
  );
  expect(received).toMatch(/^HTTP\/1.1 413 /);
  expect(received).toContain("body_too_large");
});

test("a damaged stream keeps its complete lines and says where it broke", async () => {
  const compressed = gzipSync(Buffer.from(linesOf(5_000)));
  const { status, body } = await ingest(compressed.subarray(0, Math.floor(compressed.length / 2)), {
    coding: "gzip",
    type: ndjson,
  });
  expect(status).toBe(207);
  expect(body["frames_ingested"]).toBe(server.application.frames.length);
  expect(server.application.frames.length).toBeGreaterThan(1_000);
  expect(body["errors"]).toMatchObject([
    { code: "content_coding_damaged", index: server.application.frames.length },
  ]);
});

test("a connection that is cut leaves any prefix of its lines, and the server well", async () => {
  const head = `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: ${ndjson}\r\nContent-Length: 99999999\r\n\r\n`;
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  socket.write(head + linesOf(2_100));
  await expect.poll(() => server.application.frames.length).toBeGreaterThanOrEqual(1_000);
  socket.destroy();
  await expect.poll(() => server.log.at(-1)).toMatchObject({ line: { code: "client_gone" } });
  const timestamps = server.application.frames.map(({ timestampUs }) => timestampUs);
  expect(timestamps).toEqual(Array.from(timestamps, (_, n) => (Date.UTC(2026, 2, 1) + n * 1_000) * 1_000));
  expect((await ingest(linesOf(2_100), { type: ndjson })).status).toBe(200);
});

test.each([
  ["", null],
  [" of a key limited to fleets, too,", ["vans"]],
])("while a group is being committed one more%s waits for it, and no third is sent", async (_, fleets) => {
  const underWay = 2;
  const key = keyNamed("limited");
  server.application.keys.set(key, {
    organisation: "org",
    keyId: "limited",
    scopes: ["telemetry:write"],
    fleets,
  });
  const gate = Promise.withResolvers<void>();
  server.application.beforeWrite = () => gate.promise;
  const ingestBatch = server.application.ingestBatch.bind(server.application);
  let groups = 0;
  server.application.ingestBatch = (caller, group, ask) => {
    groups += 1;
    return ingestBatch(caller, group, ask);
  };
  const sending = ingest(linesOf(10_000), { type: ndjson, key });
  await expect.poll(() => groups).toBe(underWay);
  for (let round = 0; round < 20; round += 1) await fetch(`${server.url}/livez`);
  expect([groups, server.application.frames.length]).toEqual([underWay, 0]);
  server.application.beforeWrite = async () => {};
  server.application.frames.push = () => 0;
  gate.resolve();
  expect((await sending).body).toMatchObject({ frames_ingested: 10_000 });
  expect(groups).toBe(11);
  Reflect.deleteProperty(server.application.frames, "push");
  server.application.ingestBatch = ingestBatch;
});

test("reading waits while a group is being committed", async () => {
  let commits = 0;
  const gate = Promise.withResolvers<void>();
  server.application.beforeWrite = () => {
    commits += 1;
    return gate.promise;
  };
  const sending = ingest(linesOf(60_000), { type: ndjson });
  await expect.poll(() => commits).toBe(1);
  // What else comes in is answered meanwhile, and the second group is not taken.
  for (let round = 0; round < 20; round += 1) await fetch(`${server.url}/livez`);
  expect(commits).toBe(1);
  expect(server.application.frames.length).toBe(0);
  server.application.beforeWrite = async () => {};
  server.application.frames.push = () => 0;
  gate.resolve();
  expect((await sending).body).toMatchObject({ frames_ingested: 60_000 });
  Reflect.deleteProperty(server.application.frames, "push");
});

test.each([
  ["text/plain", 415],
  ["application/json; charset=utf-16", 415],
  ["application/json; charset=UTF-8", 200],
  ["APPLICATION/JSON", 200],
  ["application/json\t;\tcharset=utf-8", 200],
  ["application/json-patch+json", 415],
  ["application/jsonx", 415],
])("Content-Type %s is answered %i", async (type, status) => {
  expect((await ingest(JSON.stringify(frameNumber(1)), { type })).status).toBe(status);
});

test("415 says what is taken", async () => {
  const response = await fetch(`${server.url}/v1/telemetry/ingest`, {
    method: "POST",
    headers: { authorization: `Bearer ${engineerKey}`, "content-type": "text/csv" },
    body: "a,b",
  });
  expect(response.headers.get("accept-post")).toBe("application/json, application/x-ndjson");
  const problem: Problem = JSON.parse(await response.text());
  expect(problem.errors).toMatchObject([{ header: "content-type" }]);
});
