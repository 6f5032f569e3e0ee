import type { CalibratedLearning } from "../baseline/accept-baseline.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import { followChannel, startChannel } from "./channel-noise.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import type { CompletedBlock } from "../blocks/score-block.ts";
import { channels, firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import { hasGrown, noiseOf, writeNoise } from "../model/rows/channel-noises.ts";
import type { ChannelNoise, ChannelNoises } from "../model/rows/channel-noises.ts";
import type { NoiseGrowth } from "../model/score.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/**
 * A CUSUM a channel against "the noise has doubled", which learns its reference as it goes: whatever came before its last
 * zero is the reference, and the zero dates the growth. It holds still while a breach is open, whose fault may scatter
 * too, and starts again with a new baseline. The noises are moved where they stand.
 */
export function followNoise(
  state: VehicleState,
  advance: Advance,
  { seq, timestampUs }: { readonly seq: number; readonly timestampUs: number },
  settings: ScoringSettings,
): void {
  if (advance.scored.size === 0 && advance.calibrated.size === 0) return;
  const { noise } = state;
  for (const sensor of limitedSensors) {
    const first = firstChannel[sensor];
    const calibrated = advance.calibrated.get(sensor);
    if (calibrated !== undefined) {
      state.tracks[sensor].centre.forEach((_, axis) => {
        writeNoise(noise, first + axis, startNoise(calibrated, axis));
      });
      continue;
    }
    const block = advance.scored.get(sensor);
    if (block === undefined || state.breach !== null) continue;
    for (let axis = 0; axis < block.placed.length; axis += 1) {
      const away = besideNewest(block, axis);
      const one = { square: away * away, weight: block.weight, learns: !state.frozen, seq, timestampUs };
      followChannel(noise, first + axis, one, settings.noise);
    }
  }
}

function startNoise({ track, reference }: CalibratedLearning, axis: number): ChannelNoise {
  const { location, scale } = calibrationOf(track);
  return startChannel(
    reference.map(({ placed }) => (placed[axis]! - location[axis]!) / scale[axis]!),
    reference.map(({ weight }) => weight),
  );
}

/** The sensors whose noise has grown, each since its first channel's did. */
export function noiseGrowths(noises: ChannelNoises): readonly NoiseGrowth[] {
  if (!channels.some((_, channel) => hasGrown(noises, channel))) return [];
  return limitedSensors.flatMap((sensor) => {
    const own = Array.from({ length: trackWidths[sensor] }, (_, axis) =>
      noiseOf(noises, firstChannel[sensor] + axis),
    );
    const grown = own
      .filter((channel) => channel.grown)
      .toSorted((one, other) => one.sinceSeq - other.sinceSeq);
    return grown.slice(0, 1).map(({ sinceSeq, sinceUs }) => ({ sensor, sinceSeq, sinceUs }));
  });
}

/** A block's value in σ beside the median of those it came after. */
function besideNewest({ placed, calibration, newest }: CompletedBlock, axis: number): number {
  const location = calibration.location[axis]!;
  const scale = calibration.scale[axis]!;
  const now = (placed[axis]! - location) / scale;
  return newest === null ? now : now - (newest[axis]! - location) / scale;
}
