import type { StoredBytes } from "../ports/stored-bytes.ts";

export const dayUs = 86_400_000_000;

/** From here on it is said that storage is nearly full. */
const nearlyFullShare = 0.8;

export function nearlyFullBytes(limitBytes: number): number {
  return Math.ceil(limitBytes * nearlyFullShare);
}

/**
 * The day (UTC) on which the storage is full if it goes on as over the last week, `YYYY-MM-DD`; today where it is full.
 * Null where that cannot be said: before there is a day of history, and where nothing is added.
 */
export function fullOn(
  { storedBytes, days }: Pick<StoredBytes, "storedBytes" | "days">,
  { limitBytes, nowUs }: { readonly limitBytes: number; readonly nowUs: number },
): string | null {
  if (storedBytes >= limitBytes) return dateOf(nowUs);
  const first = days.find(({ atUs }) => atUs >= nowUs - historyDays * dayUs);
  if (first === undefined || nowUs - first.atUs < dayUs) return null;
  const addedBytes = storedBytes - first.storedBytes;
  if (addedBytes <= 0) return null;
  const leftUs = ((limitBytes - storedBytes) / addedBytes) * (nowUs - first.atUs);
  return leftUs < farthestDays * dayUs ? dateOf(nowUs + leftUs) : null;
}

/** A day more than a week: a day is first looked at some time in it. */
const historyDays = 8;
/** Beyond that nobody plans. */
const farthestDays = 3_652;

function dateOf(atUs: number): string {
  return new Date(atUs / 1_000).toISOString().slice(0, 10);
}
