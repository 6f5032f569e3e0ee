import { probabilityBeyond } from "./judge-tier.ts";
import type { TierCase } from "./judge-tier.ts";
import { exp } from "../numeric/exp.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { TierState } from "../model/state.ts";

/** Probability that the stated tier is right: that there is a change (or none), and that it is as large as the tier says. */
export function judgeConfidence(
  { tier, reason }: Pick<TierState, "tier" | "reason">,
  facts: Pick<TierCase, "breached" | "nats" | "drifts" | "posterior" | "absolute">,
  settings: ScoringSettings,
): number {
  const changed = probabilityOfChange(facts, settings);
  switch (tier) {
    case "UNKNOWN":
      return 0.5;
    case "NOMINAL": {
      const everySensor = { ...facts, posterior: [1, 1, 1] };
      return (1 - changed) * (1 - probabilityBeyond(everySensor, "caution", 1, settings));
    }
    case "CAUTION":
      return Math.max(
        changed * (1 - probabilityBeyond(facts, "critical", 1, settings)),
        facts.absolute.level === "within" ? 0 : absoluteCertainty,
      );
    case "CRITICAL":
      // Lasting certainty states a drift beyond the CAUTION limit, and that it is no matter of chance.
      return Math.max(
        changed *
          probabilityBeyond(facts, reason === "sustained_evidence" ? "caution" : "critical", 1, settings),
        facts.absolute.level === "critical" ? absoluteCertainty : 0,
      );
  }
}

/** The absolute check speaks only from this probability on. */
const absoluteCertainty = 0.9;

/**
 * Before a breach, e^W is the ratio of the likelihoods with and without a change, by construction. Once W has crossed its
 * limit, what counts is how rarely it does so without one: the mean time to a false alarm at this W, as measured.
 */
function probabilityOfChange(
  { breached, nats }: Pick<TierCase, "breached" | "nats">,
  settings: ScoringSettings,
): number {
  const { at, lnRunLengthAt, slope } = settings.evidence.inControlLaw;
  const lnRatio = breached ? lnRunLengthAt + slope * (nats - at) : nats;
  const odds = settings.prior.changeRate * exp(Math.min(600, lnRatio));
  return odds / (1 + odds);
}

/** Straight lines between the knots; beyond the first and the last knot their value. `raw` rises, `observed` never falls. */
export function calibratedConfidence(
  stated: number,
  { raw, observed }: { readonly raw: readonly number[]; readonly observed: readonly number[] },
): number {
  if (stated <= raw[0]!) return observed[0]!;
  for (let at = 1; at < raw.length; at += 1) {
    if (stated > raw[at]!) continue;
    const share = (stated - raw[at - 1]!) / (raw[at]! - raw[at - 1]!);
    return observed[at - 1]! + share * (observed[at]! - observed[at - 1]!);
  }
  return observed[raw.length - 1]!;
}
