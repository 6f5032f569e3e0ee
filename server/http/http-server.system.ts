import { connect } from "node:net";

import { expect, test } from "vitest";

import { engineerKey, frameNumber, sendRaw, startServer } from "./server-for-tests.ts";

const headers = { authorization: `Bearer ${engineerKey}`, "content-type": "application/json" };

test("requests that were taken are finished, nothing new is taken, and readiness is 503 on new connections too", async () => {
  const server = await startServer();
  const gate = Promise.withResolvers<void>();
  server.application.beforeWrite = () => gate.promise;
  const taken = Array.from({ length: 50 }, (_, n) =>
    fetch(`${server.url}/v1/score/residual`, {
      method: "POST",
      headers,
      body: JSON.stringify(frameNumber(n)),
    }),
  );
  await expect.poll(() => server.application.lookups.length).toBe(50);
  const stopping = server.stop();
  const asked = async (path: string) => fetch(`${server.url}${path}`, { headers: { connection: "close" } });
  const readiness = await asked("/readyz");
  expect([readiness.status, readiness.headers.get("connection")]).toEqual([503, "close"]);
  expect(await readiness.json()).toMatchObject({ checks: { server: "stopping" } });
  expect((await asked("/livez")).status).toBe(200);
  const late = await fetch(`${server.url}/v1/score/residual`, { method: "POST", headers, body: "{}" });
  expect(late.status).toBe(503);
  expect(await late.json()).toMatchObject({ code: "overloaded" });
  gate.resolve();
  const answers = await Promise.all(taken);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.headers.get("connection")))).toEqual(new Set(["close"]));
  await stopping;
  await expect(asked("/readyz")).rejects.toThrow();
  expect(server.application.frames).toHaveLength(50);
});

test("on a connection that is open already, readiness is 503 and other requests are sent elsewhere", async () => {
  const server = await startServer();
  const gate = Promise.withResolvers<void>();
  server.application.beforeWrite = () => gate.promise;
  const body = JSON.stringify(frameNumber(1));
  const post = `POST /v1/score/residual HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const later = `GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const first = sendRaw(server.port, post, { isHalfOpen: true });
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\nGET /rea");
  await expect.poll(() => received).toContain('"ok"');
  await expect.poll(() => server.application.lookups.length).toBe(1);
  const stopping = server.stop();
  socket.write(later.slice("GET /rea".length));
  await expect.poll(() => received).toContain('"server":"stopping"');
  gate.resolve();
  expect(await first).toMatch(/^HTTP\/1.1 200 /);
  await stopping;
});

test("a stream without an end is brought to one, and what it sent before is kept", async () => {
  const server = await startServer();
  const head = `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const lines = Array.from({ length: 1_200 }, (_, n) => `${JSON.stringify(frameNumber(n))}\n`).join("");
  const chunk = `${Buffer.byteLength(lines).toString(16)}\r\n${lines}\r\n`;
  const stream = sendRaw(server.port, [head, chunk], { isHalfOpen: true, untilMs: 60_000 });
  await expect.poll(() => server.application.frames.length).toBe(1_000);
  await server.stop();
  expect(await stream).toMatch(/^HTTP\/1.1 503 [^]*The server is stopping/);
});

test.concurrent.each([
  { path: "/v1/telemetry/ingest", type: "application/json", body: '{"vehicle_id":' },
  { path: "/v1/telemetry/ingest", type: "application/x-ndjson", body: '{"vehicle_id":' },
  { path: "/v1/telemetry/ingest?on_error=abort", type: "application/x-ndjson", body: '{"vehicle_id":' },
  { path: "/v1/score/residual", type: "application/json", body: "{" },
  { path: "/v1/evidence/verify", type: "application/json", body: "" },
])("a client stuck in its $type body to $path is answered before it is cut", async ({ path, type, body }) => {
  const server = await startServer();
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${engineerKey}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n`;
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.write(head);
  const invitation = "HTTP/1.1 100 Continue\r\n\r\n";
  await expect.poll(() => received).toBe(invitation);
  socket.write(body);
  await server.stop();
  const answer = received.slice(invitation.length);
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toMatch(/^Connection: close\r$/im);
  expect(answer).toContain('"code":"overloaded"');
  expect(answer).toContain("The server is stopping");
});
