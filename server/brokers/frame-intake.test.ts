import { setTimeout as sleep } from "node:timers/promises";

import { expect, test } from "vitest";

import type { RejectedFrame } from "../../core/contract/requests/parse-frame.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import { emptyTally } from "../app/ingest/ingest-frames.ts";
import type { NewDeferredMessage } from "../app/ports/deferral.ts";
import { FrameIntake, type IntakeNeeds, IntakeStopped } from "./frame-intake.ts";

type Ingest = IntakeNeeds["application"]["ingestBatch"];

const sender = { organisation: "acme", keyId: "key", scopes: ["telemetry:write"], fleets: null };
const nowUs = Date.UTC(2026, 2, 1) * 1_000;

test("what arrives together is committed together, and what comes meanwhile is the next group", async () => {
  const asked: number[] = [];
  const first = Promise.withResolvers<void>();
  const intake = intakeWith(async (_caller, { frames }) => {
    asked.push(frames.length);
    if (asked.length === 1) await first.promise;
    return { tally: { ...emptyTally, ingested: frames.length }, answer: null };
  });
  const taken = [intake.take(message(1)), intake.take(message(2))];
  await sleep(20);
  for (const at of [3, 4, 5]) taken.push(intake.take(message(at)));
  first.resolve();
  expect(await Promise.all(taken)).toEqual(taken.map(() => ({ taken: 1, refused: null })));
  expect(asked).toEqual([2, 3]);
});

test("where a frame of a group is refused, each message hears of its own", async () => {
  const intake = intakeWith(async (_caller, { frames, places }) => {
    const errors = frames.flatMap((frame, at) =>
      frame.vehicleId === "car-2" ? [faultAt(places![at]!.index)] : [],
    );
    const tally = { ...emptyTally, ingested: frames.length - errors.length, rejected: errors.length, errors };
    return { tally, answer: null };
  });
  const outcomes = await Promise.all([
    intake.take(message(1)),
    intake.take(message(3, 2, 4)),
    intake.take(message(5)),
  ]);
  expect(outcomes).toEqual([
    { taken: 1, refused: null },
    {
      taken: 2,
      refused: { code: "vehicle_limit_reached", detail: "No more.", rejected: 1, errors: [faultAt(1)] },
    },
    { taken: 1, refused: null },
  ]);
});

test("a refusal of a whole group is that of the messages it is meant for", async () => {
  const intake = intakeWith(async (_caller, { frames }) => {
    if (frames.some(({ vehicleId }) => vehicleId === "car-2"))
      throw new Refusal("vehicle_limit_reached", "Not yours.");
    return { tally: { ...emptyTally, ingested: frames.length }, answer: null };
  });
  const [good, bad] = await Promise.all([intake.take(message(1)), intake.take(message(2))]);
  expect(good).toEqual({ taken: 1, refused: null });
  expect(bad.refused).toMatchObject({ code: "vehicle_limit_reached", rejected: 1 });
});

test("while nothing can be stored the frames wait, the reason is told, and then they come in their order", async () => {
  const stored: string[] = [];
  let code: "overloaded" | "storage_unavailable" | null = "overloaded";
  const intake = intakeWith(async (_caller, { frames }) => {
    if (code !== null) throw new Refusal(code, `It is ${code}.`);
    stored.push(...frames.map(({ vehicleId }) => vehicleId));
    return { tally: { ...emptyTally, ingested: frames.length }, answer: null };
  });
  const taken = [1, 2].map((at) => intake.take(message(at)));
  await expect.poll(() => intake.trouble).toBe("It is overloaded.");
  code = "storage_unavailable";
  await expect.poll(() => intake.trouble).toBe("It is storage_unavailable.");
  taken.push(intake.take(message(3)));
  code = null;
  await Promise.all(taken);
  expect(stored).toEqual(["car-1", "car-2", "car-3"]);
  expect(intake.trouble).toBeNull();
});

test("frames that meet a fault of the service five times are set aside, and those behind them are taken", async () => {
  let faults = 0;
  const intake = intakeWith(async (_caller, { frames }) => {
    if (frames.some(({ vehicleId }) => vehicleId === "car-1")) {
      faults += 1;
      throw new TypeError("undefined is not a function");
    }
    return { tally: { ...emptyTally, ingested: frames.length }, answer: null };
  });
  const bad = intake.take(message(1));
  await sleep(20);
  const good = intake.take(message(2));
  expect((await bad).refused).toMatchObject({ code: "internal", rejected: 1 });
  expect(await good).toEqual({ taken: 1, refused: null });
  expect(faults).toBe(5);
});

test("a key that is unknown, and one without the right, make everything wait", async () => {
  let caller: typeof sender | null = null;
  const intake = intakeWith(ingestAll, { identify: () => Promise.resolve(caller) });
  const taken = intake.take(message(1));
  await expect.poll(() => intake.trouble).toMatch(/is no key that is valid here/u);
  caller = { ...sender, scopes: ["fleet:read"] };
  await expect.poll(() => intake.trouble).toMatch(/lacks the scope telemetry:write/u);
  caller = sender;
  expect(await taken).toEqual({ taken: 1, refused: null });
});

test("frames wait for the quota, and are counted in it", async () => {
  const counted: number[] = [];
  let waitMs = 1;
  const quota = {
    frameWaitMs: () => waitMs,
    countFrames: (_caller: unknown, frames: number) => counted.push(frames),
  };
  const intake = intakeWith(ingestAll, { quota });
  const taken = intake.take(message(1, 2));
  await sleep(50);
  expect(counted).toEqual([]);
  waitMs = 0;
  await taken;
  expect(counted).toEqual([2]);
});

test("under a clock by which nothing can be dated nothing is read", async () => {
  let clockUs = 0;
  const intake = intakeWith(ingestAll, { nowUs: () => clockUs });
  const taken = intake.take(message(1));
  await expect.poll(() => intake.trouble).toMatch(/clock/u);
  clockUs = nowUs;
  expect(await taken).toEqual({ taken: 1, refused: null });
});

test("stopping finishes what is being committed and leaves the rest", async () => {
  const first = Promise.withResolvers<void>();
  const intake = intakeWith(async (caller, group, ask) => {
    await first.promise;
    return ingestAll(caller, group, ask);
  });
  const underWay = intake.take(message(1));
  await sleep(20);
  const waiting = intake.take(message(2));
  waiting.catch(() => undefined);
  const stopped = intake.stop();
  first.resolve();
  await stopped;
  expect(await underWay).toEqual({ taken: 1, refused: null });
  await expect(waiting).rejects.toThrow(IntakeStopped);
  await expect(intake.take(message(3))).rejects.toThrow(IntakeStopped);
});

test("stopping does not wait for a store that takes nothing", async () => {
  const intake = intakeWith(async () => {
    throw new Refusal("storage_unavailable", "The disk is full.");
  });
  const waiting = intake.take(message(1));
  waiting.catch(() => undefined);
  await expect.poll(() => intake.trouble).toBe("The disk is full.");
  await intake.stop();
  await expect(waiting).rejects.toThrow(IntakeStopped);
});

test("there is room until 32 MiB are held", async () => {
  const first = Promise.withResolvers<void>();
  const intake = intakeWith(async (caller, group, ask) => {
    await first.promise;
    return ingestAll(caller, group, ask);
  });
  const large = { payload: Buffer.alloc(17 * 1024 * 1024, " "), source: "topic" };
  const taken = [intake.take(message(1)), intake.take(large)];
  await intake.room();
  taken.push(intake.take(large));
  let hasRoom = false;
  const room = intake.room().then(() => (hasRoom = true));
  await sleep(20);
  expect(hasRoom).toBe(false);
  first.resolve();
  await room;
  expect((await Promise.all(taken)).map(({ refused }) => refused?.code)).toEqual([
    undefined,
    "json_empty",
    "json_empty",
  ]);
});

test("where frames have no room their messages are deferred, and those that follow go behind them", async () => {
  const stored: string[] = [];
  const deferred = deferredWith();
  const intake = intakeWith(withoutRoomFrom("car-2", stored), { deferred });
  const outcomes = await Promise.all([1, 2, 3].map((car) => intake.take(message(car))));
  expect(outcomes).toEqual(outcomes.map(() => ({ taken: 1, refused: null })));
  expect(stored).toEqual(["car-1"]);
  expect(await intake.take(message(4))).toEqual({ taken: 1, refused: null });
  expect(deferred.messages.map(({ payload }) => vehicleIn(payload))).toEqual(["car-2", "car-3", "car-4"]);
  expect(deferred.messages[0]).toMatchObject({
    writer: { organisation: "acme", keyId: "key", fleets: null },
    broker: "mqtt",
    source: "topic",
    frames: 1,
    unreadable: 0,
  });
  expect(intake.trouble).toBeNull();
});

test("of a message that is deferred what can never be taken is refused at once", async () => {
  const deferred = deferredWith();
  const intake = intakeWith(withoutRoomFrom("car-1", []), { deferred });
  const { payload, source } = message(1);
  const [frame] = JSON.parse(Buffer.from(payload).toString()) as object[];
  const body = Buffer.from(JSON.stringify([frame, { vehicle_id: "car-1" }]));
  const outcome = await intake.take({ payload: body, source });
  expect(outcome).toMatchObject({ taken: 1, refused: { code: "member_missing", rejected: 1 } });
  expect(deferred.messages).toMatchObject([{ frames: 1, unreadable: 1, payload: body }]);
  expect(await intake.take({ payload: Buffer.from('[{"vehicle_id":"car-1"}]'), source })).toMatchObject({
    taken: 0,
  });
  expect(deferred.messages).toHaveLength(1);
});

test("where no more may be deferred the broker keeps its messages, until there is room", async () => {
  const stored: string[] = [];
  let isFull = true;
  const ingest = withoutRoomFrom("car-1", stored);
  const intake = intakeWith((caller, group, ask) => (isFull ? ingest : ingestAll)(caller, group, ask), {
    deferred: { holds: () => false, defer: () => Promise.resolve(false) },
  });
  const taken = intake.take(message(1));
  await expect.poll(() => intake.trouble).toMatch(/PLUMBLINE_DEFERRED_MEBIBYTES_PER_ORGANISATION/u);
  isFull = false;
  expect(await taken).toEqual({ taken: 1, refused: null });
  expect(intake.trouble).toBeNull();
});

/** What is deferred, in order. */
function deferredWith() {
  const messages: NewDeferredMessage[] = [];
  return {
    messages,
    holds: () => messages.length > 0,
    defer: (more: readonly NewDeferredMessage[]) => {
      messages.push(...more);
      return Promise.resolve(true);
    },
  };
}

/** A store that is full when the first frame of this vehicle comes. */
function withoutRoomFrom(vehicle: string, stored: string[]): Ingest {
  let isFull = false;
  return async (_caller, { frames }) => {
    let withoutRoom = 0;
    for (const { vehicleId } of frames) {
      isFull ||= vehicleId === vehicle;
      if (isFull && !stored.includes(vehicleId)) withoutRoom += 1;
      else if (!stored.includes(vehicleId)) stored.push(vehicleId);
    }
    return { tally: { ...emptyTally, rejected: withoutRoom, withoutRoom }, answer: null };
  };
}

function vehicleIn(payload: Uint8Array): string {
  const [first] = JSON.parse(Buffer.from(payload).toString()) as { readonly vehicle_id: string }[];
  return first!.vehicle_id;
}

const ingestAll: Ingest = async (_caller, { frames }) => ({
  tally: { ...emptyTally, ingested: frames.length },
  answer: null,
});

interface Given extends Partial<Pick<IntakeNeeds, "quota" | "nowUs" | "deferred">> {
  readonly identify?: IntakeNeeds["application"]["identify"];
}

function intakeWith(ingestBatch: Ingest, given: Given = {}): FrameIntake {
  const { identify = () => Promise.resolve(sender), ...more } = given;
  return new FrameIntake({
    application: { identify, ingestBatch },
    apiKey: "plumb_dev_local",
    bearer: { requestId: "broker_test", clientAddress: "test", isLoopback: true },
    quota: { frameWaitMs: () => 0, countFrames: () => undefined },
    deferred: { holds: () => false, defer: () => Promise.reject(new Error("nothing is deferred here")) },
    broker: "mqtt",
    nowUs: () => nowUs,
    pauseMs: 5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...more,
  });
}

/** A frame each of these vehicles. */
function message(...cars: readonly number[]): { payload: Uint8Array; source: string } {
  const frames = cars.map((car) => ({
    vehicle_id: `car-${car}`,
    timestamp: "2026-02-28T12:00:00Z",
    sensors: { radar_range_bias_m: 0.01 },
  }));
  return { payload: Buffer.from(JSON.stringify(frames)), source: "topic" };
}

function faultAt(index: number): RejectedFrame {
  return { index, code: "vehicle_limit_reached", pointer: "/vehicle_id", detail: "No more." };
}
