import type { CurveMemo, Memos } from "./standing.ts";

/** Nothing is at hand of a test. */
export function noCurveMemo(): CurveMemo {
  return { last: null, frozen: null };
}

/** What is at hand of a vehicle before its first block. */
export function noMemos(): Memos {
  return { calibration: noCurveMemo(), confidence: noCurveMemo(), settings: null };
}
