import { formatInstant } from "../../../core/encoding/instant.ts";
import { dayUs, fullOn, nearlyFullBytes } from "../fleet/storage-forecast.ts";
import type { Changes } from "../ports/changes.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";
import type { ExpiringKey } from "../ports/reading/notice-reader.ts";
import type { StorageNote, StoredBytes } from "../ports/stored-bytes.ts";
import type { Transaction } from "../ports/transaction.ts";
import type { VehicleName, VehicleSummary } from "../ports/vehicle-summary.ts";
import type { SilenceRequest, WriteRequest } from "../ports/write-request.ts";
import { nameAndTier } from "./events-of-entry.ts";
import { nameKey } from "./known-vehicles.ts";

/** What a batch announces by the clock, and what it notes of it so that it is announced once. */
export interface StagedNotices {
  readonly vehicles: readonly VehicleSummary[];
  readonly keyWarnings: Changes["keyWarnings"];
  readonly storage: readonly StorageNote[];
  readonly events: readonly LedgerEvent[];
}

/** Looks again, within the transaction, at what was found outside it: whoever sends a frame meanwhile is not silent. */
export async function stageNotices(
  requests: readonly WriteRequest[],
  transaction: Pick<Transaction, "lockVehicles" | "findExpiringKeys" | "findStoredBytes">,
  { received, nowUs, limitBytes }: NoticeNeeds,
): Promise<StagedNotices> {
  const silences = requests.filter((request) => request.kind === "silence");
  const silent = await silentVehicles(silences, transaction, received);
  const isAsked = requests.some(({ kind }) => kind === "key-expiry");
  const keys = isAsked ? await transaction.findExpiringKeys({ nowUs }) : [];
  const stored = await transaction.findStoredBytes(
    requests.flatMap((request) => (request.kind === "storage" ? request.organisations : [])),
  );
  const storage = stored.map((one) => noteOf(one, { limitBytes, nowUs }));
  const filled = stored.filter((one, at) => storage[at]!.isAnnounced && !one.isAnnounced);
  return {
    storage,
    vehicles: silent.map(({ vehicle }) => ({ ...vehicle, silentSinceUs: vehicle.lastReceivedUs })),
    keyWarnings: keys,
    events: [
      ...silent.map((one) => silenceOf(one, nowUs)),
      ...keys.map((key) => expiryOf(key, nowUs)),
      ...filled.map((one) => nearlyFullOf(one, { limitBytes, nowUs })),
    ],
  };
}

interface NoticeNeeds {
  readonly received: (name: VehicleName) => boolean;
  readonly nowUs: number;
  /** What an organisation may store. */
  readonly limitBytes: number;
}

type Measured = Pick<NoticeNeeds, "limitBytes" | "nowUs">;

function noteOf({ organisation, storedBytes }: StoredBytes, { limitBytes, nowUs }: Measured): StorageNote {
  return {
    organisation,
    today: { day: Math.floor(nowUs / dayUs), atUs: nowUs, storedBytes },
    isAnnounced: storedBytes >= nearlyFullBytes(limitBytes),
  };
}

function nearlyFullOf(stored: StoredBytes, { limitBytes, nowUs }: Measured): LedgerEvent {
  return {
    type: "storage.nearly_full",
    organisation: stored.organisation,
    vehicle: null,
    occurredAtUs: nowUs,
    recordedAtUs: nowUs,
    data: {
      stored_bytes: stored.storedBytes,
      limit_bytes: limitBytes,
      full_on: fullOn(stored, { limitBytes, nowUs }),
    },
  };
}

interface SilentVehicle {
  readonly vehicle: VehicleSummary;
  readonly silentAfterS: number;
}

async function silentVehicles(
  silences: readonly SilenceRequest[],
  transaction: Pick<Transaction, "lockVehicles">,
  received: (name: VehicleName) => boolean,
): Promise<readonly SilentVehicle[]> {
  const asked = new Map(
    silences.flatMap((silence) =>
      silence.vehicles.map((name) => [nameKey(name), { name, silence }] as const),
    ),
  );
  const quiet = [...asked]
    .filter(([, { name }]) => !received(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  if (quiet.length === 0) return [];
  const found = await transaction.lockVehicles(quiet.map(([, { name }]) => name));
  return quiet.flatMap(([, { silence }], at) => {
    const vehicle = found[at] ?? null;
    const isNews =
      vehicle !== null && vehicle.silentSinceUs === null && vehicle.lastReceivedUs < silence.silentBeforeUs;
    return isNews ? [{ vehicle, silentAfterS: silence.silentAfterS }] : [];
  });
}

function silenceOf({ vehicle, silentAfterS }: SilentVehicle, nowUs: number): LedgerEvent {
  return {
    type: "vehicle.silent",
    organisation: vehicle.organisation,
    vehicle: nameAndTier(vehicle),
    occurredAtUs: nowUs,
    recordedAtUs: nowUs,
    data: { last_received_at: formatInstant(vehicle.lastReceivedUs), silent_after_s: silentAfterS },
  };
}

function expiryOf({ organisation, publicId, name, expiresAtUs }: ExpiringKey, nowUs: number): LedgerEvent {
  const days = Math.ceil((expiresAtUs - nowUs) / dayUs);
  return {
    type: "key.expiring",
    organisation,
    vehicle: null,
    occurredAtUs: nowUs,
    recordedAtUs: nowUs,
    data: { key_id: publicId, name, expires_at: formatInstant(expiresAtUs), days_left: days },
  };
}
