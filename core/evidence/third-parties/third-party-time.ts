import { failed, missing, type Finding } from "../verify/verification-report.ts";

/** How far apart the clocks of two honest parties may be. */
export const clockSkewUs = 300_000_000;

/** What third parties of one kind state of when a bundle existed. */
export interface ThirdPartyTime {
  readonly finding: Finding;
  /** The evidence existed then at the latest, microseconds since 1970; null when no third party states a time. */
  readonly notAfterUs: number | null;
}

/** A statement that does not hold, so that none is taken. */
export function brokenTime(detail: string): ThirdPartyTime {
  return { finding: failed(detail), notAfterUs: null };
}

/** A statement that could not be checked here. */
export function openTime(reason: string): ThirdPartyTime {
  return { finding: missing(reason, { required: false }), notAfterUs: null };
}
