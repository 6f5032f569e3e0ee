import { clearChannels } from "../change/place-blocks.ts";
import { clearMoments } from "../frame/frame-moments.ts";
import { clearNoises } from "../model/rows/channel-noises.ts";
import { RecentBlocks } from "../model/recent-blocks.ts";
import { firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";

/**
 * The vehicle once a breach is over that was opened early: a baseline of a few blocks is none to go on with, and its sensors
 * learn from the start.
 */
export function withdrawEarlyBaselines(state: VehicleState, { baseline }: ScoringSettings): VehicleState {
  let { evidence, moments, noise } = state;
  const tracks = { ...state.tracks };
  for (const sensor of limitedSensors) {
    const track = tracks[sensor];
    if (!restsOnFewBlocks(track, baseline.provisionalBlocks)) continue;
    const unlearnt = {
      calibration: null,
      previousUs: null,
      recent: RecentBlocks.none(),
      learnt: [],
      cycle: null,
    };
    tracks[sensor] = { ...track, ...unlearnt };
    const [first, width] = [firstChannel[sensor], trackWidths[sensor]];
    evidence = clearChannels(evidence, first, width);
    moments = clearMoments(moments, first, width);
    noise = clearNoises(noise, first, width);
  }
  return { ...state, tracks, evidence, moments, noise };
}

function restsOnFewBlocks({ calibration }: SensorTrack, provisionalBlocks: number): boolean {
  return calibration !== null && !calibration.established && calibration.blocks < provisionalBlocks;
}
