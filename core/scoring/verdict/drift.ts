import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { normalCdf } from "../numeric/normal.ts";
import { recentMeans } from "../blocks/recent-blocks.ts";
import type { RecentMeans } from "../blocks/recent-blocks.ts";
import { varianceOfDifference, varianceOfMean } from "../scatter/variance-curve.ts";
import type { LimitPair, ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack } from "../model/state.ts";
import type { Drift, VarianceCurve } from "../model/standing.ts";
import type { LimitedSensor } from "../model/sensors.ts";

/** What a drift is estimated with: how the variance of a mean grows, value by value, and the means where they are known. */
export interface DriftCase {
  readonly curves: readonly VarianceCurve[];
  readonly means?: RecentMeans;
}

/**
 * Drift of the newest blocks from the reference mean, since a change or else of the last twenty; null before there is a
 * baseline. Without a change, one or two blocks are no drift: nothing but their noise could be distinguished.
 */
export function estimateDrift(
  sensor: LimitedSensor,
  track: SensorTrack,
  sinceSeq: number | null,
  { curves, means = recentMeans(track, sinceSeq ?? 0) }: DriftCase,
): Drift | null {
  const { calibration } = track;
  if (calibration === null) return null;
  const blocks = sinceSeq === null && means.blocks < minBlocks ? 0 : means.blocks;
  const shifts = zeros(track.centre.length);
  const sds = zeros(track.centre.length);
  for (let axis = 0; axis < track.centre.length; axis += 1) {
    const scale = calibration.scale[axis]!;
    const now = blocks === 0 ? null : means.values[axis]!;
    shifts[axis] = now === null ? 0 : now - track.centre[axis]!;
    const curve = curves[axis]!;
    const reference = Math.max(1, track.centreWeight);
    const between =
      blocks === 0 ? varianceOfMean(curve, reference) : varianceOfDifference(curve, blocks, reference);
    sds[axis] = scale * Math.sqrt(between);
  }
  const { amount, sd, parts, partSds } = inLimitUnits(sensor, track.centre, { shifts, sds });
  return { amount, sd, parts, partSds, blocks };
}

/** Fewer have no middle that an outlier could not move. */
export const minBlocks = 3;

/** Variance of a mean of correlated blocks over that of independent ones. */
export function correlationInflation(correlation: number): number {
  return (1 + correlation) / (1 - correlation);
}

/** Shifts from a place, in the track's unit, as a drift in degrees or metres. */
export function inLimitUnits(
  sensor: LimitedSensor,
  place: ArrayLike<number>,
  moved: { readonly shifts: readonly number[]; readonly sds: readonly number[] },
): Omit<Drift, "blocks"> {
  const { shifts, sds } = moved;
  switch (sensor) {
    case "camera":
      return vectorDrift(shifts, sds);
    case "radar":
      return { amount: shifts[0]!, sd: sds[0]!, parts: shifts, partSds: sds };
    case "lidar": {
      const now = exp(place[0]! + shifts[0]!);
      const amount = now - exp(place[0]!);
      const sd = now * sds[0]!;
      return { amount, sd, parts: [amount], partSds: [sd] };
    }
  }
}

/**
 * Probability that the true drift is beyond a limit on the side it is estimated on, normal around the estimate. The
 * lidar can only get worse.
 */
export function exceedance(
  sensor: LimitedSensor,
  drift: Pick<Drift, "amount" | "sd">,
  limit: number,
): number {
  const amount = sensor === "radar" ? Math.abs(drift.amount) : drift.amount;
  return normalCdf((amount - limit) / drift.sd);
}

export function limitsOf(sensor: LimitedSensor, { limits }: ScoringSettings): LimitPair {
  return sensor === "camera" ? limits.cameraDeg : sensor === "radar" ? limits.radarM : limits.lidarM;
}

/** Drift as a share of the critical limit, without the part that noise alone explains. */
export function severity(
  sensor: LimitedSensor,
  drift: Omit<Drift, "blocks">,
  settings: ScoringSettings,
): number {
  const { critical } = limitsOf(sensor, settings);
  if (sensor === "camera") return drift.amount / critical;
  const amount = sensor === "lidar" ? Math.max(0, drift.amount) : drift.amount;
  return Math.sqrt(Math.max(0, amount * amount - drift.sd * drift.sd)) / critical;
}

function vectorDrift(shifts: readonly number[], sds: readonly number[]): Omit<Drift, "blocks"> {
  let square = 0;
  let noise = 0;
  let along = 0;
  for (let axis = 0; axis < 3; axis += 1) {
    const shift = shifts[axis]!;
    const sd = sds[axis]!;
    square += shift * shift;
    noise += sd * sd;
    along += shift * shift * sd * sd;
  }
  return {
    amount: Math.sqrt(Math.max(0, square - noise)),
    sd: Math.sqrt(square > 0 ? along / square : noise / 3),
    parts: shifts,
    partSds: sds,
  };
}

/** Whether a drift lies within the indifference zone and two standard deviations, value by value. */
export function isWithinZone(sensor: LimitedSensor, drift: Drift, settings: ScoringSettings): boolean {
  const harmless = settings.evidence.indifferenceShare * limitsOf(sensor, settings).caution;
  return drift.parts.every((part, axis) => {
    const size = sensor === "lidar" ? part : Math.abs(part);
    return size <= harmless + 2 * drift.partSds[axis]!;
  });
}
