import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createRawServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";

import { readAddressRule } from "./address-rule.ts";
import { Outgoing } from "./outgoing.ts";
import { OutgoingConnections, postMessage } from "./post-message.ts";
import { resolveTarget } from "./resolve-target.ts";

const development = readAddressRule([], true)!;
const strict = readAddressRule([], false)!;
const noMail = { smtpUrl: null, from: "", domains: [] };
const times = { connectMs: 300, totalMs: 600, bodyMs: 200 };
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(server: Server | ReturnType<typeof createRawServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function outgoing(settings: Partial<ConstructorParameters<typeof Outgoing>[0]> = {}): Outgoing {
  const made = new Outgoing({ rule: development, mail: noMail, times, ...settings });
  closing.push(() => made.close());
  return made;
}

async function sendTo(listener: RequestListener, body = "{}") {
  const port = await listening(createServer(listener));
  const message = { url: `http://127.0.0.1:${port}/hook`, headers: { "webhook-id": "evt_1" }, body };
  return outgoing().send({ kind: "http", message });
}

test("a message arrives as it is, and 2xx is the end of it", async () => {
  let seen: { body: string; headers: IncomingMessage["headers"] } | undefined;
  const outcome = await sendTo((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      seen = { body: Buffer.concat(pieces).toString(), headers: request.headers };
      response.writeHead(202).end("thanks\u0000\u202E");
    });
  }, '{"name":"Zürich"}');
  expect(seen?.body).toBe('{"name":"Zürich"}');
  expect(seen?.headers["webhook-id"]).toBe("evt_1");
  expect(outcome).toMatchObject({ status: 202, error: null, response: "thanks\uFFFD\uFFFD" });
});

test.each([
  [301, "redirect_refused"],
  [400, "status_refused"],
  [500, "status_refused"],
])("status %i is %s, and no redirect is followed", async (status, error) => {
  let requests = 0;
  const outcome = await sendTo((_, response) => {
    requests += 1;
    response.writeHead(status, { location: "/other" }).end("no");
  });
  expect(outcome).toMatchObject({ status, error, response: "no", isGone: false, retryAfterS: null });
  expect(requests).toBe(1);
});

test("410 says that the receiver is gone", async () => {
  expect(await sendTo((_, response) => response.writeHead(410).end())).toMatchObject({ isGone: true });
});

test("Retry-After is read as seconds and as a date", async () => {
  const asking = (value: string) =>
    sendTo((_, response) => response.writeHead(503, { "retry-after": value }).end());
  expect((await asking("120")).retryAfterS).toBe(120);
  const { retryAfterS } = await asking(new Date(Date.now() + 90_000).toUTCString());
  expect(retryAfterS).toBeGreaterThan(80);
  expect(retryAfterS).toBeLessThanOrEqual(90);
  expect((await asking("soon")).retryAfterS).toBeNull();
  expect((await asking(new Date(0).toUTCString())).retryAfterS).toBe(0);
});

test("a receiver that never answers costs the time of an attempt and no more", async () => {
  expect(await sendTo(() => {})).toMatchObject({ status: null, error: "timeout" });
});

test("a status is enough: neither an endless answer nor one that stops is waited for", async () => {
  const endless = await sendTo((_, response) => {
    response.writeHead(200);
    const fill = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", fill);
    };
    fill();
  });
  expect(endless).toMatchObject({ status: 200, error: null });
  expect(endless.response).toHaveLength(512);
  const stopped = await sendTo((_, response) => {
    response.writeHead(200, { "content-length": "10" }).write("half");
  });
  expect(stopped).toMatchObject({ status: 200, error: null, response: "half" });
});

test("what is no HTTP, a cut connection and a closed port are told apart from answers", async () => {
  const answering = async (answer: (socket: Socket) => void) => {
    const port = await listening(createRawServer((socket) => socket.once("data", () => answer(socket))));
    const message = { url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" };
    return outgoing().send({ kind: "http", message });
  };
  expect(await answering((socket) => socket.end("SSH-2.0-OpenSSH\r\n"))).toMatchObject({
    error: "answer_broken",
  });
  expect(await answering((socket) => socket.destroy())).toMatchObject({ error: "connection_failed" });
  const port = await listening(createRawServer());
  closing.pop()?.();
  const message = { url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" };
  await expect
    .poll(async () => outgoing().send({ kind: "http", message }))
    .toMatchObject({ error: "connection_failed" });
});

test("a connection the receiver has closed meanwhile costs no attempt", async () => {
  const server = createServer((_, response) => response.writeHead(200).end());
  const port = await listening(server);
  const sender = outgoing();
  const message = { url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" };
  expect(await sender.send({ kind: "http", message })).toMatchObject({ error: null });
  server.closeAllConnections();
  expect(await sender.send({ kind: "http", message })).toMatchObject({ error: null });
});

test("only checked addresses are connected to: the name is not looked up a second time", async () => {
  const port = await listening(createServer((_, response) => response.writeHead(200).end("here")));
  const connections = new OutgoingConnections();
  closing.push(() => connections.close());
  // The name exists nowhere, so that any look-up of it would fail.
  const url = new URL(`http://receiver.invalid:${port}/`);
  const addresses = [{ address: "127.0.0.1", family: 4 }] as const;
  const outcome = await postMessage(
    { url: url.href, headers: {}, body: "{}" },
    { url, addresses },
    { connections },
  );
  expect(outcome).toMatchObject({ status: 200, response: "here" });
});

test("a name that first leads outside and then inside is refused when it does, and never connected to", async () => {
  let connections = 0;
  const port = await listening(createRawServer(() => (connections += 1)));
  const answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:7f00:1"], []];
  const sender = outgoing({ rule: strict, resolveName: async () => answers.shift() ?? [] });
  const url = `https://rebinding.example:${port}/`;
  expect(await sender.checkTarget(url, "standard")).toBeNull();
  for (const _ of [1, 2, 3, 4]) {
    const outcome = await sender.send({ kind: "http", message: { url, headers: {}, body: "{}" } });
    expect(outcome).toMatchObject({ status: null, error: "address_refused" });
  }
  expect(connections).toBe(0);
});

test.each([
  ["http://example.com/", "https"],
  ["ftp://example.com/", "https"],
  ["https://user@example.com/", "user"],
  ["https://:secret@example.com/", "password"],
  ["https://example.com/#part", "fragment"],
  ["https://example.com:22/", "port"],
  ["https://example.com:444/", "port"],
  ["https://127.0.0.1/", "public"],
  ["https://2130706433/", "public"],
  ["https://0x7f.1/", "public"],
  ["https://0177.0.0.1/", "public"],
  ["https://127.1/", "public"],
  ["https://[::1]/", "public"],
  ["https://[::ffff:169.254.169.254]/", "public"],
  ["https://169.254.169.254/latest/meta-data", "public"],
  ["https://localhost/", "public"],
  ["https://a.localhost./", "public"],
  ["https://１２７.0.0.1/", "public"],
  ["not an address", "not an address"],
  ["https://", "not an address"],
])("%s is refused", async (url, why) => {
  const resolution = await resolveTarget(url, strict, async () => []);
  expect(resolution).toMatchObject({ kind: "refused", detail: expect.stringContaining(why) });
});

test("https to a public address is taken, on port 443 and on high ones", async () => {
  const resolve = async () => ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"];
  for (const url of ["https://example.com/x?y=1", "https://example.com:8443/", "https://93.184.216.34/"])
    expect(await resolveTarget(url, strict, resolve)).toMatchObject({ kind: "resolved" });
});

test("a name that does not exist and one of the operator's own network are refused with the same words", async () => {
  const detail = async (addresses: readonly string[]) =>
    resolveTarget("https://name.example/", strict, async () => addresses);
  expect(await detail([])).toEqual(await detail(["10.0.0.1"]));
  const failing = async () => {
    throw new Error("SERVFAIL");
  };
  expect(await resolveTarget("https://name.example/", strict, failing)).toEqual(await detail([]));
});

test("a host or network the operator opened is taken, over https alone", async () => {
  const rule = readAddressRule(["10.1.0.0/16"], false)!;
  expect(await resolveTarget("https://inside.example/", rule, async () => ["10.1.2.3"])).toMatchObject({
    kind: "resolved",
  });
  expect(await resolveTarget("http://10.1.2.3/", rule)).toMatchObject({ kind: "refused" });
});
