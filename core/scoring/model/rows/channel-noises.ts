import { filled, zeros } from "../../numeric/doubles.ts";
import { channels } from "../sensors.ts";

/**
 * How far one channel scatters, now and in its reference: the squares of its blocks, each beside the median of the five
 * before it, in units of the baseline's variance. A shift within the zone, a drift or a turn thus scatters nothing.
 */
export interface ChannelNoise {
  /** Blocks of the reference and the mean of their squares; no blocks before there is a baseline. */
  readonly blocks: number;
  readonly variance: number;
  /** Blocks since the scatter last looked ordinary, and the sum of their squares in units of `variance`. */
  readonly sinceBlocks: number;
  readonly sinceSquares: number;
  /** Entry number and time of the first of them. */
  readonly sinceSeq: number;
  readonly sinceUs: number;
  /** It has been found to have grown, and has not come back. */
  readonly grown: boolean;
}

/** How all channels scatter, in one list of bare numbers, `noiseWidth` of each channel. */
export type ChannelNoises = number[];

/** Where each number of a channel stands, from its first; `grown` is 1 or 0. */
export const noiseColumns = {
  blocks: 0,
  variance: 1,
  sinceBlocks: 2,
  sinceSquares: 3,
  sinceSeq: 4,
  sinceUs: 5,
  grown: 6,
} as const;

export const noiseWidth = 7;

export const noNoises = (): ChannelNoises => zeros(noiseWidth * channels.length);

export function noiseOf(noises: ChannelNoises, channel: number): ChannelNoise {
  const at = noiseWidth * channel;
  return {
    blocks: noises[at + noiseColumns.blocks]!,
    variance: noises[at + noiseColumns.variance]!,
    sinceBlocks: noises[at + noiseColumns.sinceBlocks]!,
    sinceSquares: noises[at + noiseColumns.sinceSquares]!,
    sinceSeq: noises[at + noiseColumns.sinceSeq]!,
    sinceUs: noises[at + noiseColumns.sinceUs]!,
    grown: hasGrown(noises, channel),
  };
}

export function hasGrown(noises: ChannelNoises, channel: number): boolean {
  return noises[noiseWidth * channel + noiseColumns.grown] === 1;
}

export function writeNoise(noises: ChannelNoises, channel: number, noise: ChannelNoise): void {
  const at = noiseWidth * channel;
  noises[at + noiseColumns.blocks] = noise.blocks;
  noises[at + noiseColumns.variance] = noise.variance;
  noises[at + noiseColumns.sinceBlocks] = noise.sinceBlocks;
  noises[at + noiseColumns.sinceSquares] = noise.sinceSquares;
  noises[at + noiseColumns.sinceSeq] = noise.sinceSeq;
  noises[at + noiseColumns.sinceUs] = noise.sinceUs;
  noises[at + noiseColumns.grown] = noise.grown ? 1 : 0;
}

/** Forgets what one channel has heard since it last looked ordinary. */
export function forgetSince(noises: ChannelNoises, channel: number): void {
  const at = noiseWidth * channel;
  filled(noises, 0, at + noiseColumns.sinceBlocks, at + noiseWidth);
}

/** The noises without what they hold of some channels. */
export function clearNoises(noises: ChannelNoises, first: number, count: number): ChannelNoises {
  return filled(noises.slice(), 0, noiseWidth * first, noiseWidth * (first + count));
}
