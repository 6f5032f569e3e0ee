import { isProvisional } from "../breach/is-provisional.ts";
import type { ProvisionalVerdict } from "../model/score.ts";
import type { Breach } from "../model/state.ts";
import type { Drift } from "../model/standing.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";

/* What is said of a frame, of a breach and of a vehicle as it stands is said with the same digits. */

/** W; null where no start of a change is likelier than none. */
export function statedNats(nats: number | null): number | null {
  return nats === null ? null : sixDigits(nats);
}

/** A length in metres that was stated so: the same digits. */
export function inMillimetres(metres: number): number {
  return sixDigits(1000 * metres);
}

export type StatedDrift = Omit<Drift, "blocks">;

/** Null where there is no estimate. */
export function statedDrift(drift: Drift | null): StatedDrift | null {
  if (drift === null) return null;
  const { amount, sd, parts, partSds } = drift;
  return {
    amount: sixDigits(amount),
    sd: sixDigits(sd),
    parts: parts.map(sixDigits),
    partSds: partSds.map(sixDigits),
  };
}

/** What an open breach rests on until it is confirmed; null from then on. */
export function statedVerdict(breach: Breach | null): ProvisionalVerdict | null {
  if (!isProvisional(breach)) return null;
  const { verdict } = breach!.early!;
  return {
    ...verdict,
    correlation: sixDigits(verdict.correlation),
    statistic: sixDigits(verdict.statistic),
    drift: sixDigits(verdict.drift),
    driftSd: sixDigits(verdict.driftSd),
  };
}
