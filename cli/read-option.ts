import { InvalidArgumentError } from "commander";

/** Reads a whole number of an option, or says what it has to be. */
export function readWholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads a number of an option, or says what it has to be. */
export function readNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

/** Reads a time in UTC and gives it in microseconds since 1970. */
export function readTimeUs(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/u.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(ms)) return ms * 1000;
  throw new InvalidArgumentError("It must be a time in UTC, for example 2026-01-05T08:00:00Z.");
}
