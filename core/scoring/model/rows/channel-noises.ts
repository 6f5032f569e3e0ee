import { zeros } from "../../numeric/doubles.ts";
import { channels } from "../sensors.ts";
import type { ChannelNoise } from "../state.ts";

/**
 * How all channels scatter, in one list of bare numbers: 7·channels = [blocks, variance, blocks since, squares since, entry
 * number and time since when, 1 if it has grown].
 */
export type ChannelNoises = readonly number[];

const width = 7;

export const noNoises: ChannelNoises = zeros(width * channels.length);

export function noiseOf(noises: ChannelNoises, channel: number): ChannelNoise {
  const at = width * channel;
  return {
    blocks: noises[at]!,
    variance: noises[at + 1]!,
    sinceBlocks: noises[at + 2]!,
    sinceSquares: noises[at + 3]!,
    sinceSeq: noises[at + 4]!,
    sinceUs: noises[at + 5]!,
    grown: hasGrown(noises, channel),
  };
}

export function hasGrown(noises: ChannelNoises, channel: number): boolean {
  return noises[width * channel + 6] === 1;
}

/** Into a list of the writer's own. */
export function writeNoise(noises: number[], channel: number, noise: ChannelNoise): void {
  const at = width * channel;
  noises[at] = noise.blocks;
  noises[at + 1] = noise.variance;
  noises[at + 2] = noise.sinceBlocks;
  noises[at + 3] = noise.sinceSquares;
  noises[at + 4] = noise.sinceSeq;
  noises[at + 5] = noise.sinceUs;
  noises[at + 6] = noise.grown ? 1 : 0;
}

/** The noises without what they hold of some channels. */
export function clearNoises(noises: ChannelNoises, first: number, count: number): ChannelNoises {
  return noises.slice().fill(0, width * first, width * (first + count));
}
