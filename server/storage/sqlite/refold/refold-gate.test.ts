import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { WriteSequence } from "../../../app/ingest/write-sequence.ts";
import type { WriteRequest } from "../../../app/ports/write-request.ts";
import { radarFrame, startUs } from "../../frames-for-tests.ts";
import { RefoldGate } from "./refold-gate.ts";

let database: DatabaseSync;
let hurried: number[];
let gate: RefoldGate;

beforeEach(() => {
  vi.useFakeTimers();
  database = new DatabaseSync(":memory:");
  database.exec(`CREATE TABLE vehicle (vehicle_key INTEGER PRIMARY KEY, organisation TEXT, vehicle_id TEXT);
    CREATE TABLE refold_waiting (vehicle_key INTEGER PRIMARY KEY, scoring TEXT);
    INSERT INTO vehicle VALUES (1, 'acme', 'van-1'), (2, 'acme', 'van-2'), (3, 'acme', 'van-3'), (4, 'other', 'van-3');
    INSERT INTO refold_waiting VALUES (1, 'x'), (2, 'x'), (4, 'x')`);
  hurried = [];
  gate = new RefoldGate(database, {
    hurry: (keys) => void hurried.push(...keys),
    nowMs: () => Date.now(),
    nowUs: () => startUs,
  });
  gate.heed({ vehicles: 4, left: 3 });
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

function framesOf(...vehicleIds: readonly string[]): WriteRequest {
  return {
    kind: "frames",
    writer: { organisation: "acme", keyId: "k", fleets: null },
    frames: vehicleIds.map((vehicleId, at) => radarFrame(vehicleId, at)),
    receivedAtUs: startUs,
    answer: { form: "none" },
    keep: null,
  };
}

function done(vehicleKey: number): void {
  database.prepare("DELETE FROM refold_waiting WHERE vehicle_key = ?").run(vehicleKey);
}

test("a write waits for its vehicles and no others, and they come first", async () => {
  await gate.admit(framesOf("van-3", "new"));
  expect(hurried).toEqual([]);
  let isIn = false;
  const admitted = gate.admit(framesOf("van-1", "van-3", "van-2", "van-1")).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(100);
  expect([hurried, isIn]).toEqual([[1, 2], false]);
  done(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(isIn).toBe(false);
  done(1);
  await vi.advanceTimersByTimeAsync(100);
  await admitted;
});

test("a write whose vehicle takes too long is refused, to be sent again", async () => {
  const refused = expect(gate.admit(framesOf("van-1"))).rejects.toMatchObject({ code: "overloaded" });
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
});

test("writes of one sequence keep their order, also when the last vehicle is done meanwhile", async () => {
  const sequence = new WriteSequence();
  const order: string[] = [];
  expect(gate.isOpenFor(sequence)).toBe(false);
  const first = gate.admit(framesOf("van-1"), sequence).then(() => order.push("first"));
  const second = gate.admit(framesOf("van-3"), sequence).then(() => order.push("second"));
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual([]);
  gate.heed({ vehicles: 4, left: 0 });
  expect([gate.progress, gate.isOpenFor(undefined), gate.isOpenFor(sequence)]).toEqual([null, true, false]);
  done(1);
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test("what concerns no vehicle does not wait", async () => {
  await gate.admit({ kind: "key-uses", uses: [] });
  expect(hurried).toEqual([]);
});

test("who asks for a vehicle waits a little and then has it as it is", async () => {
  let isBack = false;
  const attended = gate.attend({ organisation: "other", vehicleId: "van-3" }).then(() => (isBack = true));
  await vi.advanceTimersByTimeAsync(500);
  expect([hurried, isBack]).toEqual([[4], false]);
  await vi.advanceTimersByTimeAsync(2_000);
  await attended;
  done(1);
  gate.heed({ vehicles: 4, left: 0 });
  await gate.attend({ organisation: "acme", vehicleId: "van-2" });
  expect(hurried).toEqual([4]);
});

test("the end is expected by the pace so far", () => {
  expect(gate.progress).toEqual({ vehicles: 4, vehiclesDone: 1, expectedEndUs: null });
  vi.setSystemTime(Date.now() + 10_000);
  gate.heed({ vehicles: 4, left: 1 });
  expect(gate.progress).toEqual({ vehicles: 4, vehiclesDone: 3, expectedEndUs: startUs + 5_000_000 });
});
