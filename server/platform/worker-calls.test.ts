import { once } from "node:events";
import { getPriority } from "node:os";
import type { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";

import type { EchoMethods, EchoStart } from "./echo-thread-for-tests.ts";
import { WorkerCalls, type WorkerCallsOptions } from "./worker-calls.ts";

let calls: WorkerCalls<EchoMethods, string>;

function begin(options: Partial<WorkerCallsOptions<string>> = {}, start: Partial<EchoStart> = {}) {
  const thread = new URL("./echo-thread-for-tests.ts", import.meta.url);
  const workerData: EchoStart = { overlap: false, notesAfter: false, ...start };
  calls = new WorkerCalls({ thread, name: "the echo thread", workerData, ...options });
  return calls;
}

afterEach(() => calls.close());

test("a call gives what its method gives, bytes as bytes", async () => {
  begin();
  expect(await calls.call("double", Uint8Array.of(1, 2, 100))).toEqual(Uint8Array.of(2, 4, 200));
});

test.skipIf(process.platform !== "linux")(
  "a thread that gives way has a lower priority than this one",
  async () => {
    begin({}, { givesWay: true });
    expect(await calls.call("priority", undefined)).toBe(10);
    expect(getPriority()).toBeLessThan(10);
  },
);

test("a thread that was begun before its first call is the one that answers it", async () => {
  const ended: string[] = [];
  begin({ onEnd: ({ message }) => ended.push(message) });
  calls.begin();
  calls.begin();
  expect(await calls.call("double", Uint8Array.of(1))).toEqual(Uint8Array.of(2));
  await calls.close();
  await expect(calls.call("double", Uint8Array.of(1))).rejects.toThrow("has ended");
  expect(ended).toEqual([]);
});

test("a thread of which nothing is asked ends, which is no fault, and the next call begins another", async () => {
  const threads: Worker[] = [];
  const noteThread = (thread: Worker) => void threads.push(thread);
  process.on("worker", noteThread);
  const faults: Error[] = [];
  begin({ restarts: true, restsAfterMs: 20, onEnd: (fault) => void faults.push(fault) });
  const slow = calls.call("after", { ms: 100, value: "answered" });
  await calls.call("double", Uint8Array.of(1));
  expect(await slow, "a call under way is no rest").toBe("answered");
  await once(threads[0]!, "exit");
  expect(await calls.call("double", Uint8Array.of(1))).toEqual(Uint8Array.of(2));
  process.off("worker", noteThread);
  expect([threads.length, faults]).toEqual([2, []]);
});

test("calls are carried out in the order they were made, one after another", async () => {
  begin();
  const order: string[] = [];
  const called = (ms: number, value: string) =>
    calls.call("after", { ms, value }).then((given) => order.push(given));
  await Promise.all([called(20, "first"), called(0, "second"), called(5, "third")]);
  expect(order).toEqual(["first", "second", "third"]);
});

test("calls that may overlap do not wait for one that has given way", async () => {
  begin({}, { overlap: true });
  const long = calls.call("after", { ms: 600_000, value: "never" });
  expect(await calls.call("after", { ms: 0, value: "meanwhile" })).toBe("meanwhile");
  const rejected = expect(long).rejects.toThrow("has ended");
  await calls.close();
  await rejected;
});

test("what runs after a call runs behind its answer and before the next call", async () => {
  const order: string[] = [];
  begin({ onNote: (note) => void order.push(note) }, { notesAfter: true });
  const first = calls.call("after", { ms: 0, value: "first" }).then((value) => order.push(value));
  await Promise.all([first, calls.call("tell", "second is begun")]);
  await calls.call("after", { ms: 0, value: "" });
  expect(order).toEqual(["first", "after after", "second is begun", "after tell"]);
});

test("what a method throws rejects its own call and no other", async () => {
  begin();
  const refused = calls.call("refuse", "no such thing");
  const other = calls.call("after", { ms: 0, value: "still here" });
  await expect(refused).rejects.toThrow("echo (refuse): no such thing");
  expect(await other).toBe("still here");
});

test("what cannot be sent rejects its own call, and the thread goes on past the time the call had", async () => {
  const ends: Error[] = [];
  begin({ onEnd: (fault) => void ends.push(fault) });
  const unsendable = { ms: 0, value: "x", with: () => {} };
  await expect(calls.call("after", unsendable, { withinMs: 1 })).rejects.toThrow("could not be cloned");
  expect(await calls.call("after", { ms: 100, value: "still here" })).toBe("still here");
  expect(ends).toEqual([]);
});

test("a note comes unasked, before the answer to the call it was sent in", async () => {
  const notes: string[] = [];
  begin({ onNote: (note) => void notes.push(note) });
  await calls.call("tell", "halfway");
  expect(notes).toEqual(["halfway"]);
});

test("a thread that ends rejects all that waits and all that comes, and says so once", async () => {
  const ends: string[] = [];
  begin({ onEnd: ({ message }) => void ends.push(message) });
  const waiting = [calls.call("end", 3), calls.call("after", { ms: 0, value: "never" })];
  const reason = "the echo thread has ended with status 3";
  for (const one of waiting) await expect(one).rejects.toThrow(reason);
  await expect(calls.call("after", { ms: 0, value: "later" })).rejects.toThrow(reason);
  expect(ends).toEqual([reason]);
});

test("what is thrown after a call ends the thread behind its answer, and nothing that waits is carried out", async () => {
  const notes: string[] = [];
  const ends: string[] = [];
  begin(
    { onNote: (note) => void notes.push(note), onEnd: ({ message }) => void ends.push(message) },
    { throwsAfter: "after" },
  );
  const last = calls.call("after", { ms: 0, value: "last" });
  const behind = [calls.call("tell", "too late"), calls.call("tell", "later still")];
  const rejected = behind.map((one) => expect(one).rejects.toThrow("nothing can be trusted any more"));
  // Answer and error are both there by the time this thread looks, most of the time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await last).toBe("last");
  await Promise.all(rejected);
  expect([notes, ends]).toEqual([[], ["nothing can be trusted any more"]]);
});

test.each([true, false])("an answer that cannot be sent ends the thread (overlap: %s)", async (overlap) => {
  let ends = 0;
  begin({ onEnd: () => void (ends += 1) }, { overlap });
  await expect(calls.call("giveFunction", undefined)).rejects.toThrow();
  await expect(calls.call("double", new Uint8Array())).rejects.toThrow();
  expect(ends).toBe(1);
});

test("a thread that restarts is begun again by the next call", async () => {
  begin({ restarts: true });
  await expect(calls.call("end", 3)).rejects.toThrow("has ended");
  expect(await calls.call("after", { ms: 0, value: "again" })).toBe("again");
});

test("a call that takes longer than it may ends the thread, with whatever waits behind it", async () => {
  begin({ restarts: true });
  const stuck = calls.call("after", { ms: 600_000, value: "never" }, { withinMs: 50 });
  const behind = calls.call("after", { ms: 0, value: "never" });
  for (const one of [stuck, behind]) await expect(one).rejects.toThrow("the echo thread has ended");
});

test("closing is no end of its own: what waits is rejected, nobody is called, nothing begins again", async () => {
  const ends: Error[] = [];
  begin({ restarts: true, onEnd: (fault) => void ends.push(fault) });
  const waiting = expect(calls.call("after", { ms: 600_000, value: "never" })).rejects.toThrow("has ended");
  await calls.close();
  await waiting;
  await expect(calls.call("double", new Uint8Array())).rejects.toThrow("the echo thread has ended");
  expect(ends).toEqual([]);
});
