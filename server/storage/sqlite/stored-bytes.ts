import type { StoredBytes, StoredDay } from "../../app/ports/stored-bytes.ts";
import type { Query } from "./prepare-query.ts";

export interface StoredBytesQueries {
  readonly usage: Query<{ readonly storedBytes: number; readonly isAnnounced: number }>;
  readonly days: Query<StoredDay>;
}

export const storedUsage = `SELECT stored_bytes AS storedBytes,
    EXISTS (SELECT 1 FROM announced_storage WHERE organisation = :organisation) AS isAnnounced
  FROM organisation_usage WHERE organisation = :organisation`;

export const storedDays = `SELECT day, at_us AS atUs, stored_bytes AS storedBytes
  FROM stored_day WHERE organisation = :organisation ORDER BY day`;

/** What an organisation stores and stored, asked on whichever connection. */
export function storedBytesOf({ usage, days }: StoredBytesQueries, organisation: string): StoredBytes {
  const { storedBytes, isAnnounced } = usage.get({ organisation }) ?? { storedBytes: 0, isAnnounced: 0 };
  return { organisation, storedBytes, isAnnounced: isAnnounced === 1, days: days.all({ organisation }) };
}
