import { once } from "node:events";
import { type Socket, connect } from "node:net";

import { afterEach, expect, test } from "vitest";

import { addressGroup } from "./connection-places.ts";
import { type ServerForTests, startServer } from "../server-for-tests.ts";

const limits = { connections: 128, connectionsPerAddress: 64, headersTimeoutMs: 60_000, keepAliveMs: 60_000 };

const opened: Socket[] = [];
const servers: ServerForTests[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.stop();
});

async function start(more: Parameters<typeof startServer>[0] = {}): Promise<ServerForTests> {
  const server = await startServer({ ...limits, ...more });
  servers.push(server);
  return server;
}

/** Opens that many connections from one address and leaves each in the middle of its headers. */
async function crowd(server: ServerForTests, address: string, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port: server.port, host: "127.0.0.1", localAddress: address }),
  );
  opened.push(...sockets);
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    socket.write("GET /health HTTP/1.1\r\nHost: a\r\nA: ");
  }
  await Promise.all(sockets.filter(({ connecting }) => connecting).map((socket) => once(socket, "connect")));
  // Connections are taken in turn: once a later one is answered, the server has decided about each of these.
  await statusFrom(server, "127.0.0.250", "/livez");
  return sockets;
}

function healthFrom(server: ServerForTests, address: string): Promise<string> {
  return statusFrom(server, address, "/health");
}

/** The status of an answer asked for from an address, or "refused". */
async function statusFrom(server: ServerForTests, address: string, path: string): Promise<string> {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: address });
  opened.push(socket);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await once(socket, "close");
  return /^HTTP\/1.1 ([0-9]+)/.exec(text)?.[1] ?? "refused";
}

function alive(sockets: readonly Socket[]): number {
  return sockets.filter((socket) => !socket.destroyed && !socket.closed && socket.readyState === "open")
    .length;
}

test.each([
  ["one address", ["127.0.0.2"]],
  ["two addresses", ["127.0.0.2", "127.0.0.3"]],
  ["sixteen addresses", Array.from({ length: 16 }, (_, at) => `127.0.0.${at + 2}`)],
])(
  "while %s take all they can, others get places and /health answers from anywhere",
  async (_who, addresses) => {
    const server = await start();
    for (const address of addresses) await crowd(server, address, 128);
    for (const address of ["127.0.0.100", "127.0.0.101", ...addresses]) {
      expect(await healthFrom(server, address), address).toBe("200");
    }
    const honest = await crowd(server, "127.0.0.102", 4);
    await expect.poll(() => alive(honest)).toBe(4);
  },
);

test("an address leaves as many places as it takes; its own oldest unused connection makes room for its next", async () => {
  const server = await start();
  const first = await crowd(server, "127.0.0.2", 128);
  await expect.poll(() => alive(first)).toBeLessThanOrEqual(56);
  const held = alive(first);
  expect(held).toBeGreaterThan(50);
  const next = await crowd(server, "127.0.0.2", 5);
  await expect.poll(() => [alive(next), alive(first)]).toEqual([5, held - 5]);
  expect(alive(await crowd(server, "127.0.0.3", 128))).toBeGreaterThanOrEqual(16);
});

test("a connection in the middle of a request is never cut to make room", async () => {
  const server = await start();
  let arrived = 0;
  const gate = Promise.withResolvers<void>();
  server.application.readiness = async () => {
    arrived += 1;
    await gate.promise;
    return { ready: true, checks: { storage: "ok" } };
  };
  const asked = healthFrom(server, "127.0.0.2");
  await expect.poll(() => arrived).toBe(1);
  await crowd(server, "127.0.0.2", 200);
  await crowd(server, "127.0.0.3", 200);
  gate.resolve();
  expect(await asked).toBe("200");
});

test("a connection that gets no place is told so and when to come back, except by /health; none just ends", async () => {
  const server = await start();
  await crowd(server, "127.0.0.2", 60);
  const asked = Array.from({ length: 100 }, () => statusFrom(server, "127.0.0.2", "/v1/log/checkpoint"));
  const statuses = await Promise.all(asked);
  expect(new Set(statuses)).toEqual(new Set(["503"]));
  expect(await healthFrom(server, "127.0.0.2")).toBe("200");
});

test("a proxy named in the settings stands for many clients, and leaves the reserve to others all the same", async () => {
  const server = await start({ proxyAddresses: ["127.0.0.9"] });
  const behindProxy = await crowd(server, "127.0.0.9", 128);
  await expect.poll(() => alive(behindProxy)).toBe(112);
  expect(await healthFrom(server, "127.0.0.100")).toBe("200");
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [undefined, ""],
])("%s counts as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
