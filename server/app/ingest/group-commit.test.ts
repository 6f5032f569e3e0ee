import * as fc from "fast-check";
import { expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { GroupCommit, type GroupCommitLimits } from "./group-commit.ts";
import { WriteSequence } from "./write-sequence.ts";

const roomy: GroupCommitLimits = {
  batchFrames: 5,
  batchBytes: 1_000,
  waitingFrames: 1_000,
  waitingBytes: 1_000_000,
  waitingRequests: 1_000,
};

interface Group {
  readonly group: GroupCommit<string, string>;
  /** Batches in the order they were begun. */
  readonly batches: string[][];
  /** Ends the transaction that is running. */
  readonly finish: (fault?: Error) => Promise<void>;
  readonly tick: (ms: number) => void;
}

/** A group whose transactions end when the test says so. A request is its own name; it answers "done NAME". */
function groupOf(
  given: { limits?: Partial<GroupCommitLimits>; bytesOf?: (request: string) => number } = {},
): Group {
  const batches: string[][] = [];
  const running: { end: (fault?: Error) => void }[] = [];
  let nowMs = 0;
  const group = new GroupCommit<string, string>({
    limits: { ...roomy, ...given.limits },
    weigh: (request) => ({ frames: 1, bytes: given.bytesOf?.(request) ?? 1 }),
    commit: (requests) => {
      batches.push([...requests]);
      return new Promise((resolve, reject) => {
        running.push({
          end: (fault) =>
            fault === undefined ? resolve(requests.map((name) => `done ${name}`)) : reject(fault),
        });
      });
    },
    isStoreFault: (fault) => fault instanceof Refusal,
    nowMs: () => nowMs,
  });
  return {
    group,
    batches,
    async finish(fault) {
      await settle();
      running.shift()!.end(fault);
      await settle();
    },
    tick: (ms) => {
      nowMs += ms;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("what arrives while a transaction runs shares the next one", async () => {
  const { group, batches, finish } = groupOf();
  const answers = [group.submit("a")];
  await settle();
  answers.push(group.submit("b"), group.submit("c"));
  await finish();
  await finish();
  expect(batches).toEqual([["a"], ["b", "c"]]);
  expect(await Promise.all(answers)).toEqual(["done a", "done b", "done c"]);
});

test("requests made in one turn of the event loop share a transaction from the start", async () => {
  const { group, batches, finish } = groupOf();
  const answers = Promise.all(["a", "b"].map((name) => group.submit(name)));
  await finish();
  await answers;
  expect(batches).toEqual([["a", "b"]]);
});

test("a batch takes no more than its limit of frames, and goes on in order", async () => {
  const { group, batches, finish } = groupOf({ limits: { batchFrames: 2 } });
  const answers = Promise.all(["a", "b", "c", "d", "e"].map((name) => group.submit(name)));
  for (let n = 0; n < 3; n += 1) await finish();
  await answers;
  expect(batches).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

test("a request larger than a batch goes alone instead of never", async () => {
  const { group, batches, finish } = groupOf({
    limits: { batchBytes: 10 },
    bytesOf: (name) => (name === "huge" ? 500 : 1),
  });
  const answers = Promise.all(["a", "huge", "b"].map((name) => group.submit(name)));
  for (let n = 0; n < 3; n += 1) await finish();
  await answers;
  expect(batches).toEqual([["a"], ["huge"], ["b"]]);
});

test.each([
  ["frames", { waitingFrames: 2 }],
  ["bytes", { waitingBytes: 2 }],
  ["requests", { waitingRequests: 2 }],
] as const)(
  "refuses as overloaded when too many %s wait, and takes more once there is room",
  async (_, limits) => {
    const { group, finish } = groupOf({ limits });
    const first = group.submit("running");
    await settle();
    const waiting = [group.submit("b"), group.submit("c")];
    await expect(group.submit("d")).rejects.toMatchObject({ code: "overloaded" });
    await finish();
    await first;
    const later = group.submit("e");
    await finish();
    await finish();
    expect(await Promise.all([...waiting, later])).toEqual(["done b", "done c", "done e"]);
  },
);

test("one request at fault fails alone; the others of its batch are carried out", async () => {
  const committed: string[] = [];
  const group = new GroupCommit<string, string>({
    limits: roomy,
    weigh: () => ({ frames: 1, bytes: 1 }),
    commit: async (requests) => {
      if (requests.includes("poison")) throw new Error("cannot be stored");
      committed.push(...requests);
      return requests.map((name) => `done ${name}`);
    },
    isStoreFault: () => false,
    nowMs: () => 0,
  });
  const results = await Promise.allSettled(["a", "poison", "b"].map((name) => group.submit(name)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(committed).toEqual(["a", "b"]);
});

test("behind a request at fault nothing of its sequence is carried out, and all that is not of it", async () => {
  const committed: string[] = [];
  const group = new GroupCommit<string, string>({
    limits: { ...roomy, batchFrames: 3 },
    weigh: () => ({ frames: 1, bytes: 1 }),
    commit: async (requests) => {
      if (requests.includes("poison")) throw new Error("cannot be stored");
      committed.push(...requests);
      return requests;
    },
    isStoreFault: () => false,
    nowMs: () => 0,
  });
  const sequence = new WriteSequence();
  const inSequence = ["a", "poison", "b", "c", "d"].map((name) => group.submit(name, sequence));
  const results = await Promise.allSettled([...inSequence, group.submit("other")]);
  expect(committed).toEqual(["a", "other"]);
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
  await expect(group.submit("late", sequence)).rejects.toThrow("cannot be stored");
  expect(committed).toEqual(["a", "other"]);
});

test("a request that finds no room breaks its sequence", async () => {
  const { group, batches, finish } = groupOf({ limits: { waitingRequests: 1 } });
  const sequence = new WriteSequence();
  const running = group.submit("running");
  await settle();
  const waiting = group.submit("a");
  await expect(group.submit("b", sequence)).rejects.toMatchObject({ code: "overloaded" });
  await finish();
  await finish();
  await Promise.all([running, waiting]);
  await expect(group.submit("c", sequence)).rejects.toMatchObject({ code: "overloaded" });
  expect(batches).toEqual([["running"], ["a"]]);
});

test("a fault of the store fails the whole batch without another try", async () => {
  const { group, batches, finish } = groupOf();
  const answers = Promise.allSettled(["a", "b"].map((name) => group.submit(name)));
  await finish(new Refusal("storage_unavailable", "The disk is full."));
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(batches).toEqual([["a", "b"]]);
});

test("the age is that of the oldest request whose transaction has not begun, and 0 when none waits", async () => {
  const { group, finish, tick } = groupOf();
  const first = group.submit("a");
  await settle();
  tick(30);
  expect(group.oldestWaitingMs()).toBe(0);
  const others = [group.submit("b")];
  tick(15);
  others.push(group.submit("c"));
  tick(5);
  expect(group.oldestWaitingMs()).toBe(20);
  await finish();
  await first;
  expect(group.oldestWaitingMs()).toBe(0);
  await finish();
  await Promise.all(others);
});

test("under any interleaving each request is committed once, in order of arrival, and answered after its commit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }),
      async (scheduler, bursts) => {
        const committed: number[] = [];
        const group = new GroupCommit<number, number>({
          limits: { ...roomy, batchFrames: 3 },
          weigh: () => ({ frames: 1, bytes: 1 }),
          commit: async (requests) => {
            await scheduler.schedule(Promise.resolve(), "fsync");
            committed.push(...requests);
            return requests;
          },
          isStoreFault: () => false,
          nowMs: () => 0,
        });
        let sent = 0;
        const answers: Promise<void>[] = [];
        const submit = async (request: number) => {
          expect(await group.submit(request)).toBe(request);
          expect(committed).toContain(request);
        };
        const arrivals = async () => {
          for (const burst of bursts) {
            await scheduler.schedule(Promise.resolve(), "arrival");
            for (let n = 0; n < burst; n += 1) answers.push(submit(sent++));
          }
          await Promise.all(answers);
        };
        await scheduler.waitFor(arrivals());
        expect(committed).toEqual(Array.from({ length: sent }, (_, n) => n));
      },
    ),
    { seed: 20_260_301, numRuns: 200 },
  );
});
