/** Capture time in microseconds, or why the text is not one. */
export type ParsedTime =
  | { readonly kind: "time"; readonly timestampUs: number }
  | { readonly kind: "fault"; readonly detail: string };

/**
 * Reads a date-time in UTC as RFC 3339 and ISO 8601 write it: `T` and `Z` in either case, `+00:00` for `Z`, the seconds
 * left out or with 0 to 9 fraction digits of which those beyond the microsecond are not compared; a real calendar date
 * of the years 1970 to 9999. Microseconds are exact up to the year 2255, where they pass 2⁵³.
 */
export function parseTime(text: string): ParsedTime {
  if (!hasTimeForm(text)) return { kind: "fault", detail: whyNoTimeForm(text) };
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = hasSeconds(text) ? twoDigits(text, 17) : 0;
  const detail = dateFault(text, year, month, day) ?? clockFault(hour, minute, second);
  if (detail !== null) return { kind: "fault", detail };
  const seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  return { kind: "time", timestampUs: seconds * 1_000_000 + fractionUs(text) };
}

function dateFault(text: string, year: number, month: number, day: number): string | null {
  if (year < firstYear || year > lastYear) return `the year must be from ${firstYear} to ${lastYear}`;
  if (month < 1 || month > 12) return "the month must be from 01 to 12";
  if (day < 1 || day > daysIn(year, month)) return `${text.slice(0, 10)} is not a date of the calendar`;
  return null;
}

function clockFault(hour: number, minute: number, second: number): string | null {
  if (hour > 23) return "the hour must be from 00 to 23";
  if (minute > 59) return "the minute must be from 00 to 59";
  if (second > 59) return "the second must be from 00 to 59; a leap second is sent as second 59";
  return null;
}

/** Microseconds of a capture time in whatever spelling a frame may have; null for anything else and from the year 9999 on. */
export function parseCaptureTime(text: string): number | null {
  const time = parseTime(text);
  return time.kind === "time" && time.timestampUs < lastYearUs ? time.timestampUs : null;
}

/**
 * The same with an offset from UTC, as ISO 8601 writes it: `+05:30`, `+0530`, `+05`. `utc` is the time in UTC: as it was
 * written where it was written so, else as `formatTime` writes it.
 */
export function parseZonedTime(
  text: string,
):
  | (Extract<ParsedTime, { kind: "time" }> & { readonly utc: string })
  | Extract<ParsedTime, { kind: "fault" }> {
  const time = parseTime(text);
  if (time.kind === "time") return { ...time, utc: text };
  const zoned = text.length <= longestTime ? offsetForm.exec(text) : null;
  if (zoned === null) return time;
  const [, clock, sign, hours, minutes = "00"] = zoned;
  const local = parseTime(`${clock}Z`);
  if (local.kind === "fault") return local;
  const offsetMinutes = Number(hours) * 60 + Number(minutes);
  if (Number(hours) > 23 || Number(minutes) > 59) {
    return { kind: "fault", detail: "the offset from UTC must be less than 24 hours" };
  }
  const timestampUs = local.timestampUs - (sign === "-" ? -1 : 1) * offsetMinutes * minuteUs;
  if (timestampUs < 0) return { kind: "fault", detail: `the year must be from ${firstYear} to ${lastYear}` };
  return { kind: "time", timestampUs, utc: formatTime(timestampUs) };
}

/** A time in UTC where it was written with an offset; anything else as it is. */
export function inUtc(text: string): string {
  const time = parseZonedTime(text);
  return time.kind === "time" ? time.utc : text;
}

/** A date with hour and minute at least, and an offset. */
const offsetForm = /^(.{16,29})([+-])(\d\d)(?::?(\d\d))?$/;
const longestTime = 35;
const minuteUs = 60_000_000;

/** The same by the letter of RFC 3339: with seconds, `T` and `Z` in upper case. */
export function parseInstant(text: string): number | null {
  return text[10] === "T" && hasSeconds(text) && !text.endsWith("z") ? parseCaptureTime(text) : null;
}

/** RFC 3339 in UTC with exactly three fraction digits: the one spelling of a time in a bundle. Microseconds are cut off. */
export function formatInstant(atUs: number): string {
  return new Date(Math.floor(atUs / 1000)).toISOString();
}

/** 2200-01-01: no time from here on is taken, well before microseconds pass 2⁵³ and are exact no more. */
export const captureTimeLimitUs = Date.UTC(2200, 0, 1) * 1000;

const lastYearUs = Date.UTC(9999, 0, 1) * 1000;
/** What a clock gone wrong may have left is written as the last instant that has a year of four digits. */
const lastInstantUs = Date.UTC(9999, 11, 31, 23, 59, 59, 999) * 1000;

/** The time as the service writes it: `Z`, three fraction digits, or six when the time is not whole milliseconds. */
export function formatTime(timestampUs: number): string {
  const writtenUs = Math.min(timestampUs, lastInstantUs);
  const wholeMs = Math.floor(writtenUs / 1000);
  const restUs = writtenUs - wholeMs * 1000;
  const text = new Date(wholeMs).toISOString();
  return restUs === 0 ? text : `${text.slice(0, -1)}${String(restUs).padStart(3, "0")}Z`;
}

const firstYear = 1970;
const lastYear = 9999;
const zero = 48;

/** Whether digits and separators are where they must be; written out because it runs for every frame. */
function hasTimeForm(text: string): boolean {
  if (text.length < 17 || text.length > longestTime || !hasMinuteForm(text)) return false;
  if (!hasSeconds(text)) return isUtc(text, 16);
  if (!hasDigits(text, placesOfSecond)) return false;
  const zoneAt = endOfFraction(text);
  if (text[19] === "." && (zoneAt === 20 || zoneAt > 29)) return false;
  return isUtc(text, zoneAt);
}

function hasMinuteForm(text: string): boolean {
  const hasSeparators = text[4] === "-" && text[7] === "-" && isLetter(text, 10, "T") && text[13] === ":";
  return hasSeparators && hasDigits(text, placesToMinute);
}

const placesToMinute = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15];
const placesOfSecond = [17, 18];

function hasDigits(text: string, places: readonly number[]): boolean {
  for (const at of places) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

function hasSeconds(text: string): boolean {
  return text[16] === ":";
}

/** RFC 3339 lets `T` and `Z` be written small. */
function isLetter(text: string, at: number, letter: "T" | "Z"): boolean {
  return text[at] === letter || text[at] === letter.toLowerCase();
}

function isUtc(text: string, at: number): boolean {
  return text.length === at + 1 ? isLetter(text, at, "Z") : text.slice(at) === "+00:00";
}

function endOfFraction(text: string): number {
  if (text[19] !== ".") return 19;
  let at = 20;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function fractionUs(text: string): number {
  if (!hasSeconds(text)) return 0;
  let us = 0;
  const end = Math.min(endOfFraction(text), 26);
  for (let at = 20; at < end; at += 1) us = us * 10 + (text.charCodeAt(at) - zero);
  for (let missing = end < 20 ? 6 : 26 - end; missing > 0; missing -= 1) us *= 10;
  return us;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
}

/** Days from 1970-01-01, by counting years from 1 March so that the leap day comes last (Hinnant, "chrono-compatible low-level date algorithms"). */
function daysSince1970(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? month - 3 : month + 9;
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The likeliest reason first, and what to write instead. */
function whyNoTimeForm(text: string): string {
  const wanted = "write it like 2025-03-01T08:00:00.000Z";
  if (/[+-]\d\d:?\d\d$/.test(text) && !text.endsWith("+00:00"))
    return `it must be in UTC, not with an offset; ${wanted}`;
  if (/^\d{4}-\d\d-\d\d /.test(text)) return `date and time are joined by a T; ${wanted}`;
  if (/^\d{4}-\d\d-\d\d[Tt][\d:.]+$/.test(text)) return `the Z for UTC is missing; ${wanted}`;
  if (/\.\d{10,}/.test(text)) return `at most 9 fraction digits are taken; ${wanted}`;
  return `it is not an RFC 3339 date-time in UTC; ${wanted}`;
}
