import { gammaProbability, gammaTail } from "../chart-design/distributions.ts";

export interface Rate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Events for each unit of exposure with an exact 95 % interval: the rates under which so many events or fewer, or so many or
 * more, come about with 2.5 % each. Garwood, F. (1936), "Fiducial limits for the Poisson distribution", Biometrika 28.
 * Null without exposure: nothing is known of a rate nobody could have seen.
 */
export function poissonRate(events: number, exposure: number): Rate | null {
  if (!(exposure > 0)) return null;
  const low = events === 0 ? 0 : meanWith((mean) => gammaProbability(events, mean) - tail, events);
  const high = meanWith((mean) => tail - gammaTail(events + 1, mean), events);
  return { value: events / exposure, low: low / exposure, high: high / exposure };
}

const tail = 0.025;
/** Each halves the doubt; a binary64 has no more digits. */
const halvings = 80;

/** Where a growing function of the mean crosses zero. */
function meanWith(excess: (mean: number) => number, events: number): number {
  let below = 0;
  // Six standard deviations and a few events: beyond every such limit.
  let above = events + 6 * Math.sqrt(events + 1) + 6;
  for (let step = 0; step < halvings && above - below > 1e-13 * above; step += 1) {
    const middle = (below + above) / 2;
    if (excess(middle) < 0) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
