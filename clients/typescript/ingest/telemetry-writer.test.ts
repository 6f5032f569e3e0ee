import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { answering, type Answering } from "../answering-for-tests.ts";
import { AuthenticationError, InvalidArgumentError, PlumblineError } from "../errors.ts";
import type { BatchIngestResult, TelemetryFrame } from "../generated/contract.ts";
import { Plumbline } from "../plumbline.ts";
import { MemorySpool } from "./memory-spool.ts";
import type { TelemetryWriter } from "./telemetry-writer.ts";
import type { Drop, WriterOptions } from "./writer-options.ts";

const taken = (frames: number, more: Partial<BatchIngestResult> = {}) => ({
  json: {
    status: "accepted",
    frames_ingested: frames,
    frames_duplicate: 0,
    frames_rejected: 0,
    fleet_tier: "NOMINAL",
    vehicles: 1,
    errors: [],
    errors_truncated: false,
    request_id: "req_1",
    ...more,
  },
});

function frame(number: number): TelemetryFrame {
  return {
    vehicle_id: `veh-${number}`,
    timestamp: "2026-01-05T08:00:00Z",
    sensors: { radar_range_bias_m: 0 },
  };
}

interface Started {
  readonly writer: TelemetryWriter;
  readonly seen: ReturnType<typeof answering>["seen"];
  readonly waits: number[];
  readonly drops: Drop[];
}

/** The client's own retries are off, so that an answer is what the writer sees. */
function start(answers: readonly Answering[], options: WriterOptions = {}): Started {
  const { fetch, seen } = answering(...answers);
  const waits: number[] = [];
  const drops: Drop[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  const client = new Plumbline({ fetch, pause, maxRetries: 0, random: () => 0, logLevel: "off" });
  const given = { flushMs: 1_000_000, onDrop: (drop: Drop) => drops.push(drop), gzip: false, ...options };
  return { writer: client.telemetry.writer(given), seen, waits, drops };
}

function vehiclesIn(body: unknown): readonly string[] {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => (JSON.parse(line) as TelemetryFrame).vehicle_id);
}

test("frames leave in groups by number, in their order, and the rest when the writer is closed", async () => {
  const { writer, seen } = start([taken(2), taken(2), taken(1)], { flushFrames: 2 });
  for (let number = 0; number < 5; number += 1) expect(await writer.write(frame(number))).toBe(true);
  expect(await writer.close()).toEqual({
    written: 5,
    ingested: 5,
    duplicate: 0,
    rejected: 0,
    dropped: 0,
    kept: 0,
  });
  expect(seen.map(({ body }) => vehiclesIn(body))).toEqual([
    ["veh-0", "veh-1"],
    ["veh-2", "veh-3"],
    ["veh-4"],
  ]);
  expect(seen[0]?.headers.get("content-type")).toBe("application/x-ndjson");
  // Frames count once: a group a second of each vehicle would soon use up the answers a service keeps for repeats.
  expect(seen.map(({ headers }) => headers.has("idempotency-key"))).toEqual([false, false, false]);
});

test("closing waits for a group that is being sealed already, however long the disk takes", async () => {
  const spool = new MemorySpool();
  const seal = spool.seal.bind(spool);
  spool.seal = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await seal();
  };
  const { writer, seen } = start([taken(2)], { spool, flushFrames: 2 });
  await writer.write(frame(0));
  await writer.write(frame(1));
  expect(await writer.close()).toMatchObject({ written: 2, ingested: 2, kept: 0 });
  expect(seen).toHaveLength(1);
});

test("writes that nobody awaited keep their order", async () => {
  const { writer, seen } = start([taken(50)]);
  for (let number = 0; number < 50; number += 1) void writer.write(frame(number));
  await writer.close();
  expect(vehiclesIn(seen[0]?.body)).toEqual(Array.from({ length: 50 }, (_, number) => `veh-${number}`));
});

test("a group leaves when it is large enough", async () => {
  const { writer, seen } = start([taken(1), taken(1)], { flushBytes: 10 });
  await writer.write(frame(1));
  await writer.write(frame(2));
  await writer.close();
  expect(seen).toHaveLength(2);
});

test("a group leaves when it is old enough, and an idle writer sends nothing", async () => {
  const { writer, seen } = start([taken(1)], { flushMs: 5 });
  expect(seen).toHaveLength(0);
  await writer.write(frame(1));
  await expect.poll(() => seen.length).toBe(1);
  await writer.close();
  expect(seen).toHaveLength(1);
});

test("groups are compressed where that is asked for", async () => {
  const { writer, seen } = start([taken(1)], { gzip: true });
  await writer.write(frame(7));
  await writer.close();
  expect(seen[0]?.headers.get("content-encoding")).toBe("gzip");
  expect(vehiclesIn(gunzipSync(seen[0]?.body as Uint8Array))).toEqual(["veh-7"]);
});

test("flush resolves when what was written before is acknowledged", async () => {
  const { writer } = start([taken(1), taken(1)]);
  await writer.write(frame(1));
  await writer.flush();
  expect(writer.tally).toMatchObject({ ingested: 1, kept: 0 });
  await writer.flush();
  await writer.write(frame(2));
  expect(writer.tally.kept).toBe(1);
  await writer.close();
});

test("a service that is away is asked again, with longer and longer waits, until it takes the group", async () => {
  const told: number[] = [];
  const { writer, seen, waits } = start(
    [
      { status: 503, problem: { code: "overloaded" } },
      { status: 502, text: "<html>" },
      { status: 429, problem: { code: "rate_limited" }, headers: { "retry-after": "90" } },
      taken(1),
    ],
    { onRetry: (_, waitMs) => told.push(waitMs) },
  );
  await writer.write(frame(1));
  expect(await writer.close()).toMatchObject({ ingested: 1, kept: 0 });
  expect(waits).toEqual([1_000, 2_000, 90_000]);
  expect(told).toEqual(waits);
  expect(new Set(seen.map(({ body }) => vehiclesIn(body).join()))).toEqual(new Set(["veh-1"]));
});

test("what stands between, such as the page of a strange network, is waited out and not taken for the service", async () => {
  const { writer, waits } = start([
    { text: "<html>please log in</html>", headers: { "content-type": "text/html" } },
    { status: 403, text: "<html>" },
    { status: 302, headers: { location: "https://portal.example" } },
    taken(1),
  ]);
  await writer.write(frame(1));
  expect(await writer.close()).toMatchObject({ ingested: 1 });
  expect(waits).toHaveLength(3);
});

test("frames that are rejected are handed back with the reason, the others count", async () => {
  const fault = { index: 1, line: 2, code: "out_of_range", pointer: "/sensors", detail: "d" };
  const { writer, drops } = start([
    taken(2, { status: "partial", frames_rejected: 1, errors: [fault] }),
    {
      status: 422,
      problem: {
        code: "batch_rejected",
        frames_ingested: 0,
        frames_duplicate: 0,
        frames_rejected: 3,
        errors: [{ ...fault, index: 0, line: 1 }],
      },
    },
    // What is not named yet is sent again, until it is; this service never names the last.
    taken(0, { status: "partial", frames_rejected: 2, errors: [{ ...fault, index: 1, line: 2 }] }),
    taken(0, { status: "partial", frames_rejected: 1, errors: [] }),
  ]);
  for (const number of [1, 2, 3]) await writer.write(frame(number));
  await writer.flush();
  for (const number of [4, 5, 6]) await writer.write(frame(number));
  expect(await writer.close()).toMatchObject({ ingested: 2, rejected: 4, dropped: 4, kept: 0 });
  expect(drops).toEqual([
    { reason: "rejected", frames: 1, frame: JSON.stringify(frame(2)), fault },
    {
      reason: "rejected",
      frames: 1,
      frame: JSON.stringify(frame(4)),
      fault: { ...fault, index: 0, line: 1 },
    },
    {
      reason: "rejected",
      frames: 1,
      frame: JSON.stringify(frame(6)),
      fault: { ...fault, index: 2, line: 3 },
    },
    { reason: "rejected", frames: 1, frame: null, fault: null },
  ]);
});

test("each of the frames that are rejected is named, however many; what was taken meanwhile counts once", async () => {
  const isBad = (vehicle: string) => Number(vehicle.slice(4)) % 4 !== 0;
  const counted = new Set<string>();
  const drops: Drop[] = [];
  const client = new Plumbline({
    logLevel: "off",
    fetch: async (_, init) => {
      const vehicles = vehiclesIn(init?.body);
      const good = vehicles.filter((vehicle) => !isBad(vehicle));
      const fresh = good.filter((vehicle) => !counted.has(vehicle));
      for (const vehicle of fresh) counted.add(vehicle);
      const faults = vehicles.flatMap((vehicle, index) =>
        isBad(vehicle)
          ? [{ index, line: index + 1, code: "out_of_range", pointer: "", detail: vehicle }]
          : [],
      );
      const more = {
        frames_duplicate: good.length - fresh.length,
        frames_rejected: faults.length,
        errors: faults.slice(0, 100),
      };
      return Response.json(taken(fresh.length, more).json);
    },
  });
  const writer = client.telemetry.writer({
    flushMs: 1_000_000,
    gzip: false,
    onDrop: (drop) => drops.push(drop),
  });
  for (let number = 0; number < 1_000; number += 1) await writer.write(frame(number));
  expect(await writer.close()).toMatchObject({ ingested: 250, duplicate: 0, rejected: 750, dropped: 750 });
  expect(drops.map((drop) => drop.frames)).toEqual(Array.from({ length: 750 }, () => 1));
  expect(drops.every(({ frame: text, fault }) => text?.includes(`"${fault?.detail}"`))).toBe(true);
  expect(new Set(drops.map(({ frame: text }) => text)).size).toBe(750);
  expect(drops.at(-1)?.fault).toMatchObject({ index: 999, line: 1_000 });
});

test("full storage is waited out, and drops nothing", async () => {
  const fault = { index: 0, line: 1, code: "stored_bytes_limit_reached", pointer: "", detail: "d" };
  const counts = { frames_ingested: 0, frames_duplicate: 0, frames_rejected: 1, errors: [fault] };
  const { writer, seen, waits, drops } = start([
    {
      status: 507,
      problem: { code: "stored_bytes_limit_reached", ...counts },
      headers: { "retry-after": "60" },
    },
    taken(1),
  ]);
  await writer.write(frame(1));
  expect(await writer.close()).toMatchObject({ ingested: 1, rejected: 0, dropped: 0, kept: 0 });
  expect([seen.length, waits, drops]).toEqual([2, [60_000], []]);
});

test("a refusal for good stops the writer: writing, flushing and closing say why", async () => {
  const { writer, seen, drops } = start([{ status: 401, problem: { code: "api_key_invalid" } }]);
  await writer.write(frame(1));
  await expect(writer.flush()).rejects.toBeInstanceOf(AuthenticationError);
  await expect(writer.write(frame(2))).rejects.toBeInstanceOf(AuthenticationError);
  await expect(writer.close()).rejects.toBeInstanceOf(AuthenticationError);
  expect(seen).toHaveLength(1);
  expect(drops).toEqual([{ reason: "closed", frames: 1, frame: null, fault: null }]);
});

test("a full writer lets nobody write until there is room, and loses nothing", async () => {
  const { writer, release, seen } = held();
  const written: number[] = [];
  const writing = (async () => {
    for (let number = 0; number < 6; number += 1) {
      await writer.write(large(number));
      written.push(number);
    }
  })();
  await expect.poll(() => seen()).toBe(1);
  await expect.poll(() => written.length).toBe(2);
  expect(writer.tally.kept).toBe(2);
  release();
  await writing;
  expect(await writer.close()).toMatchObject({ written: 6, ingested: 6, dropped: 0, kept: 0 });
});

test("a full writer that may drop says which frame it dropped", async () => {
  const drops: Drop[] = [];
  const { writer, release, seen } = held({ whenFull: "drop", onDrop: (drop) => drops.push(drop) });
  expect(await writer.write(large(1))).toBe(true);
  expect(await writer.write(large(2))).toBe(true);
  expect(await writer.write(large(3))).toBe(false);
  expect(drops).toEqual([{ reason: "full", frames: 1, frame: JSON.stringify(large(3)), fault: null }]);
  await expect.poll(() => seen()).toBe(1);
  release();
  expect(await writer.close()).toMatchObject({ written: 2, ingested: 2, dropped: 1 });
});

test("what cannot be sent in time is dropped at the close, and the close says so", async () => {
  const { writer, drops } = start(["silence"]);
  await writer.write(frame(1));
  await expect(writer.close({ timeoutMs: 20 })).rejects.toThrow(/1 frames were not sent/u);
  expect(drops).toEqual([{ reason: "closed", frames: 1, frame: null, fault: null }]);
});

test("a writer that is closed takes nothing more, and closes once", async () => {
  const { writer } = start([]);
  await writer.close();
  await expect(writer.write(frame(1))).rejects.toBeInstanceOf(PlumblineError);
  await expect(writer.close()).rejects.toThrow(/closed already/u);
});

test("whoever waited for room when the writer was closed still gets it", async () => {
  const { writer, release } = held();
  await writer.write(large(1));
  await writer.write(large(2));
  const waiting = writer.write(large(3));
  const closing = writer.close();
  release();
  expect(await waiting).toBe(true);
  expect(await closing).toMatchObject({ ingested: 3 });
});

test("whoever waits for room that does not come in time is told, and not left waiting", async () => {
  const { writer } = held();
  await writer.write(large(1));
  await writer.write(large(2));
  const waiting = writer.write(large(3)).catch((error: unknown) => error);
  await expect(writer.close({ timeoutMs: 20 })).rejects.toThrow(/2 frames were not sent/u);
  expect(String(await waiting)).toMatch(/before there was room/u);
});

test("a callback that fails stops nothing", async () => {
  const onDrop = () => {
    throw new Error("mine");
  };
  const fault = { index: 0, line: 1, code: "c", pointer: "", detail: "d" };
  const { writer } = start([taken(0, { frames_rejected: 1, errors: [fault] }), taken(1)], { onDrop });
  await writer.write(frame(1));
  await writer.flush();
  await writer.write(frame(2));
  expect(await writer.close()).toMatchObject({ ingested: 1, rejected: 1 });
});

test("a frame too long for a line, and limits that cannot be, are refused at once", async () => {
  const { writer } = start([]);
  const long = { ...frame(1), metadata: { note: "x".repeat(70_000) } };
  await expect(writer.write(long)).rejects.toBeInstanceOf(InvalidArgumentError);
  await writer.close();
  expect(() => start([], { maxBytes: 1_000 })).toThrow(/maxBytes is 1000/u);
  expect(() => start([], { flushFrames: 0 })).toThrow(/flushFrames is 0/u);
});

/** A writer with room for two large frames, whose service answers nothing until it is released. */
function held(options: WriterOptions = {}) {
  const released = Promise.withResolvers<void>();
  let requests = 0;
  const client = new Plumbline({
    logLevel: "off",
    fetch: async (_, init) => {
      requests += 1;
      const { signal } = init!;
      await Promise.race([
        released.promise,
        new Promise((_, reject) => signal?.addEventListener("abort", reject)),
      ]);
      return Response.json(taken(vehiclesIn(init?.body).length).json);
    },
  });
  const settings = { maxBytes: 2 * 64 * 1024, flushMs: 1_000_000, flushFrames: 1, gzip: false, ...options };
  return {
    writer: client.telemetry.writer(settings),
    release: () => released.resolve(),
    seen: () => requests,
  };
}

function large(number: number): TelemetryFrame {
  return { ...frame(number), metadata: { note: "x".repeat(60_000) } };
}
