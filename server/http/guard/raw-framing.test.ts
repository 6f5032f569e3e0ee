import { afterAll, beforeAll, expect, test } from "vitest";

import { type ServerForTests, engineerKey, frameNumber, sendRaw, startServer } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const body = JSON.stringify(frameNumber(1));
const head = `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: application/json\r\n`;

const attacks: readonly (readonly [string, string])[] = [
  ["two Host lines", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["no Host", "GET /health HTTP/1.1\r\n\r\n"],
  ["HTTP/0.9", "GET /health\r\n\r\n"],
  ["an HTTP/2.0 line", "GET /health HTTP/2.0\r\nHost: a\r\n\r\n"],
  ["HTTP/1.2", "GET /health HTTP/1.2\r\nHost: a\r\n\r\n"],
  ["101 headers", `GET /health HTTP/1.1\r\nHost: a\r\n${"A: b\r\n".repeat(100)}\r\n`],
  ["3,000 headers", `GET /health HTTP/1.1\r\nHost: a\r\n${"A: b\r\n".repeat(3_000)}\r\n`],
  ["headers of a megabyte", `GET /health HTTP/1.1\r\nHost: a\r\nA: ${"b".repeat(1_000_000)}\r\n\r\n`],
  ["a line of a megabyte", `GET /${"b".repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ["a length besides chunks", `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["two lengths", `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nnull`],
  ["a negative length", `${head}Content-Length: -4\r\n\r\nnull`],
  ["a length with a sign", `${head}Content-Length: +4\r\n\r\nnull`],
  ["a length in hexadecimal", `${head}Content-Length: 0x4\r\n\r\nnull`],
  ["a length list", `${head}Content-Length: 4, 4\r\n\r\nnull`],
  ["a transfer coding that hides", `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["chunked not last", `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ["a bad chunk size", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nnull\r\n0\r\n\r\n`],
  ["a chunk that is longer than it says", `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nnull\r\n0\r\n\r\n`],
  ["an obsolete fold", "GET /health HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\n\r\n"],
  ["a bare CR in a header", "GET /health HTTP/1.1\r\nHost: a\r\nA: b\rc\r\n\r\n"],
  ["a NUL in a header", "GET /health HTTP/1.1\r\nHost: a\r\nA: b\0c\r\n\r\n"],
  ["a blank before the colon", "GET /health HTTP/1.1\r\nHost: a\r\nA : b\r\n\r\n"],
  ["a header without a name", "GET /health HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"],
  [
    "two keys",
    `GET /v1/vehicles HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nAuthorization: Bearer x\r\n\r\n`,
  ],
  ["no request at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
];

test.each(attacks)("%s is refused as a problem and closes the connection", async (_what, bytes) => {
  const received = await sendRaw(server.port, bytes);
  expect(received).toMatch(/^HTTP\/1.1 400 /);
  expect(received).toMatch(/^content-type: application\/problem\+json\r$/im);
  expect(received).toMatch(/^connection: close\r$/im);
  const problem: Record<string, unknown> = JSON.parse(received.slice(received.indexOf("\r\n\r\n") + 4));
  expect(problem).toMatchObject({ type: "/problems/malformed-request", status: 400 });
  expect(problem["instance"]).toBe(`/requests/${String(problem["request_id"])}`);
  expect(server.application.frames).toEqual([]);
});

test("nothing after a refused head is taken for another request", async () => {
  const smuggled = `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const received = await sendRaw(server.port, smuggled);
  expect(received.match(/^HTTP\/1.1 /gm)).toHaveLength(1);
  expect(server.application.frames).toEqual([]);
});

test("requests one behind the other on one connection are answered in their order", async () => {
  const received = await sendRaw(
    server.port,
    "GET /livez HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\n\r\nGET /nope HTTP/1.1\r\nHost: a\r\nX-Request-Id: two\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: three\r\n\r\n",
  );
  expect([...received.matchAll(/^x-request-id: (\w+)\r$/gim)].map(([, id]) => id)).toEqual([
    "one",
    "two",
    "three",
  ]);
});

test("an absolute form and HTTP/1.0 are understood", async () => {
  expect(
    await sendRaw(server.port, "GET http://a/livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
  ).toMatch(/^HTTP\/1.1 200 /);
  expect(await sendRaw(server.port, "GET /livez HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
});

test("a body in chunks is read as one", async () => {
  const chunked = Array.from(body, (character) => `1\r\n${character}\r\n`).join("");
  const received = await sendRaw(
    server.port,
    `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`,
  );
  expect(received).toMatch(/^HTTP\/1.1 200 /);
  server.application.frames.length = 0;
});

test("who waits for 100 is not invited before its head has passed", async () => {
  const waiting = `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
  const refused = await sendRaw(server.port, `${head.replace(engineerKey, "x")}${waiting}`, {
    isHalfOpen: true,
  });
  expect(refused).toMatch(/^HTTP\/1.1 401 /);
  const invited = await sendRaw(server.port, `${head}Connection: close\r\n${waiting}`, {
    until: "100 Continue\r\n\r\n",
  });
  expect(invited).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
});

test("the sender of a body that is too large sees the 413, not a reset", async () => {
  const sent = `${head}Content-Length: 67108865\r\n\r\n`;
  const megabyte = Buffer.alloc(1024 * 1024, 0x20);
  const received = await sendRaw(server.port, [sent, ...Array.from({ length: 64 }, () => megabyte), " "], {
    untilMs: 10_000,
  });
  expect(received).toMatch(/^HTTP\/1.1 413 /);
  expect(received).toContain("body_too_large");
});

test.each(["200-ok", "100-continue, 200-ok", "x100-continue", "100-continue;q=1", ""])(
  "Expect: %s is answered with 417, and nothing of the body is read",
  async (expectation) => {
    const waiting = `Content-Length: ${body.length}\r\nExpect: ${expectation}\r\n\r\n${body}`;
    const received = await sendRaw(server.port, `${head}${waiting}`);
    expect(received).toMatch(/^HTTP\/1.1 417 Expectation Failed\r\n/);
    expect(received).not.toContain("100 Continue");
    expect(received).toMatch(/^connection: close\r$/im);
    const problem: Record<string, unknown> = JSON.parse(received.slice(received.indexOf("\r\n\r\n") + 4));
    expect(problem).toMatchObject({
      type: "/problems/expectation-failed",
      code: "expectation_failed",
      errors: [{ header: "expect", code: "expectation_failed" }],
    });
    expect(server.application.frames).toEqual([]);
  },
);

test("100-Continue is known in any case, and HTTP/1.0 expects nothing", async () => {
  const waiting = `Content-Length: ${body.length}\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n${body}`;
  expect(await sendRaw(server.port, `${head}${waiting}`)).toMatch(
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/,
  );
  server.application.frames.length = 0;
  const old = `GET /livez HTTP/1.0\r\nExpect: 200-ok\r\n\r\n`;
  expect(await sendRaw(server.port, old)).toMatch(/^HTTP\/1.1 200 /);
});
