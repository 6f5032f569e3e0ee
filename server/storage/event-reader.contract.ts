import { afterEach, beforeEach, expect, test } from "vitest";

import { streamPositionOf, firstStreamPlaceOf } from "../../core/contract/stream-position.ts";
import { anyEvent, type EventFilter, type EventReader } from "../app/ports/reading/event-reader.ts";
import { noChanges, type EventRetention } from "../app/ports/changes.ts";
import type { LedgerEvent } from "../app/ports/ledger-event.ts";
import type { Store } from "../app/ports/transaction.ts";
import type { VisibilityScope } from "../app/visibility-scope.ts";
import { startUs } from "./frames-for-tests.ts";

export interface EventStore {
  readonly store: Store;
  readonly reader: EventReader;
  close(): Promise<void>;
}

/** What every store promises of the events it keeps. */
export function eventReaderContract(open: () => Promise<EventStore>): void {
  let opened: EventStore;
  let reader: EventReader;
  beforeEach(async () => {
    opened = await open();
    ({ reader } = opened);
  });
  afterEach(() => opened.close());

  const write = (events: readonly LedgerEvent[], eventRetention: EventRetention | null = null) =>
    opened.store.transact((transaction) =>
      transaction.write({ ...noChanges, scoring: "tests", events, eventRetention }),
    );

  const read = (
    ask: {
      scope?: VisibilityScope | null;
      filter?: Partial<EventFilter>;
      after?: string | null;
      limit?: number;
    } = {},
  ) =>
    reader.readEvents({
      scope: ask.scope === undefined ? acme : ask.scope,
      filter: { ...anyEvent, ...ask.filter },
      after: ask.after ?? null,
      limit: ask.limit ?? 100,
    });

  const seqsOf = (page: Awaited<ReturnType<EventReader["readEvents"]>>) => page.events.map(seqOf);

  test("of nothing nothing is read, and there is no position yet", async () => {
    const span = { newest: null, goneThrough: null };
    expect(await read()).toEqual({ events: [], through: null, isEnd: true, span });
    expect(await reader.findEventSpan({ organisation: "acme" })).toEqual(span);
  });

  test("events come as they were written, in the order of recording, ids growing", async () => {
    await write([eventOf(1), eventOf(2)]);
    await write([expiring]);
    const { events, through, isEnd } = await read();
    expect(events).toEqual(
      [eventOf(1), eventOf(2), expiring].map((event, at) => ({ ...event, id: events[at]?.id })),
    );
    const ids = events.map(({ id }) => id);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
    expect([through, isEnd]).toEqual([ids[2], true]);
  });

  test("ids go on growing when the clock goes back", async () => {
    await write([eventOf(1, { recordedAtUs: startUs + 3_600_000_000 })]);
    await write([eventOf(2, { recordedAtUs: startUs })]);
    expect(seqsOf(await read())).toEqual([1, 2]);
  });

  test("page by page nothing is missed or doubled, whatever the filter leaves", async () => {
    await write(Array.from({ length: 25 }, (_, at) => eventOf(at + 1, { vehicleId: `van-${at % 2}` })));
    for (const vehicleIds of [null, ["van-0"], ["van-0", "van-1"], ["nobody"]]) {
      const whole = seqsOf(await read({ filter: { vehicleIds } }));
      const paged: number[] = [];
      let page = await read({ filter: { vehicleIds }, limit: 4 });
      paged.push(...seqsOf(page));
      while (!page.isEnd) {
        page = await read({ filter: { vehicleIds }, limit: 4, after: page.through });
        paged.push(...seqsOf(page));
      }
      expect(paged).toEqual(whole);
    }
  });

  test("a filter with few hits looks at a bounded stretch, says how far, and gets through", async () => {
    for (let begin = 0; begin < 12_000; begin += 3_000) {
      await write(Array.from({ length: 3_000 }, (_, at) => eventOf(begin + at + 1)));
    }
    await write([expiring]);
    const found: string[] = [];
    let pages = 0;
    for (let page = await read({ filter: { types: ["key.expiring"] } }); ;) {
      pages += 1;
      found.push(...page.events.map(({ type }) => type));
      if (page.isEnd) break;
      page = await read({ filter: { types: ["key.expiring"] }, after: page.through });
    }
    expect([found, pages]).toEqual([["key.expiring"], 3]);
  });

  test("nobody reads another organisation's events, nor learns when it had any", async () => {
    await write([eventOf(1)]);
    const before = await reader.findEventSpan({ organisation: "acme" });
    await write([eventOf(2, { organisation: "globex", recordedAtUs: startUs + 60_000_000 })]);
    expect(seqsOf(await read())).toEqual([1]);
    expect((await read()).through).toBe(before.newest);
    expect(await reader.findEventSpan({ organisation: "acme" })).toEqual(before);
    expect(seqsOf(await read({ scope: null }))).toEqual([1, 2]);
  });

  test("a key of some fleets sees their events alone, and none about keys", async () => {
    await write([eventOf(1), eventOf(2, { fleetId: "trucks" }), expiring]);
    expect(seqsOf(await read({ scope: { organisation: "acme", fleets: ["trucks"] } }))).toEqual([2]);
    expect(seqsOf(await read({ scope: { organisation: "acme", fleets: [] } }))).toEqual([]);
  });

  test("filters by type, vehicle and tier hold together", async () => {
    await write([
      eventOf(1),
      eventOf(2, { tier: "CRITICAL" }),
      eventOf(3, { vehicleId: "van-2", tier: "CRITICAL" }),
      expiring,
    ]);
    const types = ["vehicle.baseline_changed"] as const;
    expect(seqsOf(await read({ filter: { types, tiers: ["CRITICAL"], vehicleIds: ["van-2"] } }))).toEqual([
      3,
    ]);
    expect(seqsOf(await read({ filter: { tiers: ["CRITICAL"] } }))).toEqual([2, 3]);
    expect(seqsOf(await read({ filter: { types: ["key.expiring"], tiers: ["CRITICAL"] } }))).toEqual([]);
  });

  test("a position between events is as good as one of them", async () => {
    await write([eventOf(1, { recordedAtUs: startUs }), eventOf(2, { recordedAtUs: startUs + 5_000_000 })]);
    const between = streamPositionOf(firstStreamPlaceOf(startUs / 1000 + 2_000));
    expect(seqsOf(await read({ after: between }))).toEqual([2]);
  });

  test("of more than an organisation may keep the oldest go, and the span says through which", async () => {
    await write([eventOf(0, { organisation: "globex" })]);
    await write([eventOf(1), eventOf(2), eventOf(3)]);
    const { events } = await read();
    await write([eventOf(4)], { keptSinceUs: 0, perOrganisation: 2 });
    expect(seqsOf(await read())).toEqual([3, 4]);
    const span = await reader.findEventSpan({ organisation: "acme" });
    expect(span.goneThrough).toBe(events[1]?.id);
    expect(seqsOf(await read({ scope: { organisation: "globex", fleets: null } }))).toEqual([0]);
    expect((await reader.findEventSpan({ organisation: "globex" })).goneThrough).toBeNull();
  });

  test("events grow too old, of every organisation, a bounded number with each commit", async () => {
    const old = Array.from({ length: 500 }, (_, at) => eventOf(at + 1, { organisation: "globex" }));
    await write(old);
    const later = (seq: number) => [eventOf(seq, { recordedAtUs: startUs + 2_000_000 })];
    const retention = { keptSinceUs: startUs + 1_000_000, perOrganisation: 1_000 };
    await write(later(501), retention);
    expect(seqsOf(await read({ scope: null, limit: 1_000 }))).toHaveLength(501 - 201);
    await write(later(502), retention);
    await write(later(503), retention);
    expect(seqsOf(await read({ scope: null }))).toEqual([501, 502, 503]);
  });

  test("the newest event stays however old it is, so that no id is ever given twice", async () => {
    await write([eventOf(1)], { keptSinceUs: startUs + 1_000_000, perOrganisation: 1_000 });
    expect(seqsOf(await read())).toEqual([1]);
  });

  test("an organisation without an event left goes on from what is gone", async () => {
    await write([eventOf(1, { organisation: "globex" })]);
    const page = await read({ scope: { organisation: "globex", fleets: null } });
    await write([eventOf(2, { recordedAtUs: startUs + 2_000_000 })], {
      keptSinceUs: startUs + 1_000_000,
      perOrganisation: 9,
    });
    const span = await reader.findEventSpan({ organisation: "globex" });
    expect(span).toEqual({ newest: page.through, goneThrough: page.through });
    const after = await read({ scope: { organisation: "globex", fleets: null }, after: page.through });
    expect(after).toEqual({ events: [], through: page.through, isEnd: true, span });
  });

  test("a transaction that is undone leaves no event", async () => {
    await expect(
      opened.store.transact(async (transaction) => {
        await transaction.write({ ...noChanges, scoring: "tests", events: [eventOf(1)] });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect((await read()).events).toEqual([]);
  });
}

const acme: VisibilityScope = { organisation: "acme", fleets: null };

function seqOf({ data }: LedgerEvent): number {
  return "frame_seq" in data ? data.frame_seq : -1;
}

function eventOf(
  seq: number,
  given: {
    readonly organisation?: string;
    readonly recordedAtUs?: number;
    readonly vehicleId?: string;
    readonly fleetId?: string;
    readonly tier?: NonNullable<LedgerEvent["vehicle"]>["tier"];
  } = {},
): LedgerEvent {
  const { organisation = "acme", recordedAtUs = startUs, vehicleId = "van-1" } = given;
  return {
    type: "vehicle.baseline_changed",
    organisation,
    vehicle: { vehicleId, fleetId: given.fleetId ?? "vans", tier: given.tier ?? "NOMINAL" },
    occurredAtUs: startUs - 5,
    recordedAtUs,
    data: { from: "learning", to: "provisional", frame_seq: seq },
  };
}

const expiring: LedgerEvent = {
  type: "key.expiring",
  organisation: "acme",
  vehicle: null,
  occurredAtUs: startUs,
  recordedAtUs: startUs,
  data: { key_id: "4f8Zk2Qp9a", name: "gateway", expires_at: "2026-02-01T00:00:00.000Z", days_left: 3 },
};
