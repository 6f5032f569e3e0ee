import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { emptyTally } from "../app/ingest/ingest-frames.ts";
import type { DeferredMessage, NewDeferredMessage } from "../app/ports/deferral.ts";
import type { WriteRequest } from "../app/ports/write-request.ts";
import { DeferredFrames, type DeferredNeeds } from "./deferred-frames.ts";

type Ingest = DeferredNeeds["application"]["ingestBatch"];

const nowUs = Date.UTC(2026, 2, 1) * 1_000;

/** The rows of a store, and the organisation that fills up when so many frames are taken. */
class StoreForTests {
  readonly rows: DeferredMessage[] = [];
  readonly taken: string[] = [];
  readonly askedFor: number[] = [];
  readonly reported: unknown[] = [];
  room = 0;
  #place = 0;
  isBrokerThere = true;

  needs(more: Partial<DeferredNeeds> = {}): DeferredNeeds {
    return {
      application: { ingestBatch: this.#ingest },
      ledger: { write: this.#write },
      reading: {
        countDeferred: async () => {
          const waiting = this.rows.filter(({ problem }) => problem === null);
          return waiting.map(({ writer, frames, payload }) => ({
            organisation: writer.organisation,
            messages: 1,
            frames,
            bytes: payload.length,
          }));
        },
        listDeferred: async ({ organisation, messages }) =>
          this.rows
            .filter(({ writer, problem }) => writer.organisation === organisation && problem === null)
            .slice(0, messages),
        listRefused: async () => this.rows.filter(({ problem }) => problem !== null),
      },
      hasRoom: async () => this.room > 0,
      limitBytes: 1_000_000,
      report: async (broker, { payload, source }, problem) => {
        if (!this.isBrokerThere) throw new Error("away");
        const { code } = JSON.parse(problem) as { readonly code: string };
        this.reported.push({ broker, source, code, payload: Buffer.from(payload).toString() });
      },
      nowUs: () => nowUs,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      ...more,
    };
  }

  readonly #ingest: Ingest = async (caller, { frames }) => {
    expect(caller).toMatchObject({ organisation: "acme", keyId: "key" });
    this.askedFor.push(frames.length);
    let withoutRoom = 0;
    const errors = [];
    for (const [index, { vehicleId }] of frames.entries()) {
      if (vehicleId === "refused") {
        errors.push({ index, code: "vehicle_limit_reached", pointer: "/vehicle_id", detail: "No more." });
      } else if (!this.taken.includes(vehicleId)) {
        if (this.room > 0) this.taken.push(vehicleId);
        else withoutRoom += 1;
        this.room = Math.max(0, this.room - 1);
      }
    }
    const tally = { ...emptyTally, rejected: errors.length + withoutRoom, withoutRoom, errors };
    return { tally, answer: null };
  };

  readonly #write = async (request: WriteRequest) => {
    if (request.kind !== "deferral") throw new Error(request.kind);
    const { change } = request;
    if (change.kind === "defer") {
      for (const message of change.messages)
        this.rows.push({ ...message, place: (this.#place += 1), problem: null });
    } else if (change.kind === "drop") {
      for (const place of change.places)
        this.rows.splice(
          this.rows.findIndex((row) => row.place === place),
          1,
        );
    } else {
      const at = this.rows.findIndex(({ place }) => place === change.place);
      this.rows[at] = { ...this.rows[at]!, problem: change.problem };
    }
    return { kind: "deferral" } as const;
  };
}

function message(...cars: readonly (number | string)[]): NewDeferredMessage {
  const frames = cars.map((car) => ({
    vehicle_id: typeof car === "number" ? `car-${car}` : car,
    timestamp: "2026-02-28T12:00:00Z",
    sensors: { radar_range_bias_m: 0.01 },
  }));
  return {
    writer: { organisation: "acme", keyId: "key", fleets: null },
    broker: "mqtt",
    source: "topic",
    payload: Buffer.from(JSON.stringify(frames)),
    frames: cars.length,
    unreadable: 0,
    deferredAtUs: nowUs,
  };
}

test("what is deferred waits until there is room, and is taken in, oldest first, as far as the room goes", async () => {
  const store = new StoreForTests();
  const deferred = await DeferredFrames.open(store.needs());
  expect([deferred.holds("acme"), deferred.check()]).toEqual([false, "ok"]);
  expect(await deferred.defer([message(1, 2), message(3)])).toBe(true);
  expect(await deferred.defer([message(4)])).toBe(true);
  expect([deferred.holds("acme"), deferred.holds("other")]).toEqual([true, false]);
  expect(deferred.check()).toBe(
    "4 frames in 3 messages of brokers wait, because the storage of their organisation is full",
  );
  await deferred.takeIn();
  expect(store.askedFor).toEqual([]);
  store.room = 3;
  await deferred.takeIn();
  expect(store.taken).toEqual(["car-1", "car-2", "car-3"]);
  expect(store.rows).toHaveLength(1);
  store.room = 9;
  await deferred.takeIn();
  expect(store.taken).toEqual(["car-1", "car-2", "car-3", "car-4"]);
  expect([store.rows, deferred.holds("acme"), deferred.check()]).toEqual([[], false, "ok"]);
});

test("where nothing is wrong, many messages are one commit", async () => {
  const store = new StoreForTests();
  const deferred = await DeferredFrames.open(store.needs());
  await deferred.defer(Array.from({ length: 40 }, (_, at) => message(at)));
  store.room = 100;
  await deferred.takeIn();
  expect([store.askedFor, store.taken.length]).toEqual([[40], 40]);
});

test("what waited when the service ended waits again", async () => {
  const store = new StoreForTests();
  await (await DeferredFrames.open(store.needs())).defer([message(1)]);
  const again = await DeferredFrames.open(store.needs());
  expect(again.holds("acme")).toBe(true);
  store.room = 1;
  await again.takeIn();
  expect([store.taken, again.holds("acme")]).toEqual([["car-1"], false]);
});

test("no more is deferred than may be, and what could not be stored does not count", async () => {
  const store = new StoreForTests();
  const limitBytes = message(1).payload.length;
  const deferred = await DeferredFrames.open(store.needs({ limitBytes }));
  expect(await deferred.defer([message(1)])).toBe(true);
  expect(await deferred.defer([message(2)])).toBe(false);
  const write = () => Promise.reject(new Refusal("storage_unavailable", "The disk is full."));
  const onFullDisk = await DeferredFrames.open(new StoreForTests().needs({ ledger: { write } }));
  await expect(onFullDisk.defer([message(1)])).rejects.toThrow("The disk is full.");
  expect(onFullDisk.holds("acme")).toBe(false);
});

test("frames that are refused for good keep nothing out, and are reported once their broker is there", async () => {
  const store = new StoreForTests();
  const deferred = await DeferredFrames.open(store.needs());
  await deferred.defer([message(1, "refused"), message(2)]);
  store.room = 9;
  store.isBrokerThere = false;
  await deferred.takeIn();
  expect(store.taken).toEqual(["car-1", "car-2"]);
  expect([deferred.holds("acme"), deferred.check()]).toEqual([
    false,
    "mqtt: a refused message waits to be parked: away",
  ]);
  store.isBrokerThere = true;
  await deferred.takeIn();
  expect(store.reported).toEqual([
    {
      broker: "mqtt",
      source: "topic",
      code: "vehicle_limit_reached",
      payload: Buffer.from(message(1, "refused").payload).toString(),
    },
  ]);
  expect([store.rows, deferred.check()]).toEqual([[], "ok"]);
});

test("a message that meets a fault of the service again and again is set aside, and those behind it are taken", async () => {
  const store = new StoreForTests();
  const { application, ...needs } = store.needs();
  const ingestBatch: Ingest = (caller, group, ask) => {
    if (group.frames.some(({ vehicleId }) => vehicleId === "car-1"))
      return Promise.reject(new TypeError("x"));
    return application.ingestBatch(caller, group, ask);
  };
  const deferred = await DeferredFrames.open({ ...needs, application: { ingestBatch } });
  await deferred.defer([message(1), message(2)]);
  store.room = 9;
  for (let round = 0; round < 4; round += 1) await deferred.takeIn();
  expect(store.taken).toEqual([]);
  await deferred.takeIn();
  expect([store.taken, store.reported]).toMatchObject([["car-2"], [{ code: "internal" }]]);
});

test("what passes by itself is tried again", async () => {
  const store = new StoreForTests();
  const { application, ...needs } = store.needs();
  let isFull = true;
  const ingestBatch: Ingest = (caller, group, ask) =>
    isFull
      ? Promise.reject(new Refusal("overloaded", "Later."))
      : application.ingestBatch(caller, group, ask);
  const deferred = await DeferredFrames.open({ ...needs, application: { ingestBatch } });
  await deferred.defer([message(1)]);
  store.room = 9;
  for (let round = 0; round < 9; round += 1) await deferred.takeIn();
  expect(store.rows).toHaveLength(1);
  isFull = false;
  await deferred.takeIn();
  expect(store.taken).toEqual(["car-1"]);
});
