import { logGamma } from "../chart-design/distributions.ts";

/** Two groups of vehicles, and how many of each have something. */
export interface TwoShares {
  readonly cases: number;
  readonly casesHaving: number;
  readonly others: number;
  readonly othersHaving: number;
}

export interface SharesCompared {
  /** Odds of having it among the cases, over the odds among the others, with a 95 % interval. */
  readonly oddsRatio: number;
  readonly oddsRatioLow: number;
  readonly oddsRatioHigh: number;
  /** Of a difference like this one or a rarer, if who is a case had nothing to do with it. */
  readonly pValue: number;
}

/**
 * Compares two shares. The p-value is Fisher's exact one, two-sided: the probability of all tables with these margins that
 * are no likelier than this (Fisher 1935, "The logic of inductive inference", J. R. Stat. Soc. 98). The odds ratio has half a
 * vehicle added to each cell, so that an empty one does not make it infinite, and its interval is that of the logarithm (Gart
 * 1966, "Alternative analyses of contingency tables", J. R. Stat. Soc. B 28).
 */
export function compareShares(shares: TwoShares): SharesCompared {
  const { cases, casesHaving, others, othersHaving } = shares;
  const cells = [casesHaving, cases - casesHaving, othersHaving, others - othersHaving] as const;
  const [a, b, c, d] = cells;
  const logOdds = Math.log(((a + half) * (d + half)) / ((b + half) * (c + half)));
  const spread = Math.sqrt(cells.reduce((sum, cell) => sum + 1 / (cell + half), 0));
  return {
    oddsRatio: Math.exp(logOdds),
    oddsRatioLow: Math.exp(logOdds - z * spread),
    oddsRatioHigh: Math.exp(logOdds + z * spread),
    pValue: fisherExact(shares),
  };
}

const half = 0.5;
/** Two-sided 95 % of the normal distribution. */
const z = 1.959963984540054;
/** Tables as likely as the one seen are counted in spite of rounding. */
const asLikely = 1e-7;

function fisherExact({ cases, casesHaving, others, othersHaving }: TwoShares): number {
  const having = casesHaving + othersHaving;
  const fewest = Math.max(0, having - others);
  const most = Math.min(cases, having);
  const seen = logProbability(casesHaving, { cases, others, having });
  let log = logProbability(fewest, { cases, others, having });
  let sum = 0;
  for (let count = fewest; count <= most; count += 1) {
    if (log <= seen + asLikely) sum += Math.exp(log);
    // The next table has one more of the cases and one fewer of the others.
    log += Math.log(((cases - count) * (having - count)) / ((count + 1) * (others - having + count + 1)));
  }
  return Math.min(1, sum);
}

/** Of so many cases having it, hypergeometric. */
function logProbability(
  count: number,
  { cases, others, having }: { readonly cases: number; readonly others: number; readonly having: number },
): number {
  return logChoose(cases, count) + logChoose(others, having - count) - logChoose(cases + others, having);
}

function logChoose(of: number, chosen: number): number {
  return logGamma(of + 1) - logGamma(chosen + 1) - logGamma(of - chosen + 1);
}
