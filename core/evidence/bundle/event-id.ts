const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const suffixLength = 12;

/** Bytes of randomness an id takes. */
export const eventIdRandomBytes = 8;

/**
 * `EVB-<UTC date of the breach>-<60 random bits>`. Random, so that an id does not show how much evidence there is.
 * `detectedAt` is an RFC 3339 UTC time; `random` is eight bytes, of which four bits stay unused. Signed statements of a
 * state are named the same way, by the date of their issue.
 */
export function formatEventId(detectedAt: string, random: Uint8Array, prefix: "EVB" | "STM" = "EVB"): string {
  if (random.length !== eventIdRandomBytes) throw new RangeError("an event id takes eight random bytes");
  let bits = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let suffix = "";
  while (suffix.length < suffixLength) {
    suffix = crockford.charAt(Number(bits & 31n)) + suffix;
    bits >>= 5n;
  }
  return `${prefix}-${eventIdDate(detectedAt)}-${suffix}`;
}

/** The date an id of that time carries. */
export function eventIdDate(detectedAt: string): string {
  return detectedAt.slice(0, 10).replaceAll("-", "");
}
