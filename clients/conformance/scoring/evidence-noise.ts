import { testNoise } from "../../../core/scoring/vehicle-journal.ts";

/** Blocks of five channels, which are kept as binary32. */
function noiseStream(blocks: number, noise: (channel: number, t: number) => number) {
  return Array.from({ length: blocks }, (_, t) =>
    [0, 1, 2, 3, 4].map((channel) => Math.fround(noise(channel, t))),
  );
}

/** Of each channel which wander it has part in. */
function wanderingNoise(seed: number, wanders: readonly number[]) {
  const levels = wanders.map(() => 0);
  return (channel: number, t: number) => {
    const turned = Math.sqrt(1 - 0.9 * 0.9) * testNoise(seed, 10 + wanders[channel]!, t);
    levels[channel] = 0.9 * levels[channel]! + turned;
    return Math.sqrt(0.7) * testNoise(seed, channel, t) + Math.sqrt(0.3) * levels[channel];
  };
}

function correlatedNoise(seed: number) {
  const levels = [0, 0, 0, 0, 0];
  return (channel: number, t: number) =>
    (levels[channel] = 0.8 * levels[channel]! + 0.6 * testNoise(seed, channel, t));
}

export const evidenceNoise = {
  white: noiseStream(430, (channel, t) => testNoise(5, channel, t)),
  // Seven parts white noise, three parts of what wanders by AR(0.9): variance 1.
  wandering: noiseStream(830, wanderingNoise(21, [0, 1, 2, 3, 4])),
  // The same wander in all channels but the lidar.
  common: noiseStream(430, wanderingNoise(22, [0, 0, 0, 0, 4])),
  // Neighbours that resemble each other more than those of a baseline ever do.
  alike: noiseStream(230, correlatedNoise(23)),
};
