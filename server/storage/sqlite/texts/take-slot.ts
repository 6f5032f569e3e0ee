import { longestFraction, microDigits, mostDigits, sink } from "./text-numbers.ts";
import { secondAt, secondLength } from "./written-second.ts";

/** In place of where a number or a time ends: none is there, or none that would come back. */
export const nowhere = -1;

/** A place for a number, or for a time up to its zone. */
export type Slot = { readonly kind: "number" } | { readonly kind: "time"; readonly offsetUs: number };

/** What fills the slot, from `at` on, goes into the sink. Returns where it ends. */
export function takeSlot(text: string, at: number, slot: Slot): number {
  if (slot.kind === "time") return takeTime(text, at, slot.offsetUs);
  const end = takePlainNumber(text, at);
  return end === nowhere ? takeUnusualNumber(text, at) : end;
}

const numberToken = /-?\d[\d.eE+-]*/y;

function takeUnusualNumber(text: string, at: number): number {
  numberToken.lastIndex = at;
  const token = numberToken.exec(text)?.[0];
  if (token === undefined) return nowhere;
  sink.unusual(token);
  return at + token.length;
}

const [digit0, digit9, point, minus] = [48, 57, 46, 45];

/** One without an exponent, read digit by digit because every frame has a dozen. */
function takePlainNumber(text: string, from: number): number {
  const isNegative = text.charCodeAt(from) === minus;
  const begin = isNegative ? from + 1 : from;
  read.digits = 0;
  const wholeEnd = readDigits(text, begin);
  const hasPoint = text.charCodeAt(wholeEnd) === point;
  const end = hasPoint ? readDigits(text, wholeEnd + 1) : wholeEnd;
  const whole = wholeEnd - begin;
  const places = hasPoint ? end - wholeEnd - 1 : nowhere;
  if (!isKept(whole, places) || isPadded(text, begin, whole) || goesOn(text, end)) return nowhere;
  sink.plain(read.digits, { isNegative, places: Math.max(0, places) });
  return end;
}

/** The whole number of the digits read so far: no object is made for a number. */
const read = { digits: 0 };

function readDigits(text: string, from: number): number {
  let { digits } = read;
  let end = from;
  for (let code = text.charCodeAt(end); isDigit(code); code = text.charCodeAt(end)) {
    digits = digits * 10 + (code - digit0);
    end += 1;
  }
  read.digits = digits;
  return end;
}

/** Whether these many digits come back out of one whole number; `nowhere` for one without a point. */
function isKept(whole: number, places: number): boolean {
  if (whole === 0 || places === 0) return false;
  return whole + Math.max(0, places) <= mostDigits && places <= longestFraction;
}

/** Whether a zero stands before other digits, which would not come back. */
function isPadded(text: string, begin: number, whole: number): boolean {
  return whole > 1 && text.charCodeAt(begin) === digit0;
}

/** Whether what stands here belongs to a number, too. */
function goesOn(text: string, at: number): boolean {
  return at < text.length && ".eE+-".includes(text.charAt(at));
}

/** A time up to its zone. */
function takeTime(text: string, at: number, offsetUs: number): number {
  const secondMs = secondAt(text, at);
  if (secondMs === null) return nowhere;
  const end = at + secondLength;
  if (text.charCodeAt(end) !== point) {
    sink.time(secondMs - offsetUs / 1000, { micros: 0, digits: 0, beyondMicros: 0 });
    return end;
  }
  const digits = countDigits(text, end + 1);
  if (digits === 0) return nowhere;
  const known = Math.min(digits, microDigits);
  const micros = numberAt(text, end + 1, known) * 10 ** (microDigits - known);
  const beyondMicros = numberAt(text, end + 1 + microDigits, digits - known);
  sink.time(secondMs - offsetUs / 1000, { micros, digits, beyondMicros });
  return end + 1 + digits;
}

const finestFraction = 9;

function countDigits(text: string, from: number): number {
  let digits = 0;
  while (digits < finestFraction && isDigit(text.charCodeAt(from + digits))) digits += 1;
  return digits;
}

/** The whole number of so many digits; 0 of none. */
function numberAt(text: string, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at += 1) value = value * 10 + (text.charCodeAt(at) - digit0);
  return value;
}

function isDigit(code: number): boolean {
  return code >= digit0 && code <= digit9;
}
