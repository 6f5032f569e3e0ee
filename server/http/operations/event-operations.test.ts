import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";

import { streamPositionOf } from "../../../core/contract/stream-position.ts";
import type { Event } from "../../../core/contract/types.ts";
import type { FollowedEvents } from "../../app/events/event-follower.ts";
import { engineerKey, keyNamed, startServer, type ServerForTests } from "../server-for-tests.ts";

let server: ServerForTests;
const leaving: AbortController[] = [];
beforeEach(async () => {
  server = await startServer({ heartbeatMs: 30, streamsPerKey: 3 });
});
afterEach(async () => {
  for (const one of leaving.splice(0)) one.abort();
  await server.stop();
});

const event = (place: bigint, more: object = {}): Event => ({
  id: streamPositionOf(place),
  type: "vehicle.baseline_changed",
  occurred_at: "2026-03-01T08:00:00.000Z",
  recorded_at: "2026-03-01T08:00:00.000Z",
  vehicle_id: "van-1",
  fleet_id: "vans",
  tier: "NOMINAL",
  data: { from: "learning", to: "provisional", frame_seq: Number(place) },
  ...more,
});
const step = (...events: readonly Event[]): FollowedEvents => ({
  gap: null,
  events,
  position: events.at(-1)?.id ?? "",
});

async function open(
  more: { readonly query?: string; readonly headers?: Record<string, string>; readonly key?: string } = {},
) {
  const left = new AbortController();
  leaving.push(left);
  const answer = await fetch(`${server.url}/v1/events${more.query ?? ""}`, {
    headers: {
      Authorization: `Bearer ${more.key ?? engineerKey}`,
      Accept: "text/event-stream",
      ...more.headers,
    },
    signal: left.signal,
  });
  const reading = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isOver = false;
  void (async () => {
    for (;;) {
      const { done, value } = (await reading?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
  })()
    .catch(() => {})
    .finally(() => (isOver = true));
  return { answer, left, text: () => text, isOver: () => isOver };
}

test("events come as the standard has them, with ids, types and data, and quiet times are announced", async () => {
  const stream = await open();
  expect(stream.answer.status).toBe(200);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.answer.headers.get("x-accel-buffering")).toBe("no");
  expect(stream.answer.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(stream.answer.headers.get("content-encoding")).toBeNull();
  await expect.poll(stream.text).toContain(`retry: 2000\nid: ${streamPositionOf(0n)}\n\n`);
  await expect.poll(stream.text).toContain(": quiet\n\n");
  const told = event(7n, { vehicle_id: "van-ü\n" });
  server.application.steps.push(step(event(6n), told));
  await expect
    .poll(stream.text)
    .toContain(`id: ${told.id}\nevent: vehicle.baseline_changed\ndata: ${JSON.stringify(told)}\n\n`);
});

test("a position that moved without an event is told, so that whoever comes back need not read it again", async () => {
  const stream = await open();
  server.application.steps.push({ gap: null, events: [], position: streamPositionOf(9n) });
  await expect.poll(stream.text).toContain(`\n\nid: ${streamPositionOf(9n)}\n\n`);
});

test("a gap is told before what comes after it, and moves the position", async () => {
  const stream = await open();
  const [after, through] = [streamPositionOf(1n), streamPositionOf(5n)];
  server.application.steps.push({ ...step(event(6n)), gap: { after, through } });
  await expect.poll(stream.text).toContain(event(6n).id);
  const text = stream.text();
  const gap = /id: (\S+)\nevent: gap\ndata: (.*)\n\n/.exec(text);
  expect(gap?.[1]).toBe(through);
  expect(JSON.parse(gap?.[2] ?? "")).toMatchObject({ after, resume_after: through });
  expect(text.indexOf("event: gap")).toBeLessThan(text.indexOf(`id: ${event(6n).id}`));
});

test("filters, position and start reach the application; the header wins over the query", async () => {
  const query =
    "?type=breach.opened&type=evidence.issued&vehicle_id=van-1&vehicle_id=van-2&fleet_id=vans&tier=CRITICAL&start=oldest";
  await open({ query: `${query}&after=${streamPositionOf(1n)}` });
  await open({ query: `${query}&after=old`, headers: { "Last-Event-ID": "header" } });
  const asked = {
    types: ["breach.opened", "evidence.issued"],
    vehicleIds: ["van-1", "van-2"],
    fleets: ["vans"],
    tiers: ["CRITICAL"],
    start: "oldest",
  };
  expect(server.application.followed).toEqual([
    { ...asked, position: { after: streamPositionOf(1n), place: { parameter: "after" } } },
    { ...asked, position: { after: "header", place: { header: "Last-Event-ID" } } },
  ]);
});

test.each([
  ["?type=vehicle.exploded", "query_parameter_invalid"],
  ["?typ=breach.opened", "query_parameter_unknown"],
  ["?tier=RED", "query_parameter_invalid"],
  ["?start=yesterday", "query_parameter_invalid"],
])("%s is refused: %s", async (query, code) => {
  const { answer } = await open({ query });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(server.application.followers).toBe(0);
  expect(server.log.at(-1)?.line).toMatchObject({ code });
});

test.each([
  ["application/json", "application/json; no stream, the oldest first", "oldest"],
  ["text/event-stream;q=0.5, application/json", "the client likes JSON better", "oldest"],
])("Accept: %s gives a page (%s)", async (accept, _, start) => {
  const { answer } = await open({ headers: { Accept: accept } });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("etag")).not.toBeNull();
  expect(server.application.followed).toEqual([{ start, limit: 100 }]);
});

test.each(["*/*", "text/event-stream", "text/*"])("Accept: %s gives the stream", async (accept) => {
  const { answer } = await open({ headers: { Accept: accept } });
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
});

test("the stream is never encoded, whatever the client takes", async () => {
  const stream = await open({ headers: { "Accept-Encoding": "gzip, br, zstd" } });
  expect(stream.answer.headers.get("content-encoding")).toBeNull();
});

test("HEAD says what GET would, and opens nothing", async () => {
  const answer = await fetch(`${server.url}/v1/events`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${engineerKey}` },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(server.application.followers).toBe(0);
});

test("a key without the scope is refused", async () => {
  const { answer } = await open({ key: keyNamed("ingest") });
  expect(answer.status).toBe(403);
});

test("more streams than a key may have are refused, and places come back when readers leave", async () => {
  const streams = [await open(), await open(), await open()];
  const refused = await open();
  expect([refused.answer.status, refused.answer.headers.get("retry-after")]).toEqual([429, "5"]);
  await expect.poll(refused.text).toContain("stream_limit_reached");
  streams[0]?.left.abort();
  await expect.poll(() => server.application.followers).toBe(2);
  expect((await open()).answer.status).toBe(200);
});

test("streams leave the place of a request: whoever asks is answered beside them", async () => {
  await server.stop();
  server = await startServer({ requestsInFlight: 2 });
  for (let at = 0; at < 10; at += 1) expect((await open()).answer.status).toBe(200);
  const answer = await fetch(`${server.url}/v1/fleet/health-summary`, {
    headers: { Authorization: `Bearer ${engineerKey}` },
  });
  expect(answer.status).toBe(200);
});

test("a key that is revoked or may do less ends its stream, which says so", async () => {
  const [revoked, limited] = [await open(), await open({ key: keyNamed("operator") })];
  server.application.keys.delete(engineerKey);
  const caller = server.application.keys.get(keyNamed("operator"))!;
  server.application.keys.set(keyNamed("operator"), { ...caller, fleets: ["trucks"] });
  await expect.poll(revoked.isOver, { timeout: 5_000 }).toBe(true);
  await expect.poll(limited.isOver, { timeout: 5_000 }).toBe(true);
  for (const stream of [revoked, limited]) {
    expect(stream.text()).toMatch(/event: end\ndata: \{"reason":"key_ended",.*\n\n$/);
  }
  expect(server.application.followers).toBe(0);
});

test("a stop ends streams in order, which say that the service stops", async () => {
  const streams = [await open(), await open()];
  await server.stop();
  for (const stream of streams) {
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.text()).toMatch(/event: end\ndata: \{"reason":"server_stopping",.*\n\n$/);
  }
});

test("a reader that takes nothing is not read ahead for", async () => {
  const socket = connect({ port: server.port, host: "127.0.0.1" });
  socket.pause();
  socket.write(
    `GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${engineerKey}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  await expect.poll(() => server.application.followers).toBe(1);
  const large = { data: { from: "learning", to: "provisional", frame_seq: 1, more: "x".repeat(100_000) } };
  for (let at = 1n; at <= 400n; at += 1n) server.application.steps.push(step(event(at, large)));
  let left = Infinity;
  await expect
    .poll(
      () => {
        const isSteady = server.application.steps.length === left;
        left = server.application.steps.length;
        return isSteady && left < 400;
      },
      { interval: 200 },
    )
    .toBe(true);
  // What the system's own buffers hold is a few megabytes; the rest waits where it was.
  expect(left).toBeGreaterThan(200);
  socket.destroy();
  await expect.poll(() => server.application.followers).toBe(0);
});
