import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { afterEach, expect, test } from "vitest";

import { APIAbortError, AuthenticationError, GoneError, APIConnectionError } from "../errors.ts";
import type { Event, EventGap } from "../generated/contract.ts";
import { Plumbline } from "../plumbline.ts";
import type { StreamOptions, StreamQuery } from "./follow-events.ts";

type Connection = (response: ServerResponse, request: IncomingMessage) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service whose connections go as they are listed, one after another; the last is repeated. */
async function serviceOf(...connections: readonly Connection[]) {
  const seen: { readonly url: string; readonly lastId: string | undefined; readonly accept: string }[] = [];
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    seen.push({ url, lastId: headers["last-event-id"] as string | undefined, accept: headers.accept ?? "" });
    connections[Math.min(seen.length, connections.length) - 1]!(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const waits: number[] = [];
  const client = new Plumbline({
    baseUrl: `http://127.0.0.1:${port}`,
    logLevel: "off",
    random: () => 0,
    pause: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  });
  return { client, seen, waits };
}

const text = (id: string, type = "breach.opened") =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type })}\n\n`;

const says =
  (...chunks: readonly string[]): Connection =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const chunk of chunks) response.write(chunk);
  };
const saysAndEnds =
  (...chunks: readonly string[]): Connection =>
  (response, request) => {
    says(...chunks)(response, request);
    response.end();
  };
const saysAndBreaks =
  (...chunks: readonly string[]): Connection =>
  (response, request) => {
    says(...chunks)(response, request);
    // Once it is on its way: an aborted answer takes what was not written with it.
    response.write("", () => response.destroy());
  };
const refuses =
  (status: number, code: string, headers: Record<string, string> = {}): Connection =>
  (response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(JSON.stringify({ type: "/problems/x", title: "T", status, detail: "D.", code }));
  };

async function take(
  count: number,
  client: Plumbline,
  { query = {}, options = {} }: { readonly query?: StreamQuery; readonly options?: StreamOptions } = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const event of client.events.stream(query, options)) {
    if (ids.push(event.id) === count) break;
  }
  return ids;
}

test("events come one by one, filtered as asked, and the connection is closed when nobody asks for more", async () => {
  let closed = false;
  const { client, seen } = await serviceOf((response, request) => {
    response.on("close", () => (closed = true));
    says(text("evt_1"), text("evt_2"), text("evt_3"))(response, request);
  });
  const query = { type: ["breach.opened"], vehicle_id: ["a", "b"], start: "oldest" } as const;
  expect(await take(2, client, { query })).toEqual(["evt_1", "evt_2"]);
  expect(seen[0]).toMatchObject({
    url: "/v1/events?type=breach.opened&vehicle_id=a&vehicle_id=b&start=oldest",
    lastId: undefined,
  });
  expect(seen[0]?.accept).toMatch(/^text\/event-stream, application\/problem\+json$/u);
  await expect.poll(() => closed).toBe(true);
});

test("a lost connection goes on after the last event that was taken, without the position it began at", async () => {
  const half = text("evt_4").slice(0, 20);
  const { client, seen, waits } = await serviceOf(
    saysAndBreaks("retry: 50\nid: evt_0\n\n", text("evt_1"), text("evt_2") + half),
    saysAndEnds(text("evt_3")),
    refuses(503, "overloaded", { "retry-after": "7" }),
    (response) => response.destroy(),
    says(text("evt_4")),
  );
  const query = { after: "evt_given", tier: ["CRITICAL"] } as const;
  expect(await take(4, client, { query })).toEqual(["evt_1", "evt_2", "evt_3", "evt_4"]);
  expect(seen.map(({ lastId }) => lastId)).toEqual([undefined, "evt_2", "evt_3", "evt_3", "evt_3"]);
  expect(seen.map(({ url }) => url)).toEqual([
    "/v1/events?tier=CRITICAL&after=evt_given",
    ...Array.from({ length: 4 }, () => "/v1/events?tier=CRITICAL"),
  ]);
  expect(waits).toEqual([50, 50, 7_000, 200]);
});

test("an event split over many chunks, even within a letter, is one event", async () => {
  const event = { id: "evt_1", type: "vehicle.silent", vehicle_id: "Zürich-1" };
  const bytes = Buffer.from(`id: evt_1\r\nevent: vehicle.silent\r\ndata: ${JSON.stringify(event)}\r\n\r\n`);
  const { client } = await serviceOf((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const write = (at: number) => {
      response.write(bytes.subarray(at, at + 1));
      if (at + 1 < bytes.length) setImmediate(write, at + 1);
    };
    write(0);
  });
  for await (const got of client.events.stream()) {
    expect(got).toEqual(event);
    break;
  }
});

test("a quiet stream moves on: it is resumed where it said it was, not where the last event was", async () => {
  const { client, seen } = await serviceOf(
    saysAndEnds(text("evt_1"), ": quiet\n\n", "id: evt_7\n\n"),
    says(text("evt_8")),
  );
  expect(await take(2, client)).toEqual(["evt_1", "evt_8"]);
  expect(seen[1]?.lastId).toBe("evt_7");
});

test("a gap is told, is no event, and the stream goes on behind it", async () => {
  const gap = { after: "evt_1", resume_after: "evt_5", detail: "d" };
  const gaps: EventGap[] = [];
  const { client, seen } = await serviceOf(
    saysAndEnds(`id: evt_5\nevent: gap\ndata: ${JSON.stringify(gap)}\n\n`),
    says(text("evt_6")),
  );
  const options = { onGap: (told: EventGap) => gaps.push(told) };
  expect(await take(1, client, { options })).toEqual(["evt_6"]);
  expect(gaps).toEqual([gap]);
  expect(seen[1]?.lastId).toBe("evt_5");
});

test("a service that says it stops is asked again, a key that has ended is not", async () => {
  const end = 'event: end\ndata: {"reason":"server_stopping","detail":"d"}\n\n';
  const { client } = await serviceOf(saysAndEnds(text("evt_1"), end), refuses(401, "api_key_invalid"));
  const ids: string[] = [];
  const read = async () => {
    for await (const event of client.events.stream()) ids.push(event.id);
  };
  await expect(read()).rejects.toBeInstanceOf(AuthenticationError);
  expect(ids).toEqual(["evt_1"]);
});

test("a position that is gone is thrown", async () => {
  const { client } = await serviceOf(refuses(410, "stream_position_expired"));
  await expect(take(1, client, { query: { after: "evt_1" } })).rejects.toBeInstanceOf(GoneError);
});

test("the first connection is tried as often as any call; a stream that was open is opened again for ever", async () => {
  const away = await serviceOf((response) => response.destroy());
  await expect(take(1, away.client)).rejects.toBeInstanceOf(APIConnectionError);
  expect(away.seen).toHaveLength(3);

  const cut: Connection = (response) => response.destroy();
  const back = await serviceOf(
    saysAndEnds(text("evt_1")),
    ...Array.from({ length: 9 }, () => cut),
    says(text("evt_2")),
  );
  expect(await take(2, back.client)).toEqual(["evt_1", "evt_2"]);
  expect(back.waits.slice(0, 6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test("what is no stream, such as the page of a strange network, is none of ours", async () => {
  const page: Connection = (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>");
  const { client, seen } = await serviceOf(page, page, says(text("evt_1")));
  expect(await take(1, client)).toEqual(["evt_1"]);
  expect(seen).toHaveLength(3);
});

test("a stream that says nothing at all is opened anew", async () => {
  const { client, seen } = await serviceOf(says(text("evt_1")), says(text("evt_2")));
  expect(await take(2, client, { options: { idleTimeoutMs: 50 } })).toEqual(["evt_1", "evt_2"]);
  expect(seen[1]?.lastId).toBe("evt_1");
});

test("an abort ends it with the caller's reason: while it listens, and while it waits", async () => {
  const reason = new Error("enough");
  for (const connection of [says(text("evt_1")), saysAndEnds(text("evt_1"))]) {
    const { client } = await serviceOf(connection);
    const stop = new AbortController();
    const read = async () => {
      for await (const event of client.events.stream({}, { signal: stop.signal })) {
        expect(event.id).toBe("evt_1");
        setImmediate(() => stop.abort(reason));
      }
    };
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(APIAbortError);
    expect((error as Error).cause).toBe(reason);
  }
});

test.each([
  ["that is not JSON", "id: evt_1\nevent: breach.opened\ndata: {\n\n", /not JSON/u],
  ["without end", `data: ${"x".repeat(2 << 20)}`, /more than 1048576 characters/u],
])("an event %s is thrown: asked again, the service would say the same", async (_, said, message) => {
  const { client, seen } = await serviceOf(says(said));
  await expect(take(1, client)).rejects.toThrow(message);
  expect(seen).toHaveLength(1);
});

test("events that are there come as a list, page after page", async () => {
  const page =
    (id: string, more: boolean): Connection =>
    (response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: [{ id }], has_more: more, next_cursor: id }));
    };
  const { client, seen } = await serviceOf(page("evt_1", true), page("evt_2", false));
  const events: Event[] = [];
  for await (const event of client.events.list({ type: ["breach.opened"] })) events.push(event);
  expect(events.map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
  expect(seen.map(({ url }) => url)).toEqual([
    "/v1/events?type=breach.opened",
    "/v1/events?type=breach.opened&after=evt_1",
  ]);
  expect(seen[0]?.accept).toMatch(/^application\/json/u);
});
