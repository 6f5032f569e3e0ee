import type { ExpiringKey, NoticeReader, SilencePlace } from "../../../app/ports/reading/notice-reader.ts";
import type { VehicleName } from "../../../app/ports/vehicle-summary.ts";
import { expiringKeys } from "../expiring-keys.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Vehicles and organisations a question looks at. */
const vehiclesAtOnce = 2_000;
const organisationsAtOnce = 200;
const minuteUs = 60_000_000;

type SilenceAsk = Parameters<NoticeReader["findSilent"]>[0];

/** What no frame tells, by the indexes of when vehicles sent frames and when keys expire. */
export function noticeQueries(database: ReadingDatabase): QueriesOf<NoticeReader> {
  return {
    findNewestReceipt: () =>
      database
        .query<{ receivedUs: number }>(
          "SELECT received_us AS receivedUs FROM frame ORDER BY position DESC LIMIT 1",
        )
        .get({})?.receivedUs ?? null,
    findSilent: (ask) => database.together(() => findSilent(database, ask)),
    findEndedSnoozes: (ask) => database.query<VehicleName>(endedSnoozes).all(ask),
    findExpiringKeys: ({ nowUs }) => database.query<ExpiringKey>(expiringKeys).all({ nowUs }),
  };
}

/** An organisation at a time, since the index begins with it. */
const endedSnoozes = `SELECT work.organisation, vehicle.vehicle_id AS vehicleId
  FROM organisation_usage AS usage CROSS JOIN vehicle_work AS work ON work.organisation = usage.organisation
    AND work.snoozed_until_us <= :nowUs
  JOIN vehicle ON vehicle.vehicle_key = work.vehicle_key LIMIT :limit`;

type FoundSilent = ReturnType<QueriesOf<NoticeReader>["findSilent"]>;

function findSilent(database: ReadingDatabase, ask: SilenceAsk): FoundSilent {
  const vehicles: VehicleName[] = [];
  const organisations = organisationsFrom(database, ask.after?.organisation ?? "");
  for (const organisation of organisations) {
    const rows = receivedRows(database, ask, organisation);
    const silent = rows.filter((row) => isSilent(row, ask));
    vehicles.push(...silent.map(({ vehicleId }) => ({ organisation, vehicleId })));
    const more = rows[vehiclesAtOnce - 1];
    if (more !== undefined) return { vehicles, next: { organisation, ...placeOf(more) } };
  }
  const last = organisations[organisationsAtOnce - 1];
  return { vehicles, next: last === undefined ? null : { organisation: last, ...endOfMinutes } };
}

function placeOf({
  minute,
  vehicleKey,
}: Pick<ReceivedRow, "minute" | "vehicleKey">): Pick<SilencePlace, "minute" | "vehicleKey"> {
  return { minute, vehicleKey };
}

/** Behind every vehicle of an organisation. */
const endOfMinutes = { minute: Number.MAX_SAFE_INTEGER, vehicleKey: Number.MAX_SAFE_INTEGER };

function organisationsFrom(database: ReadingDatabase, from: string): readonly string[] {
  return database
    .query<{ organisation: string }>(
      "SELECT organisation FROM organisation_usage WHERE organisation >= :from ORDER BY organisation LIMIT :limit",
    )
    .all({ from, limit: organisationsAtOnce })
    .map(({ organisation }) => organisation);
}

interface ReceivedRow {
  readonly minute: number;
  readonly vehicleKey: number;
  readonly vehicleId: string;
  readonly lastReceivedUs: number;
  readonly silentSinceUs: number | null;
}

function receivedRows(
  database: ReadingDatabase,
  { sinceUs, silentBeforeUs, after }: SilenceAsk,
  organisation: string,
): readonly ReceivedRow[] {
  const place = after?.organisation === organisation ? after : { minute: -1, vehicleKey: -1 };
  return database
    .query<ReceivedRow>(
      `SELECT minute, vehicle_key AS vehicleKey, vehicle_id AS vehicleId, last_received_us AS lastReceivedUs,
         silent_since_us AS silentSinceUs
       FROM vehicle_received JOIN vehicle USING (vehicle_key)
       WHERE vehicle_received.organisation = :organisation AND minute BETWEEN :first AND :last
         AND (minute, vehicle_key) > (:minute, :vehicleKey)
       ORDER BY minute, vehicle_key LIMIT :limit`,
    )
    .all({
      organisation,
      first: Math.floor(sinceUs / minuteUs),
      last: Math.floor(silentBeforeUs / minuteUs),
      ...placeOf(place),
      limit: vehiclesAtOnce,
    });
}

function isSilent(
  { lastReceivedUs, silentSinceUs }: ReceivedRow,
  { sinceUs, silentBeforeUs }: SilenceAsk,
): boolean {
  return silentSinceUs === null && lastReceivedUs >= sinceUs && lastReceivedUs < silentBeforeUs;
}
