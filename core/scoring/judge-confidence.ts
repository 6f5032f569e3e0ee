import type { AbsoluteStanding } from "./absolute-check.ts";
import { probabilityBeyond } from "./judge-tier.ts";
import type { TierCase } from "./judge-tier.ts";
import { exp } from "./numeric/exp.ts";
import type { ScoringSettings } from "./settings.ts";
import type { Tier } from "./tier.ts";

/**
 * Probability that the stated tier is right: that there is a change (or is none) and that it is as large as the tier
 * says. Odds of a change = prior rate × mean time to a false alarm at this evidence, from the measured in-control law.
 */
export function judgeConfidence(
  tier: Tier,
  facts: Pick<TierCase, "nats" | "drifts" | "posterior"> & { readonly absolute: AbsoluteStanding },
  settings: ScoringSettings,
): number {
  const changed = probabilityOfChange(facts.nats, settings);
  const beyondCritical = probabilityBeyond(facts, "critical", 1, settings);
  switch (tier) {
    case "UNKNOWN":
      return 0.5;
    case "NOMINAL": {
      const everySensor = { ...facts, posterior: [1, 1, 1] };
      return (1 - changed) * (1 - probabilityBeyond(everySensor, "caution", 1, settings));
    }
    case "CAUTION":
      return Math.max(
        changed * (1 - beyondCritical),
        facts.absolute.level === "within" ? 0 : absoluteCertainty,
      );
    case "CRITICAL":
      return Math.max(changed * beyondCritical, facts.absolute.level === "critical" ? absoluteCertainty : 0);
  }
}

/** The absolute check speaks only from this probability on. */
const absoluteCertainty = 0.9;

export function probabilityOfChange(nats: number, settings: ScoringSettings): number {
  const { inControlLaw } = settings.evidence;
  const lnRunLength = inControlLaw.lnRunLengthAt + inControlLaw.slope * (nats - inControlLaw.at);
  const odds = settings.prior.changeRate * exp(Math.min(600, lnRunLength));
  return odds / (1 + odds);
}
