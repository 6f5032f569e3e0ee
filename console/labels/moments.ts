/** Times are shown in UTC, always: vehicles, evidence and operators are seldom in one time zone. */
export function utcMinute(timestamp: string): string {
  const at = new Date(timestamp);
  return Number.isNaN(at.getTime()) ? timestamp : `${day(at)} ${clock(at).slice(0, 5)} UTC`;
}

export function utcSecond(timestamp: string): string {
  const at = new Date(timestamp);
  return Number.isNaN(at.getTime()) ? timestamp : `${day(at)} ${clock(at)} UTC`;
}

/** For narrow columns under a heading that says UTC: `11-21 02:30`, and of another year than this one `2025-11-21 02:30`. */
export function utcShort(timestamp: string, nowMs = Date.now()): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  const isThisYear = at.getUTCFullYear() === new Date(nowMs).getUTCFullYear();
  return `${day(at).slice(isThisYear ? 5 : 0)} ${clock(at).slice(0, 5)}`;
}

/** Time of day alone, for what happened just now in this browser. */
export function utcClock(atMs: number): string {
  return clock(new Date(atMs));
}

/**
 * To the second, by the clock of whoever looks where that is another one, and how long ago:
 * `2026-11-23 14:16:05 UTC; here 2026-11-23 15:16:05 GMT+1; 3 h 2 min ago`. Null for what is no time.
 */
export function momentTitle(timestamp: string, nowMs: number, timeZone?: string): string | null {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return null;
  const ageS = (nowMs - at.getTime()) / 1000;
  const age = ageS < 0 ? `in ${duration(-ageS)}` : `${duration(ageS)} ago`;
  return [utcSecond(timestamp), ...hereAt(at, timeZone), age].join("; ");
}

/** Nothing where clocks show UTC. */
function hereAt(at: Date, timeZone: string | undefined): readonly string[] {
  const parts = new Intl.DateTimeFormat("en-GB", { ...everyField, timeZone }).formatToParts(at);
  const field = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  const offset = field("timeZoneName");
  if (/^(?:GMT|UTC)(?:\+0)?$/u.test(offset)) return [];
  const date = ["year", "month", "day"] as const;
  const time = ["hour", "minute", "second"] as const;
  return [`here ${date.map(field).join("-")} ${time.map(field).join(":")} ${offset}`];
}

const everyField = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "shortOffset",
} as const;

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

/** The same in a sentence, where nothing is counting: `10 min`, not `10 min 0 s`. */
export function durationInWords(seconds: number): string {
  return duration(seconds).replace(/ 0\u00a0\w+$/u, "");
}
