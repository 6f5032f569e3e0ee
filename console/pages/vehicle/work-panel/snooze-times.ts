/** How long a vehicle is left alone, as people say it; the longest the service takes is 400 days. */
export const snoozeTimes = [
  { name: "4 hours", hours: 4 },
  { name: "1 day", hours: 24 },
  { name: "3 days", hours: 72 },
  { name: "1 week", hours: 168 },
  { name: "4 weeks", hours: 672 },
] as const;

/** The end of a snooze of so many hours, as the service takes it. */
export function snoozedUntil(hours: number, nowMs: number): string {
  return new Date(nowMs + hours * 3_600_000).toISOString();
}
