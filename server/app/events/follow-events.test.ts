import { afterEach, beforeEach, expect, test } from "vitest";

import { EventsForTests, reader } from "./events-for-tests.ts";
import type { EventFollower } from "./event-follower.ts";
import type { EventQuery } from "./event-query.ts";
import { followEvents } from "./follow-events.ts";
import { RecentEvents } from "./recent-events.ts";

let events: EventsForTests;
let recent: RecentEvents;
const followers: EventFollower[] = [];
beforeEach(() => {
  events = new EventsForTests();
  recent = new RecentEvents(events, events, 10);
});
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
});

async function follow(query: Partial<EventQuery> = {}, caller = reader): Promise<EventFollower> {
  const follower = await followEvents(caller, { start: "now", ...query }, { events, recent });
  followers.push(follower);
  return follower;
}

const at = (after: string) => ({ position: { after, place: { parameter: "after" } } });
const never = new AbortController().signal;
const now = AbortSignal.abort();

/** Reads until nothing comes for now. */
async function taken(follower: EventFollower): Promise<readonly string[]> {
  const all: string[] = [];
  for (;;) {
    const step = await follower.next(now);
    if (step.events.length === 0) return all;
    all.push(...step.events.map(({ id }) => id));
  }
}

test("who begins now hears of nothing before, and of everything after", async () => {
  events.add("van-1");
  const follower = await follow();
  const waiting = follower.next(never);
  const ids = events.add("van-2", "van-3");
  expect((await waiting).events.map(({ id }) => id)).toEqual(ids);
});

test("who begins before the first event ever misses none when it comes again from there", async () => {
  const { position } = await follow();
  const ids = events.add("van-1");
  expect(await taken(await follow(at(position)))).toEqual(ids);
});

test("from a position on everything comes once and in order, from the store and then from memory", async () => {
  const old = Array.from({ length: 250 }, () => events.add("van-1")[0] ?? "");
  const follower = await follow(at(old[19] ?? ""));
  expect(await taken(follower)).toEqual(old.slice(20));
  const fresh: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const waiting = follower.next(never);
    fresh.push(...events.add("van-2", "globex/van-9"));
    const step = await waiting;
    expect(step.events.map(({ vehicle_id }) => vehicle_id)).toEqual(["van-2"]);
    expect(step.events.map(({ id }) => id)).toEqual(fresh.slice(-2, -1));
  }
});

test("a crowd that is up to date costs the store no more than one reader", async () => {
  events.add("van-1");
  const crowd = await Promise.all(Array.from({ length: 50 }, () => follow()));
  let waiting = crowd.map((follower) => follower.next(never));
  events.add("van-2");
  await Promise.all(waiting);
  const readsBefore = events.reads;
  waiting = crowd.map((follower) => follower.next(never));
  const [id] = events.add("van-3");
  const steps = await Promise.all(waiting);
  expect(new Set(steps.flatMap((step) => step.events.map((event) => event.id)))).toEqual(new Set([id]));
  expect(events.reads - readsBefore).toBe(1);
});

test("one who was away longer than memory reaches reads from the store, and misses nothing", async () => {
  const [slow, quick] = [await follow(), await follow()];
  const ids: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    const waiting = quick.next(never);
    ids.push(...events.add("van-1"));
    await waiting;
  }
  expect(await taken(slow)).toEqual(ids);
});

test("what went before it was read is told as a gap, and the stream goes on behind it", async () => {
  const follower = await follow();
  const begin = follower.position;
  const ids = Array.from({ length: 40 }, () => events.add("van-1")[0] ?? "");
  events.forget(30);
  const step = await follower.next(now);
  expect(step.gap).toEqual({ after: begin, through: ids[29] });
  expect(step.events.map(({ id }) => id)).toEqual(ids.slice(30));
});

test("a position that is gone is refused, and one that never was", async () => {
  const ids = events.add("van-1", "van-2", "van-3");
  events.forget(2);
  await expect(follow(at(ids[0] ?? ""))).rejects.toMatchObject({ code: "stream_position_expired" });
  await expect(follow(at("evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"))).rejects.toMatchObject({
    code: "stream_position_invalid",
    faults: [{ parameter: "after", code: "stream_position_invalid" }],
  });
  await expect(follow(at("yesterday"))).rejects.toMatchObject({ code: "stream_position_invalid" });
  expect(await taken(await follow(at(ids[1] ?? "")))).toEqual([ids[2]]);
  expect(await taken(await follow({ start: "oldest" }))).toEqual([ids[2]]);
});

test("a key sees its fleets, and may not ask for others", async () => {
  const limited = { ...reader, fleets: ["trucks"] };
  const follower = await follow({ start: "oldest" }, limited);
  const [, own] = events.add("van-1", "trucks:lorry-1", "globex/trucks:lorry-1");
  expect(await taken(follower)).toEqual([own]);
  await expect(follow({ fleets: ["vans"] }, limited)).rejects.toMatchObject({ code: "fleet_not_allowed" });
});

test("the position moves on over events that are not for the reader", async () => {
  const follower = await follow({ vehicleIds: ["nobody"] });
  const ids = events.add("van-1", "van-2");
  expect(await follower.next(now)).toEqual({ gap: null, events: [], position: ids[1] });
});

test("waiting ends when it is told to, with nothing", async () => {
  events.add("van-1");
  const follower = await follow();
  const stop = new AbortController();
  const waiting = follower.next(stop.signal);
  stop.abort();
  expect((await waiting).events).toEqual([]);
});

test("a fault of the store reaches those who follow, and is over when the store is back", async () => {
  const follower = await follow();
  await follower.next(now);
  events.isBroken = true;
  const failing = follower.next(never);
  events.add("van-1");
  await expect(failing).rejects.toThrow("the disk is gone");
  events.isBroken = false;
  expect(await taken(follower)).toHaveLength(1);
});

test("while nobody follows nothing is read", async () => {
  events.add("van-1");
  const follower = await follow();
  follower.leave();
  const before = events.reads;
  events.add("van-2");
  events.add("van-3");
  expect(events.reads).toBe(before);
});
