import { expect, test } from "vitest";

import { FairTurns } from "./fair-turns.ts";

/** Turns over a clock that only the jobs move; `order` is who was served, in that order. */
function turnsOf({ lanes = 2, atOncePerOrganisation = 1 } = {}) {
  const clock = { nowMs: 0 };
  const turns = new FairTurns({ lanes: [...Array(lanes).keys()], atOncePerOrganisation }, () => clock.nowMs);
  const order: string[] = [];
  const running: (() => void)[] = [];
  const ask = (organisation: string, tookMs = 10) =>
    turns.take(organisation, async () => {
      await new Promise<void>((resolve) => running.push(resolve));
      clock.nowMs += tookMs;
      order.push(organisation);
    });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const settle = async () => {
    await turn();
    await turn();
  };
  /** Lets the job that has run longest end. */
  const finishOne = async () => {
    running.shift()!();
    await settle();
  };
  return { turns, order, running, ask, finishOne, settle };
}

test("sixteen jobs of one organisation do not hold up another's: a lane is left to it", async () => {
  const { order, running, ask, finishOne, settle } = turnsOf();
  const all = Array.from({ length: 16 }, () => ask("many", 750));
  await settle();
  expect(running).toHaveLength(1);
  const other = ask("other", 5);
  await settle();
  expect(running, "it runs at once").toHaveLength(2);
  running.reverse();
  await finishOne();
  await other;
  expect(order).toEqual(["other"]);
  while (order.length < 17) await finishOne();
  await Promise.all(all);
});

test("those who wait are served in turn, and who has used the least goes first", async () => {
  const { order, ask, finishOne, settle } = turnsOf({ lanes: 1 });
  const asked = [
    ask("long", 900),
    ask("long", 900),
    ask("long", 900),
    ask("short"),
    ask("short"),
    ask("third"),
  ];
  await settle();
  while (order.length < asked.length) await finishOne();
  expect(order).toEqual(["long", "short", "third", "short", "long", "long"]);
});

test("a job that fails gives its lane free", async () => {
  const { turns } = turnsOf({ lanes: 1 });
  await expect(turns.take("one", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns.take("two", async (lane) => lane)).toBe(0);
});

test("jobs that are done at once take their turns, too: one asked for meanwhile is not behind all of them", async () => {
  const turns = new FairTurns({ lanes: ["one", "other"], atOncePerOrganisation: 1 }, () => 0);
  let done = 0;
  const asked: Promise<void>[] = [];
  for (let job = 0; job < 10; job += 1) {
    asked.push(turns.take("many", async () => void (done += 1)));
    // All that can go on without a turn of the event loop.
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  }
  expect(done).toBe(1);
  await Promise.all(asked);
  expect(done).toBe(10);
});
