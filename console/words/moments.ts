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

/** `2 h 10 min`, `3 d 4 h`, `45 s`: two units at most, the rest adds nothing to a decision. */
export function duration(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1000));
  if (seconds < 60) return `${seconds}${noBreakSpace}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${noBreakSpace}min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined(hours, "h", minutes % 60, "min");
  return joined(Math.floor(hours / 24), "d", hours % 24, "h");
}

const noBreakSpace = "\u00a0";

function joined(whole: number, wholeUnit: string, rest: number, restUnit: string): string {
  const first = `${whole}${noBreakSpace}${wholeUnit}`;
  return rest === 0 ? first : `${first}${noBreakSpace}${rest}${noBreakSpace}${restUnit}`;
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function clock(at: Date): string {
  return at.toISOString().slice(11, 19);
}
