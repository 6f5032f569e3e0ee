/** Times are shown in UTC, always: vehicles, evidence and operators are seldom in one time zone. */
export function utcMinute(timestamp: string): string {
  const at = new Date(timestamp);
  return Number.isNaN(at.getTime()) ? timestamp : `${day(at)} ${clock(at).slice(0, 5)} UTC`;
}

export function utcSecond(timestamp: string): string {
  const at = new Date(timestamp);
  return Number.isNaN(at.getTime()) ? timestamp : `${day(at)} ${clock(at)} UTC`;
}

/** Without the year, for narrow columns under a heading that says UTC: `11-21 02:30`. */
export function utcShort(timestamp: string): string {
  const at = new Date(timestamp);
  return Number.isNaN(at.getTime()) ? timestamp : `${day(at).slice(5)} ${clock(at).slice(0, 5)}`;
}

/** Time of day alone, for what happened just now in this browser. */
export function utcClock(atMs: number): string {
  return clock(new Date(atMs));
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function clock(at: Date): string {
  return at.toISOString().slice(11, 19);
}
