import { randomBytes } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";

import { firstStreamPlaceOf, nextStreamPlace } from "../../../../../core/contract/stream-position.ts";
import type { Changes, EventRetention } from "../../../../app/ports/changes.ts";
import type { LedgerEvent } from "../../../../app/ports/ledger-event.ts";
import { placeOfBytes, placeToBytes } from "../../place-bytes.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Events that go for each commit that adds some, beside as many as it adds: removal keeps up and never holds anybody up. */
const droppedAtOnce = 200;

/** What happened, on the writing connection and inside its transactions. */
export class EventRows {
  readonly #newest: Query<{ id: Uint8Array }>;
  readonly #add: StatementSync;
  readonly #count: StatementSync;
  readonly #surplus: Query<EventName>;
  readonly #old: Query<EventName>;
  readonly #drop: StatementSync;
  readonly #uncount: StatementSync;

  constructor(database: DatabaseSync) {
    this.#newest = prepareQuery(database, "SELECT id FROM event ORDER BY id DESC LIMIT 1");
    this.#add = database.prepare(
      `INSERT INTO event (id, organisation, type, vehicle_id, fleet_id, tier, occurred_us, recorded_us, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#count = database.prepare(
      `INSERT INTO event_tally (organisation, events) VALUES (?, ?)
       ON CONFLICT (organisation) DO UPDATE SET events = events + excluded.events`,
    );
    this.#surplus = prepareQuery(
      database,
      `SELECT id, organisation FROM event WHERE organisation = :organisation ORDER BY id
       LIMIT max(0, min(:most, (SELECT events FROM event_tally WHERE organisation = :organisation) - :kept))`,
    );
    this.#old = prepareQuery(
      database,
      "SELECT id, organisation FROM event WHERE id < :before ORDER BY id LIMIT :most",
    );
    this.#drop = database.prepare("DELETE FROM event WHERE id = ?");
    this.#uncount = database.prepare(
      "UPDATE event_tally SET events = events - 1, gone_through = ? WHERE organisation = ?",
    );
  }

  write({ events, eventRetention }: Pick<Changes, "events" | "eventRetention">): void {
    if (events.length === 0) return;
    this.#addAll(events);
    const added = Map.groupBy(events, ({ organisation }) => organisation);
    for (const [organisation, own] of added) this.#count.run(organisation, own.length);
    if (eventRetention === null) return;
    for (const [organisation, own] of added) {
      const kept = eventRetention.perOrganisation;
      this.#dropAll(this.#surplus.all({ organisation, kept, most: droppedAtOnce + own.length }));
    }
    this.#dropOld(eventRetention, droppedAtOnce + events.length);
  }

  #addAll(events: readonly LedgerEvent[]): void {
    let newest = this.#newestPlace();
    for (const { organisation, type, vehicle, occurredAtUs, recordedAtUs, data } of events) {
      newest = nextStreamPlace(newest, { atMs: recordedAtUs / 1000, random80: random80() });
      const about =
        vehicle === null ? [null, null, null] : [vehicle.vehicleId, vehicle.fleetId, vehicle.tier];
      const text = JSON.stringify(data);
      this.#add.run(placeToBytes(newest), organisation, type, ...about, occurredAtUs, recordedAtUs, text);
    }
  }

  #dropOld({ keptSinceUs }: EventRetention, most: number): void {
    const before = placeToBytes(firstStreamPlaceOf(keptSinceUs / 1000));
    this.#dropAll(this.#old.all({ before, most }));
  }

  /** The newest event stays whatever its age: its id is what the next ones come after. */
  #dropAll(rows: readonly EventName[]): void {
    const newest = this.#newestPlace();
    for (const { id, organisation } of rows) {
      if (placeOfBytes(id) === newest) continue;
      this.#drop.run(id);
      this.#uncount.run(id, organisation);
    }
  }

  #newestPlace(): bigint | null {
    const row = this.#newest.get();
    return row === undefined ? null : placeOfBytes(row.id);
  }
}

interface EventName {
  readonly id: Uint8Array;
  readonly organisation: string;
}

function random80(): bigint {
  return BigInt(`0x${randomBytes(10).toString("hex")}`);
}
