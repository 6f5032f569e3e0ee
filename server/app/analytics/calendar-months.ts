/** Months of UTC that a time has a part in: when each begins, cut to the time. Milliseconds since 1970. */
export function calendarMonths(fromMs: number, toMs: number): readonly number[] {
  const months: number[] = [];
  const first = new Date(fromMs);
  for (let at = 0; at < longest; at += 1) {
    const beginMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at);
    if (beginMs >= toMs) break;
    months.push(Math.max(beginMs, fromMs));
  }
  return months;
}

/** A hundred years. */
const longest = 1_200;
