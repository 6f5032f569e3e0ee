import { ln2High, ln2Low } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { medianOfFive } from "../numeric/robust.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import {
  forgetSince,
  hasGrown,
  noNoises,
  noiseColumns,
  noiseOf,
  noiseWidth,
} from "../model/rows/channel-noises.ts";
import type { ChannelNoise, ChannelNoises } from "../model/rows/channel-noises.ts";

/** A block's square, its weight and when it came. */
interface NoiseBlock {
  readonly square: number;
  readonly weight: number;
  /** Not while the baseline is frozen by command. */
  readonly learns: boolean;
  readonly seq: number;
  readonly timestampUs: number;
}

/** Moves one channel's noise by one more block where it stands; exported for the vectors, which drive it alone. */
export function followChannel(
  noises: ChannelNoises,
  channel: number,
  block: NoiseBlock,
  rule: ScoringSettings["noise"],
): void {
  const at = noiseWidth * channel;
  const blocks = noises[at + noiseColumns.blocks]!;
  if (blocks === 0) return;
  const variance = noises[at + noiseColumns.variance]!;
  const before = noises[at + noiseColumns.sinceBlocks]!;
  const grown = hasGrown(noises, channel);
  let sinceBlocks = before + block.weight;
  let sinceSquares =
    noises[at + noiseColumns.sinceSquares]! + block.weight * Math.min(maxSquare, block.square / variance);
  let excess = sinceSquares - ordinarySquare * sinceBlocks;
  const nats = growthNats(blocks, sinceBlocks, sinceSquares, rule.dispersion);
  const limit = (rule.limitNats * rule.dispersion) / natsOfExcess;
  if (nats <= 0 || (grown && excess < 0.5 * limit)) {
    if (block.learns && !grown) takeIn(noises, at, { sinceBlocks, sinceSquares });
    forgetSince(noises, channel);
    return;
  }
  if (before === 0) {
    noises[at + noiseColumns.sinceSeq] = block.seq;
    noises[at + noiseColumns.sinceUs] = block.timestampUs;
  }
  // Held below one and a half limits, so that a sensor that calms down is trusted again.
  const held = Math.min(1, (1.5 * limit) / excess);
  excess *= held;
  sinceBlocks *= held;
  sinceSquares *= held;
  noises[at + noiseColumns.sinceBlocks] = Math.fround(sinceBlocks);
  noises[at + noiseColumns.sinceSquares] = Math.fround(sinceSquares);
  if (excess >= limit && nats >= rule.referenceNats) noises[at + noiseColumns.grown] = 1;
}

/**
 * The blocks since looked ordinary: they join the reference. What was found to have grown is no reference, not even once it has
 * come back.
 */
function takeIn(
  noises: ChannelNoises,
  at: number,
  { sinceBlocks, sinceSquares }: Pick<ChannelNoise, "sinceBlocks" | "sinceSquares">,
): void {
  const blocks = noises[at + noiseColumns.blocks]!;
  const variance = noises[at + noiseColumns.variance]!;
  noises[at + noiseColumns.blocks] = Math.fround(blocks + sinceBlocks);
  noises[at + noiseColumns.variance] = atLeast((variance * (blocks + sinceSquares)) / (blocks + sinceBlocks));
}

/**
 * ln of how much likelier the blocks since are with a variance four times the reference's than with the same one, where
 * the reference's own is only known from its blocks (the ratio of two predictive F densities). `dispersion` blocks count
 * as one. 0 where they scatter no more than such a change would leave open.
 */
function growthNats(blocks: number, sinceBlocks: number, sinceSquares: number, dispersion: number): number {
  if (sinceSquares <= ordinarySquare * sinceBlocks) return 0;
  const [a, b, s] = [blocks / dispersion, sinceBlocks / dispersion, sinceSquares / dispersion];
  return 0.5 * ((a + b) * ln((a + s) / (a + 0.25 * s)) - b * lnFour);
}

const lnFour = 2 * (ln2High + ln2Low);
/** What a known reference gives a block: ½(1 − ¼)·(s/b) − ½ ln 4 nats, which is nothing at 1.848 times the variance. */
const natsOfExcess = 0.375;
const ordinarySquare = (0.5 * lnFour) / natsOfExcess;
/** A block counts for at most so many times the reference's variance. */
const maxSquare = 9;

/** A channel's reference from a baseline's own blocks: their values in σ, oldest first, and their weights. */
export function startChannel(values: readonly number[], weights: readonly number[]): ChannelNoise {
  const squares = values.map((value, at) => {
    const away = besideMedian(values.slice(Math.max(0, at - looksBack), at), value);
    return away * away;
  });
  let blocks = 0;
  for (const weight of weights) blocks += weight;
  return { ...noiseOf(noNoises(), 0), blocks: Math.fround(blocks), variance: meanSquare(squares) };
}

/** The mean of squares none of which counts for more than nine times that mean. */
function meanSquare(squares: readonly number[]): number {
  let mean = 1;
  for (let pass = 0; pass < passes; pass += 1) {
    let sum = 0;
    for (const square of squares) sum += Math.min(square, maxSquare * mean);
    mean = atLeast(sum / squares.length);
  }
  return mean;
}

/** Each pass takes what is left of an outlier to a fifth. */
const passes = 8;

/** A sensor that never varied is not taken to be quieter than a third of what its baseline assumed. */
function atLeast(variance: number): number {
  return Math.fround(Math.max(leastVariance, variance));
}

const leastVariance = 1 / 9;

/** How far a value lies from the median of the five before it; from the baseline, which is 0, while there are fewer. */
export function besideMedian(before: readonly number[], value: number): number {
  return before.length < looksBack ? value : value - medianOfFive(before);
}

/** So many blocks before it a block is held against. */
export const looksBack = 5;
