import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { FairTurns } from "./fair-turns.ts";

/** Turns over a clock that only the jobs move; `order` is who was served, in that order. */
function turnsOf({ lanes = 2, placesPerOrganisation = 8, places = 32 } = {}) {
  const clock = { nowMs: 0 };
  const turns = new FairTurns(
    { lanes: [...Array(lanes).keys()], placesPerOrganisation, places },
    () => clock.nowMs,
  );
  const order: string[] = [];
  const running: (() => void)[] = [];
  const ask = (organisation: string, tookMs = 10) =>
    turns.take(organisation, async () => {
      await new Promise<void>((resolve) => running.push(resolve));
      clock.nowMs += tookMs;
      order.push(organisation);
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
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

test("an organisation has so many places, and gives them back", () => {
  const { turns } = turnsOf({ placesPerOrganisation: 2, places: 3 });
  const refusal = (organisation: string) => {
    try {
      turns.enter(organisation);
      return null;
    } catch (fault) {
      return fault instanceof Refusal ? fault.code : fault;
    }
  };
  const leave = turns.enter("one");
  expect([refusal("one"), refusal("one"), refusal("two"), refusal("three")]).toEqual([
    null,
    "paper_queue_full",
    null,
    "overloaded",
  ]);
  leave();
  leave();
  expect([refusal("three"), refusal("four")]).toEqual([null, "overloaded"]);
});

test("a job that fails gives its lane free", async () => {
  const { turns } = turnsOf({ lanes: 1 });
  await expect(turns.take("one", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns.take("two", async (lane) => lane)).toBe(0);
});
