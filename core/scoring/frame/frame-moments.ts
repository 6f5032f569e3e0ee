import { filled } from "../numeric/doubles.ts";
import { channels as allChannels } from "../model/sensors.ts";
import type { FrameMoments } from "../model/state.ts";

/** One frame's values in units of their noise, channel by channel. */
export type StandardisedFrame = ArrayLike<number>;

/** In place of the value of a channel that a frame does not carry: a list of bare numbers has no null. */
export const absent = NaN;

export function isAbsent(value: number): boolean {
  return Number.isNaN(value);
}

/**
 * Adds a frame to the reference where it stands, held to within 4 σ of the mean so far; `weight` below 1 for frames that resemble
 * their neighbours.
 */
export function addFrame(moments: FrameMoments, frame: StandardisedFrame, weight: number): void {
  const { first, second } = moments;
  const channels = frame.length;
  // All of them beside the means before any of these moves.
  for (let j = 0; j < channels; j += 1) held[j] = heldNear(moments, j, frame[j]!);
  for (let j = 0, pair = 0; j < channels; j += 1) {
    if (isAbsent(frame[j]!)) {
      pair += 3 * (channels - j);
      continue;
    }
    const u = held[j]!;
    first[2 * j]! += weight;
    first[2 * j + 1]! += weight * u;
    for (let k = j; k < channels; k += 1, pair += 3) {
      if (isAbsent(frame[k]!)) continue;
      const v = held[k]!;
      second[pair]! += weight;
      second[pair + 1]! += weight * u * v;
      second[pair + 2]! += weight * u * v * u * v;
    }
  }
}

/** A register: the values of one frame. */
const held = new Float64Array(allChannels.length);

function heldNear(moments: FrameMoments, channel: number, value: number): number {
  const mean = meanOf(moments, channel);
  return Math.max(mean - maxSigma, Math.min(mean + maxSigma, value));
}

const maxSigma = 4;

/** Forgets everything about some channels. */
export function clearMoments(moments: FrameMoments, firstChannel: number, width: number): FrameMoments {
  const first = moments.first.slice();
  const second = moments.second.slice();
  const channels = first.length / 2;
  const isCleared = (channel: number) => channel >= firstChannel && channel < firstChannel + width;
  for (let j = 0, pair = 0; j < channels; j += 1) {
    if (isCleared(j)) filled(first, 0, 2 * j, 2 * j + 2);
    for (let k = j; k < channels; k += 1, pair += 3) {
      if (isCleared(j) || isCleared(k)) filled(second, 0, pair, pair + 3);
    }
  }
  return { first, second };
}

/** Largest absolute correlation between channels of different sensors, from at least `fewest` common frames. */
export function largestCrossCorrelation(moments: FrameMoments, fewest: number): number {
  const channels = moments.first.length / 2;
  for (let j = 0; j < channels; j += 1) {
    means[j] = meanOf(moments, j);
    variances[j] = covariance(moments, pairAt(j, j, channels), means[j]! * means[j]!) ?? 1;
  }
  let largest = 0;
  for (let j = 0; j < channels; j += 1) {
    for (let k = Math.max(j + 1, 3); k < channels; k += 1) {
      const pair = pairAt(j, k, channels);
      if (moments.second[pair]! < fewest) continue;
      const scale = Math.sqrt(variances[j]! * variances[k]!);
      const both = covariance(moments, pair, means[j]! * means[k]!) ?? 0;
      if (scale > 0) largest = Math.max(largest, Math.abs(both) / scale);
    }
  }
  return largest;
}

/** Registers: of each channel. */
const means = new Float64Array(allChannels.length);
const variances = new Float64Array(allChannels.length);

/** Null when the pair was seen in fewer than two frames. */
export function covariance({ second }: FrameMoments, pair: number, productOfMeans: number): number | null {
  const count = second[pair]!;
  if (count < 2) return null;
  return ((second[pair + 1]! / count - productOfMeans) * count) / (count - 1);
}

export function meanOf(moments: FrameMoments, channel: number): number {
  const weight = moments.first[2 * channel]!;
  return weight > 0 ? moments.first[2 * channel + 1]! / weight : 0;
}

/** Where the sums of the pair j ≤ k start, in the order (0,0), (0,1) … (1,1) … */
export function pairAt(j: number, k: number, channels: number): number {
  return 3 * (j * channels - (j * (j - 1)) / 2 + (k - j));
}
