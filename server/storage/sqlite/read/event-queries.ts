import type {
  EventPage,
  EventReader,
  EventSpan,
  RecordedEvent,
} from "../../../app/ports/reading/event-reader.ts";
import { bytesOfPosition, positionOfBytes } from "../place-bytes.ts";
import { parseStored } from "../prepare-query.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";

/** Events a question looks at, whatever its filter leaves of them. */
const lookedAtOnce = 5_000;
const beforeAll = new Uint8Array(16);

type EventAsk = Parameters<EventReader["readEvents"]>[0];

/** What happened, in the order of recording. */
export function eventQueries(database: ReadingDatabase): QueriesOf<EventReader> {
  return {
    readEvents: (ask) => database.together(() => readEvents(database, ask)),
    findEventSpan: (ask) => database.together(() => findEventSpan(database, ask)),
  };
}

function readEvents(database: ReadingDatabase, ask: EventAsk): EventPage {
  const { after, limit } = ask;
  const span = findEventSpan(database, { organisation: ask.scope?.organisation ?? null });
  const stretch = stretchOf(ask);
  const end = endOf(database, stretch);
  const rows = matchingRows(database, stretch, ask, end);
  const events = rows.slice(0, limit).map(recordedEvent);
  if (rows.length > limit) return { events, through: events.at(-1)?.id ?? after, isEnd: false, span };
  if (end !== null) return { events, through: positionOfBytes(end), isEnd: false, span };
  return { events, through: laterOf(span.newest, after), isEnd: true, span };
}

/** The events an ask is about before its filter, found by an index. */
interface Stretch {
  readonly condition: string;
  readonly values: {
    readonly organisation: string | null;
    readonly one: string | null;
    readonly after: Uint8Array;
  };
}

function stretchOf({ scope, filter, after }: EventAsk): Stretch {
  const organisation = scope?.organisation ?? null;
  const one =
    organisation !== null && filter.vehicleIds?.length === 1 ? (filter.vehicleIds[0] ?? null) : null;
  return {
    condition: `${whose(organisation)} AND ${one === null ? "TRUE" : "vehicle_id = :one"} AND id > :after`,
    values: { organisation, one, after: after === null ? beforeAll : bytesOfPosition(after) },
  };
}

/** How far to look when there is too much; null when all of it can be looked at. */
function endOf(database: ReadingDatabase, { condition, values }: Stretch): Uint8Array | null {
  const row = database
    .query<{ id: Uint8Array }>(
      `SELECT id FROM event WHERE ${condition} ORDER BY id LIMIT 1 OFFSET ${lookedAtOnce - 1}`,
    )
    .get(values);
  return row?.id ?? null;
}

/** One more than asked for, where there is one. */
function matchingRows(
  database: ReadingDatabase,
  { condition, values }: Stretch,
  { scope, filter, limit }: EventAsk,
  end: Uint8Array | null,
): readonly EventRow[] {
  return database
    .query<EventRow>(
      `SELECT * FROM event WHERE ${condition} AND ${end === null ? "TRUE" : "id <= :end"}
         AND ${isListed("type", "types")} AND ${isListed("vehicle_id", "vehicleIds")} AND ${isListed("tier", "tiers")}
         AND ${isListed("fleet_id", "fleets")}
       ORDER BY id LIMIT :limit`,
    )
    .all({
      ...values,
      end,
      types: listValue(filter.types),
      vehicleIds: listValue(filter.vehicleIds),
      tiers: listValue(filter.tiers),
      fleets: listValue(scope?.fleets ?? null),
      limit: limit + 1,
    });
}

function findEventSpan(
  database: ReadingDatabase,
  { organisation }: Parameters<EventReader["findEventSpan"]>[0],
): EventSpan {
  const row = database
    .query<{ id: Uint8Array | null }>(
      `SELECT max(gone_through) AS id FROM event_tally WHERE ${whose(organisation)}`,
    )
    .get({ organisation });
  const goneThrough = row?.id ? positionOfBytes(row.id) : null;
  return { newest: laterOf(newestPosition(database, organisation), goneThrough), goneThrough };
}

/** Of one organisation alone: when others had news is none of its business. */
function newestPosition(database: ReadingDatabase, organisation: string | null): string | null {
  const row = database
    .query<{ id: Uint8Array }>(`SELECT id FROM event WHERE ${whose(organisation)} ORDER BY id DESC LIMIT 1`)
    .get({ organisation });
  return row === undefined ? null : positionOfBytes(row.id);
}

/** Null for all organisations. */
function whose(organisation: string | null): string {
  return organisation === null ? "TRUE" : "organisation = :organisation";
}

/** A position that was given stays, even where nothing is left before it. */
function laterOf(newest: string | null, after: string | null): string | null {
  if (newest === null || after === null) return newest ?? after;
  return newest > after ? newest : after;
}

interface EventRow {
  readonly id: Uint8Array;
  readonly organisation: string;
  readonly type: RecordedEvent["type"];
  readonly vehicle_id: string | null;
  readonly fleet_id: string | null;
  readonly tier: NonNullable<RecordedEvent["vehicle"]>["tier"] | null;
  readonly occurred_us: number;
  readonly recorded_us: number;
  readonly data: string;
}

function recordedEvent(row: EventRow): RecordedEvent {
  const { vehicle_id: vehicleId, fleet_id: fleetId, tier } = row;
  const vehicle =
    vehicleId === null || fleetId === null || tier === null ? null : { vehicleId, fleetId, tier };
  // What was stored is what EventRows wrote: data and type go together.
  return {
    id: positionOfBytes(row.id),
    organisation: row.organisation,
    type: row.type,
    vehicle,
    occurredAtUs: row.occurred_us,
    recordedAtUs: row.recorded_us,
    data: parseStored<RecordedEvent["data"]>(row.data),
  } as RecordedEvent;
}
