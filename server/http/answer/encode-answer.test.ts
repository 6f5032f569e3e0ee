import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw, type ServerForTests, startServer, tagOf } from "../server-for-tests.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import { chooseCoding, encodeAnswer, longLength, smallBytes } from "./encode-answer.ts";
import { immutableAnswer, taggedAnswer, unlessKnown, writtenAnswer } from "./entity-tag.ts";

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
const codings = ["gzip", "br", "zstd"] as const;
const list = { data: Array.from({ length: 200 }, (_, n) => ({ vehicle_id: `véh-${n}`, tier: "NOMINAL" })) };

function encoded(answer: Answer, acceptEncoding: string | undefined, method = "GET") {
  return encodeAnswer(answer, { method, headers: { "accept-encoding": acceptEncoding } });
}

test.each(codings)("a list asked for in %s is that list again, and says so", async (coding) => {
  const { body, headers } = await encoded(jsonAnswer(list), coding);
  expect(JSON.parse(decoders[coding](body).toString())).toEqual(list);
  expect(body.length).toBeLessThan(JSON.stringify(list).length / 4);
  expect(headers).toMatchObject({ "Content-Encoding": coding, Vary: "Accept-Encoding" });
});

test("what was not asked for goes out as it is, and says that it might have been otherwise", async () => {
  const { body, headers } = await encoded(jsonAnswer(list), undefined);
  expect([body, headers]).toEqual([JSON.stringify(list), { Vary: "Accept-Encoding" }]);
});

const text = "a".repeat(smallBytes);
test.each([
  ["a small answer", { status: 200, contentType: "application/json", body: text.slice(1) }],
  ["a refusal", { status: 404, contentType: "application/problem+json", body: text }],
  ["a picture", { status: 200, contentType: "image/png", body: Buffer.from(text) }],
  ["an archive", { status: 200, contentType: "application/zip", body: Buffer.from(text) }],
  [
    "evidence, whose digest is of the bytes that travel",
    immutableAnswer(Buffer.from(text), "application/json"),
  ],
])("%s is never encoded", async (_name, answer: Answer) => {
  expect(await encoded(answer, "gzip, br, zstd")).toBe(answer);
});

test.each(["text/html; charset=utf-8", "application/problem+json", "application/x-ndjson", "image/svg+xml"])(
  "%s is encoded",
  async (contentType) => {
    const { headers } = await encoded({ status: 200, contentType, body: text }, "gzip");
    expect(headers).toMatchObject({ "Content-Encoding": "gzip" });
  },
);

test("a strong tag becomes a weak one, a weak one stays, and 304 says what 200 would", async () => {
  const answer = { ...jsonAnswer(list), headers: { ETag: '"abc"', Vary: "Accept" } };
  const whole = await encoded(answer, "br");
  expect(whole.headers).toMatchObject({ ETag: 'W/"abc"', Vary: "Accept, Accept-Encoding" });
  expect((await encoded(answer, "identity")).headers).toMatchObject({ ETag: '"abc"' });

  const known = unlessKnown(answer, { "if-none-match": 'W/"abc"' });
  expect(await encoded(known, "br")).toMatchObject({ status: 304, headers: whole.headers });

  const weak = taggedAnswer(list);
  expect((await encoded(weak, "br")).headers?.["ETag"]).toBe(weak.headers?.["ETag"]);
});

test("the bytes of a file are encoded once in each coding", async () => {
  const file = { status: 200, contentType: "text/css; charset=utf-8", body: Buffer.from(text) };
  const [one, other] = [await encoded(file, "gzip"), await encoded(file, "gzip")];
  expect(one.body).toBe(other.body);
  expect((await encoded(file, "zstd")).body).not.toEqual(one.body);
});

test.each(codings)("a long text is encoded while it is sent (%s)", async (coding) => {
  const long = "é".repeat(longLength + 1);
  const { openEncoder } = await encoded({ status: 200, contentType: "text/plain", body: long }, coding);
  const encoder = openEncoder?.();
  encoder?.end(long);
  expect(encoder === undefined ? null : decoders[coding](await buffer(encoder)).toString()).toBe(long);
});

test("long bytes that were made for one answer are encoded while they are sent", async () => {
  const json = Buffer.from(JSON.stringify("é".repeat(longLength)));
  const { openEncoder, body } = await encoded(writtenAnswer({ json, sha256: "0".repeat(64) }), "gzip");
  expect([openEncoder !== undefined, body]).toEqual([true, json]);
});

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Head and body as they were sent: `fetch` would decode them. */
async function exchange(path: string, headers: Readonly<Record<string, string>>, method = "GET") {
  const sent = request(server.url + path, { method, headers, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test.each(["/openapi.json", "/docs/swagger-ui-bundle.js", "/schemas/TelemetryFrame.json"])(
  "%s comes over the wire encoded, and whole",
  async (path) => {
    const plain = await exchange(path, {});
    const packed = await exchange(path, { "accept-encoding": "gzip" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(digest(gunzipSync(packed.body))).toBe(digest(plain.body));
  },
);

test("HEAD tells the coding and sends nothing, and the connection goes on", async () => {
  const head = await exchange("/openapi.json", { "accept-encoding": "gzip" }, "HEAD");
  expect([head.status, head.body.length, head.headers["content-encoding"]]).toEqual([200, 0, "gzip"]);
  const { port } = server;
  const two = `HEAD /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  expect((await sendRaw(port, two)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test("a client that has an encoded answer is told 304 with the same tag", async () => {
  const headers = { "accept-encoding": "br" };
  const first = await fetch(`${server.url}/openapi.json`, { headers });
  await first.text();
  const tag = tagOf(first);
  const again = await fetch(`${server.url}/openapi.json`, { headers: { ...headers, "if-none-match": tag } });
  expect([again.status, tagOf(again), again.headers.get("vary")]).toEqual([304, tag, "Accept-Encoding"]);
});

test("a client that leaves in the middle of an encoded answer leaves no fault behind", async () => {
  const faults = server.log.filter(({ level }) => level === "error").length;
  const asked = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n";
  await sendRaw(server.port, asked, { until: "HTTP/1.1 200" });
  await expect.poll(() => fetch(`${server.url}/livez`).then(({ status }) => status)).toBe(200);
  expect(server.log.filter(({ level }) => level === "error")).toHaveLength(faults);
});

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test.each([
  // Nothing was asked.
  [undefined, null],
  ["", null],
  ["identity", null],
  ["deflate", null],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=0.1", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["*", "zstd"],
  ["zstd;q=0.5, br;q=0.8, gzip;q=0.8", "br"],
  ["zstd;q=0, *", "br"],
  ["gzip;q=0.001", "gzip"],
  ["gzip, identity", "gzip"],
  // What is liked less than the bytes as they are is not what was asked for.
  ["gzip;q=0.5, identity", null],
  ["gzip;q=0.5, identity;q=0.4", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["gzip;q=0", null],
  // Everything is excluded: then the bytes as they are, as RFC 9110 12.5.3 recommends.
  ["*;q=0", null],
  ["identity;q=0", null],
  ["gzip;q=0, *;q=0", null],
])("Accept-Encoding %s leads to %s", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});

test("of a list without end only the beginning is read", () => {
  expect(chooseCoding(`${"deflate,".repeat(64)}gzip`)).toBe(null);
});
