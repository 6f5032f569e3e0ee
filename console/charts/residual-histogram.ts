/** One bar: how many readings fell in it, and how many of so many the baseline would put there. */
export interface HistogramBin {
  /** Edges in units of the baseline's ordinary spread. The outermost bins hold what is further out, too. */
  readonly fromSigma: number;
  readonly toSigma: number;
  readonly readings: number;
  readonly expected: number;
}

export interface ResidualHistogram {
  readonly bins: readonly HistogramBin[];
  readonly readings: number;
  readonly beyondThreeSigma: number;
  readonly meanSigma: number;
}

/** Edges at whole and half σ; the outer bins are open. */
const edges = Array.from({ length: 33 }, (_, at) => -8 + at / 2);

/**
 * Readings minus baseline in units of its ordinary spread, beside what a normal distribution of that spread would give:
 * a drift moves the heap sideways, noise makes it wide. Null without readings or without a spread.
 */
export function residualHistogram(
  residuals: readonly (number | null)[],
  spread: number | null,
): ResidualHistogram | null {
  const sigmas = residuals.flatMap((value) => (value === null ? [] : [value / (spread ?? 0)]));
  if (spread === null || spread <= 0 || sigmas.length === 0) return null;
  const counts = edges.slice(1).map(() => 0);
  for (const sigma of sigmas) counts[binOf(sigma)]! += 1;
  return {
    bins: counts.map((readings, at) => binAt(at, { readings, of: sigmas.length })),
    readings: sigmas.length,
    beyondThreeSigma: sigmas.filter((sigma) => Math.abs(sigma) > 3).length,
    meanSigma: sigmas.reduce((sum, sigma) => sum + sigma, 0) / sigmas.length,
  };
}

function binOf(sigma: number): number {
  const bin = Math.floor((sigma - edges[0]!) * 2);
  return Math.min(edges.length - 2, Math.max(0, bin));
}

function binAt(
  at: number,
  { readings, of }: { readonly readings: number; readonly of: number },
): HistogramBin {
  const [fromSigma, toSigma] = [edges[at]!, edges[at + 1]!];
  const below = at === 0 ? 0 : normalShare(fromSigma);
  const above = at === edges.length - 2 ? 1 : normalShare(toSigma);
  return { fromSigma, toSigma, readings, expected: of * (above - below) };
}

/** Share of a standard normal distribution below z: Abramowitz and Stegun 26.2.17, to 7.5e-8. */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const series =
    t *
    (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - tail : tail;
}
