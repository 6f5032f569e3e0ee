import type { Advance } from "./advance-tracks.ts";
import { limitedSensors } from "./drift.ts";
import type { LimitedSensor } from "./drift.ts";
import { firstChannel } from "./evidence-model.ts";
import { ln2High, ln2Low } from "./numeric/exp.ts";
import { referenceMoves } from "./reference-mode.ts";
import type { ScoringSettings } from "./settings.ts";
import type { VehicleState } from "./state.ts";

/**
 * A CUSUM a channel against "the noise has doubled": ℓ = ½(1 − ¼)·min(u², 9) − ln 2, the log-likelihood ratio of a
 * doubled standard deviation with its largest terms cut off. It holds still while a breach is open, because a moved
 * mean would pass for noise, and starts again with a new baseline.
 */
export function followNoise(
  state: VehicleState,
  advance: Advance,
  settings: ScoringSettings,
): readonly number[] {
  if (advance.scored.size === 0 && advance.calibrated.size === 0) return state.inflation;
  const inflation = state.inflation.slice();
  for (const sensor of limitedSensors) {
    if (advance.calibrated.has(sensor) || advance.withdrawn.has(sensor)) {
      for (const axis of state.tracks[sensor].centre.keys()) inflation[firstChannel[sensor] + axis] = 0;
      continue;
    }
    const block = advance.scored.get(sensor);
    if (block === undefined || !referenceMoves(state, sensor)) continue;
    const { centre, calibration } = state.tracks[sensor];
    block.placed.forEach((value, axis) => {
      const u = (value - centre[axis]!) / calibration!.scale[axis]!;
      const at = firstChannel[sensor] + axis;
      const step = 0.375 * Math.min(u * u, 9) - (ln2High + ln2Low);
      // Held below twice the limit, so that a sensor that calms down is believed again.
      inflation[at] = Math.max(0, Math.min(2 * settings.noise.inflationLimit, inflation[at]! + step));
    });
  }
  return inflation;
}

/** The sensors whose noise has grown. */
export function inflatedSensors(
  inflation: readonly number[],
  tracks: VehicleState["tracks"],
  settings: ScoringSettings,
): readonly LimitedSensor[] {
  if (!inflation.some((nats) => nats >= settings.noise.inflationLimit)) return [];
  return limitedSensors.filter((sensor) =>
    tracks[sensor].centre.some(
      (_, axis) => inflation[firstChannel[sensor] + axis]! >= settings.noise.inflationLimit,
    ),
  );
}
