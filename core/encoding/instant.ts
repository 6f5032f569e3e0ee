/** RFC 3339 in UTC with exactly three fraction digits: the one spelling of a time in a bundle. Microseconds are cut off. */
export function formatInstant(atUs: number): string {
  return new Date(Math.floor(atUs / 1000)).toISOString();
}

const rfc3339Utc =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|\+00:00)$/;

/**
 * Microseconds since 1970 of an RFC 3339 time in UTC, digits beyond the microsecond cut off; null for anything else,
 * dates outside the calendar and leap seconds included. Years 1970 to 9998, as the contract takes them.
 */
export function parseInstant(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction] = rfc3339Utc.exec(text) ?? [];
  if (year === undefined || year < "1970" || year > "9998") return null;
  const wholeSeconds = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const atMs = Date.parse(`${wholeSeconds}.000Z`);
  // The platform rolls 30 February over to March; the round trip shows it.
  if (Number.isNaN(atMs) || new Date(atMs).toISOString() !== `${wholeSeconds}.000Z`) return null;
  return atMs * 1000 + Number((fraction ?? "").slice(0, 6).padEnd(6, "0"));
}

const capturedUtc = /^([0-9-]{10})[Tt]([0-9]{2}:[0-9]{2})(:[0-9]{2}(?:\.[0-9]{1,9})?)?(?:[Zz]|\+00:00)$/;

/** As `parseInstant`, in every spelling a frame may have: `t` and `z` in lower case, the seconds left out. */
export function parseCaptureTime(text: string): number | null {
  const [, date, minute, seconds = ":00"] = capturedUtc.exec(text) ?? [];
  return date === undefined ? null : parseInstant(`${date}T${minute!}${seconds}Z`);
}
