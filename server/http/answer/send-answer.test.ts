import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";

import { openExchange } from "../exchange.ts";
import type { Answer } from "./answer.ts";
import { sendAnswer } from "./send-answer.ts";

const server = createServer();
afterEach(() => {
  server.removeAllListeners("request");
  server.close();
});

/** The headers of an answer as they arrive, besides those that Node writes by itself. */
async function sentHeaders(answer: Partial<Answer>, isLast = false): Promise<readonly string[]> {
  server.on("request", (incoming, outgoing) => {
    const sources = { nowUs: () => 0, randomHex: (bytes: number) => "0f".repeat(bytes) };
    const exchange = openExchange(incoming, outgoing, { sources, expectsContinue: false });
    const whole = { status: 200, contentType: "text/plain", body: "ä", ...answer };
    void sendAnswer(exchange, whole, { isLast });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  return [...headers]
    .map(([name, value]) => `${name}: ${value}`)
    .filter((line) => !/^(date|keep)/.test(line));
}

const usual = [
  "cache-control: no-store",
  "connection: keep-alive",
  "content-length: 2",
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  "content-type: text/plain",
  "cross-origin-resource-policy: same-origin",
  "referrer-policy: no-referrer",
  `traceparent: 00-${"0f".repeat(16)}-${"0f".repeat(8)}-00`,
  "x-content-type-options: nosniff",
  `x-request-id: req_${"0f".repeat(12)}`,
];

test("every answer says what it is, whose it is, and that nothing is to be guessed at", async () => {
  expect(await sentHeaders({})).toEqual(usual);
});

test("what an answer says itself stands in the place of the usual", async () => {
  const headers = { "Cache-Control": "private", ETag: '"a"' };
  const expected = usual.with(0, "cache-control: private").toSpliced(7, 0, 'etag: "a"');
  expect((await sentHeaders({ headers })).toSorted()).toEqual(expected.toSorted());
});

test("that the connection ends is said once, by whomever", async () => {
  const headers = { Connection: "close" };
  expect(await sentHeaders({ headers }, true)).toEqual(usual.with(1, "connection: close"));
});

test("a connection may be ended by the answer alone", async () => {
  const headers = { Connection: "close" };
  expect(await sentHeaders({ headers })).toEqual(usual.with(1, "connection: close"));
});

test("an answer without a body says nothing of one", async () => {
  const lines = await sentHeaders({ status: 304 });
  expect(lines).toEqual(
    usual.filter((line) => !line.startsWith("content-length") && !line.startsWith("content-type")),
  );
});
