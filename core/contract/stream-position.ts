/** Crockford's base32: no letters that look like digits, and its text sorts as the bytes do. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const prefix = "evt_";
const digitCount = 26;
const form = new RegExp(`^${prefix}[0-7][${digits}]{${digitCount - 1}}$`);

/**
 * Place of an event among all events of a service: 128 bits, of which the first 48 are the milliseconds since 1970 when it
 * was recorded (as in a ULID). Later events have greater ones, even where the clock was set back.
 */
export type StreamPlace = bigint;

/** The id of the event at this place. */
export function streamPositionOf(place: StreamPlace): string {
  let text = "";
  let rest = place;
  for (let at = 0; at < digitCount; at += 1) {
    text = digits.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return prefix + text;
}

/** The position before every event there ever is. */
export const beforeAllEvents = streamPositionOf(0n);

/** Null for a text that is no event's id. */
export function placeOfStreamPosition(position: string): StreamPlace | null {
  if (!form.test(position)) return null;
  let place = 0n;
  for (const digit of position.slice(prefix.length)) place = (place << 5n) | BigInt(digits.indexOf(digit));
  return place;
}

/** The first place an event of this millisecond may have. */
export function firstStreamPlaceOf(atMs: number): StreamPlace {
  return BigInt(Math.max(0, Math.floor(atMs))) << 80n;
}

/** The next place: of this millisecond, by what was drawn, or right after the newest one where the clock stands or goes back. */
export function nextStreamPlace(
  newest: StreamPlace | null,
  { atMs, random80 }: { readonly atMs: number; readonly random80: bigint },
): StreamPlace {
  const place = firstStreamPlaceOf(atMs) | random80;
  return newest !== null && place <= newest ? newest + 1n : place;
}
