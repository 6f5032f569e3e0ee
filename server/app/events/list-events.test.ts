import { expect, test } from "vitest";

import { beforeAllEvents } from "../../../core/contract/stream-position.ts";
import { EventsForTests, reader } from "./events-for-tests.ts";
import type { EventQuery } from "./event-query.ts";
import { listEvents } from "./list-events.ts";

const at = (after: string) => ({ position: { after, place: { parameter: "after" } } });

function list(events: EventsForTests, query: Partial<EventQuery & { limit: number }> = {}) {
  return listEvents(reader, { start: "oldest", limit: 100, ...query }, { events });
}

test("pages go on from one another, and the last cursor goes on later", async () => {
  const events = new EventsForTests();
  const ids = events.add("van-1", "van-2", "globex/van-1", "van-3");
  const first = await list(events, { limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await list(events, { limit: 2, ...at(first.next_cursor) });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([[ids[3]], false]);
  expect(await list(events, at(second.next_cursor))).toMatchObject({ data: [], has_more: false });
  const [later] = events.add("van-4");
  expect((await list(events, at(second.next_cursor))).data.map(({ id }) => id)).toEqual([later]);
});

test("before there is any event there is a cursor, and from now on there is nothing yet", async () => {
  const events = new EventsForTests();
  for (const start of ["oldest", "now"] as const) {
    const page = await list(events, { start });
    expect(page).toEqual({ data: [], has_more: false, next_cursor: beforeAllEvents });
  }
  const [first] = events.add("van-1");
  expect((await list(events, at(beforeAllEvents))).data.map(({ id }) => id)).toEqual([first]);
  expect(await list(events, { start: "now" })).toEqual({ data: [], has_more: false, next_cursor: first });
});

test.each(["", "evt_", "evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "EVB-20250301-7K3M9Q2XW4HJ"])(
  "%j is no position",
  async (after) => {
    const events = new EventsForTests();
    events.add("van-1");
    await expect(list(events, at(after))).rejects.toMatchObject({ code: "stream_position_invalid" });
  },
);

test("a page from a position that is gone is refused, from the one before it is not", async () => {
  const events = new EventsForTests();
  const ids = events.add("van-1", "van-2", "van-3");
  events.forget(2);
  await expect(list(events, at(ids[0] ?? ""))).rejects.toMatchObject({ code: "stream_position_expired" });
  expect((await list(events, at(ids[1] ?? ""))).data.map(({ id }) => id)).toEqual([ids[2]]);
  await expect(list(events, at(beforeAllEvents))).rejects.toMatchObject({ code: "stream_position_expired" });
});
