/**
 * Seconds that `Retry-After` asks for (RFC 9110, 10.2.3); null where it asks for none. A date counts from the answer's own
 * `Date`, so that a clock that is wrong on either side does not matter.
 */
export function retryAfterS(headers: Headers, nowMs: number): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/u.test(value)) return Number(value);
  if (!looksLikeDate.test(value)) return null;
  const untilMs = Date.parse(value);
  const sentMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(untilMs)) return null;
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs)) / 1000;
}

/** `Wed, 21 Oct 2015 07:28:00 GMT`, and the two obsolete forms; `Date.parse` alone takes much else for a date. */
const looksLikeDate = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/u;
