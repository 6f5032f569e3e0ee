import { InvalidArgumentError } from "commander";
import { parseTime } from "../../core/encoding/instant.ts";

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

/** Reads a time in UTC, as frames have it, and gives it in microseconds since 1970. */
export function readTimeUs(text: string): number {
  const time = parseTime(text);
  if (time.kind === "time") return time.timestampUs;
  throw new InvalidArgumentError(`${capitalised(time.detail)}.`);
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
