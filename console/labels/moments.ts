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

/** How long something has gone on, in its two largest units: "3 d 4 h", "12 s". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor(whole / 3_600) % 24, "h"],
    [Math.floor(whole / 60) % 60, "min"],
    [whole % 60, "s"],
  ] as const;
  const first = parts.findIndex(([value], place) => value > 0 || place === parts.length - 1);
  return parts
    .slice(first, first + 2)
    .map(([value, unit]) => `${value}\u00a0${unit}`)
    .join(" ");
}
