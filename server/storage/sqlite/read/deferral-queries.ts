import type { DeferralReader, DeferredMessage, DeferredTotals } from "../../../app/ports/deferral.ts";
import { parseStored } from "../prepare-query.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Messages of brokers that wait for room, oldest first. */
export function deferralQueries(database: ReadingDatabase): QueriesOf<DeferralReader> {
  return {
    countDeferred: () =>
      database
        .query<DeferredTotals>(
          `SELECT organisation, count(*) AS messages, sum(frames) AS frames, sum(length(payload)) AS bytes
           FROM deferred_message WHERE problem IS NULL GROUP BY organisation`,
        )
        .all({}),
    listDeferred({ organisation, messages, bytes }) {
      const found: DeferredMessage[] = [];
      let held = 0;
      const rows = database
        .query<DeferredRow>(
          `SELECT * FROM deferred_message WHERE organisation = :organisation AND problem IS NULL
           ORDER BY place LIMIT :messages`,
        )
        .iterate({ organisation, messages });
      for (const row of rows) {
        held += row.payload.length;
        if (found.length > 0 && held > bytes) break;
        found.push(messageOf(row));
      }
      return found;
    },
    listRefused: ({ messages }) =>
      database
        .query<DeferredRow>(
          "SELECT * FROM deferred_message WHERE problem IS NOT NULL ORDER BY place LIMIT :messages",
        )
        .all({ messages })
        .map(messageOf),
  };
}

interface DeferredRow {
  readonly place: number;
  readonly organisation: string;
  readonly key_id: string;
  readonly fleets: string | null;
  readonly broker: string;
  readonly source: string;
  readonly frames: number;
  readonly unreadable: number;
  readonly deferred_us: number;
  readonly problem: string | null;
  readonly payload: Uint8Array;
}

function messageOf(row: DeferredRow): DeferredMessage {
  const { place, organisation, broker, source, frames, unreadable, problem, payload } = row;
  const fleets = row.fleets === null ? null : parseStored<readonly string[]>(row.fleets);
  return {
    place,
    writer: { organisation, keyId: row.key_id, fleets },
    broker,
    source,
    payload,
    frames,
    unreadable,
    deferredAtUs: row.deferred_us,
    problem,
  };
}
