import { type Socket, connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ServerForTests, engineerKey, frameNumber, startServer } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer({
    headersTimeoutMs: 300,
    requestTimeoutMs: 300,
    keepAliveMs: 300,
    connections: 40,
    connectionsPerAddress: 30,
  });
});
afterAll(() => server.stop());

function open(bytes: string): {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<unknown>;
} {
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(bytes);
  return { socket, received: () => text, closed: new Promise((resolve) => socket.once("close", resolve)) };
}

const head = `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;

test("headers that do not come are cut off with a problem", async () => {
  const slow = open("GET /health HTTP/1.1\r\nHost: a\r\nA: ");
  await slow.closed;
  expect(slow.received()).toMatch(/^HTTP\/1.1 400 .*\r\n/);
  expect(slow.received()).toContain("did not arrive in time");
});

test("a body that does not come is answered and cut off", async () => {
  const slow = open(`${head}{`);
  const dripping = setInterval(() => slow.socket.write(" "), 50);
  await expect.poll(slow.received).toContain("The body did not arrive in time");
  clearInterval(dripping);
  slow.socket.end();
  await slow.closed;
  expect(slow.received()).toMatch(/^HTTP\/1.1 400 /);
});

test("honest requests pass beside a crowd of slow ones, and places are bounded", async () => {
  const crowd = Array.from({ length: 29 }, () => open("GET /health HTTP/1.1\r\nHost: a\r\nA: "));
  const answer = await fetch(`${server.url}/health`, { headers: { connection: "close" } });
  expect(answer.status).toBe(200);
  const surplus = open("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
  const another = open("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
  await Promise.race([surplus.closed, another.closed]);
  for (const { socket } of [...crowd, surplus, another]) socket.destroy();
  const asked = (): Promise<number> =>
    fetch(`${server.url}/health`, { headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(asked).toBe(200);
});

test("a connection that idles is closed", async () => {
  const idle = open("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
  await idle.closed;
  expect(idle.received()).toMatch(/^HTTP\/1.1 200 /);
});

test("what the client is not to blame for is not held against it: a long commit", async () => {
  server.application.beforeWrite = () => new Promise((resolve) => setTimeout(resolve, 700));
  const response = await fetch(`${server.url}/v1/telemetry/ingest`, {
    method: "POST",
    headers: { authorization: `Bearer ${engineerKey}`, "content-type": "application/x-ndjson" },
    body: JSON.stringify(frameNumber(1)),
  });
  expect(response.status).toBe(200);
});

test.each([
  ["in its body", head],
  ["in a chunked body", head.replace("Content-Length: 1000", "Transfer-Encoding: chunked") + "a\r\n{"],
  ["in a gzip body", head.replace("Content-Length", "Content-Encoding: gzip\r\nContent-Length")],
  [
    "in its stream",
    `${head.replace("application/json", "application/x-ndjson")}${JSON.stringify(frameNumber(1))}\n`,
  ],
])("a client that leaves %s is no fault of ours, and no failed request", async (_where, bytes) => {
  server.log.length = 0;
  server.application.lookups.length = 0;
  const leaving = open(bytes);
  // Its key is asked for just before its body is read.
  await expect.poll(() => server.application.lookups.length).toBe(1);
  leaving.socket.destroy();
  await expect.poll(() => server.log.length).toBeGreaterThan(0);
  expect(server.log).toMatchObject([{ level: "info", line: { status: 499, code: "client_gone" } }]);
});
