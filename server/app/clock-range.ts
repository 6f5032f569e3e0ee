import { captureTimeLimitUs, formatTime } from "../../core/encoding/instant.ts";

/** No clock that was ever set is before this: a machine without one wakes up in 1970 or on its firmware's birthday. */
const firstUsableUs = Date.UTC(2020, 0, 1) * 1_000;

const dayUs = 86_400_000_000;
/** A service may rest for a season; a clock that is a year ahead of all it ever received was more likely set wrong. */
const doubtfulAheadUs = 366 * dayUs;

/** The machine's clock says a time by which nothing can be dated. */
export class ClockFault extends Error {
  constructor(why: string) {
    super(why);
    this.name = "ClockFault";
  }
}

/** Why nothing may be dated by this clock; null where it may. Nothing is written meanwhile: what is dated stays so. */
export function whyClockIsUnusable(nowUs: number): string | null {
  if (nowUs >= firstUsableUs && nowUs < captureTimeLimitUs) return null;
  return (
    `The clock of the service's machine says ${formatTime(nowUs)}, outside ${formatTime(firstUsableUs)} to ` +
    `${formatTime(captureTimeLimitUs)}. Nothing is stored until it is set right.`
  );
}

/** What a clock is held against. Times in microseconds. */
export interface ClockWitnesses {
  /** What it says. */
  readonly nowUs: number;
  /** What it would say had it gone on evenly since the service began. */
  readonly expectedUs: number;
  /** Null before the first frame. */
  readonly newestReceiptUs: number | null;
}

/**
 * What an operator should look at before they trust this clock; null where nothing speaks against it. Nothing is
 * refused for it: a folder may have been at rest, and a clock that was ahead may have been set right.
 */
export function doubtAboutClock({ nowUs, expectedUs, newestReceiptUs }: ClockWitnesses): string | null {
  const movedUs = Math.abs(nowUs - expectedUs);
  if (movedUs > dayUs) {
    return `the clock was moved by ${Math.floor(movedUs / dayUs)} days while the service ran, from ${formatTime(Math.floor(expectedUs))} to ${formatTime(nowUs)}: what was received since then has that time`;
  }
  if (newestReceiptUs === null) return null;
  const days = Math.floor(Math.abs(nowUs - newestReceiptUs) / dayUs);
  const newest = `the newest frame was received ${formatTime(newestReceiptUs)}, the clock says ${formatTime(nowUs)}`;
  if (nowUs - newestReceiptUs > doubtfulAheadUs) {
    return `the clock is ${days} days ahead of all that was received: ${newest}. Set it before more is received, unless the service was at rest so long`;
  }
  if (newestReceiptUs - nowUs > dayUs) {
    return `frames were received ${days} days ahead of the clock: ${newest}. Either it is wrong now, or it was wrong then`;
  }
  return null;
}
