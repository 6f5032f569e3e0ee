import { ln } from "../numeric/ln.ts";
import { inverseTrigamma, trigamma } from "../numeric/polygamma.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { scales } from "../scatter/noise-family.ts";

/**
 * How the variance of a mean grows in the vehicles of a fleet, scale by scale: their ratios' mean, and as how many
 * samples it counts, by how surely one scale foretells the next: the moments of ln(ratio/ratio before), its variance among vehicles
 * less what their samples alone would make it, ψ′(c/2) for c samples (as of variances: Smyth 2004). Of a scale that hardly anybody
 * was heard over nothing is told but what is told anyhow.
 */
export function estimateCurve(vehicles: readonly MeanScatter[], usual: CurvePrior): CurvePrior {
  const ratios: number[] = [];
  const degrees: number[] = [];
  for (let scale = 0; scale < scales; scale += 1) {
    const growth = usual.ratios[scale]! / (usual.ratios[scale - 1] ?? 1);
    const before = ratios[scale - 1] ?? 1;
    ratios.push(meanRatio(vehicles, scale) ?? before * growth);
    degrees.push(foretold(vehicles, scale) ?? usual.degrees[scale]!);
  }
  return { ratios, degrees };
}

/** Fewest samples of a scale, all vehicles together, and of one vehicle that is compared with others. */
const fewestSamples = 30;
const fewestOfVehicle = 3;
/** Fewest vehicles that say how much they differ. */
const fewestVehicles = 5;
/** What is learnt of means that wander is rather too little: samples far out are held back. */
const allowance = 1.1;
/** Enough to say which kind of noise is the fleet's, and little enough that a vehicle which differs is heard. */
const degreesRange = { least: 0.5, most: 2 };

function meanRatio(vehicles: readonly MeanScatter[], scale: number): number | null {
  let squares = 0;
  let counts = 0;
  for (const vehicle of vehicles) {
    squares += vehicle.squares[scale]!;
    counts += vehicle.counts[scale]!;
  }
  return counts < fewestSamples || !(squares > 0) ? null : (allowance * squares) / counts;
}

function foretold(vehicles: readonly MeanScatter[], scale: number): number | null {
  const heard = vehicles.flatMap((vehicle) => {
    const now = ratioOf(vehicle, scale);
    const before = scale === 0 ? certain : ratioOf(vehicle, scale - 1);
    return now === null || before === null
      ? []
      : [{ log: now.log - before.log, chance: now.chance + before.chance }];
  });
  if (heard.length < fewestVehicles) return null;
  let [sum, chance] = [0, 0];
  for (const one of heard) {
    sum += one.log;
    chance += one.chance;
  }
  const mean = sum / heard.length;
  let squares = 0;
  for (const one of heard) squares += (one.log - mean) * (one.log - mean);
  const between = squares / (heard.length - 1) - chance / heard.length;
  const { least, most } = degreesRange;
  if (!(between > 0)) return most;
  return Math.max(least, Math.min(most, 2 * inverseTrigamma(between)));
}

const certain = { log: 0, chance: 0 };

function ratioOf({ squares, counts }: MeanScatter, scale: number) {
  const count = counts[scale]!;
  if (count < fewestOfVehicle || !(squares[scale]! > 0)) return null;
  return { log: ln(squares[scale]! / count), chance: trigamma(count / 2) };
}
