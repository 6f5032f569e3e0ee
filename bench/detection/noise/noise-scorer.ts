import { estimateFleetPrior, priorEntry } from "../../../core/scoring/fleet/fleet-prior.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Folded, VehicleState } from "../../../core/scoring/model/state.ts";
import { rates } from "./noise-cell.ts";
import type { Commands, NoiseCell } from "./noise-cell.ts";
import { noisyReadings } from "./noisy-vehicle.ts";
import type { NoisyVehicle } from "./noisy-vehicle.ts";


export function settingsOf({ zones }: Pick<NoiseCell, "zones">): ScoringSettings {
  if (zones === "default") return defaultSettings;
  const evidence = { ...defaultSettings.evidence, indifferenceShare: 0 };
  return { ...defaultSettings, evidence };
}

export function vehicleOf(cell: NoiseCell, seed: number): NoisyVehicle {
  const { sensors, kind, level, rate, wander, hearing } = cell;
  return { seed, sensors, kind, level, framesPerSecond: rates[rate], wander, hearing, step: null };
}

/** One vehicle after the other, from the first frame on. `hear` says false when it has heard enough. */
export function judgeVehicle(
  vehicle: NoisyVehicle,
  how: {
    readonly frames: number;
    readonly settings: ScoringSettings;
    readonly prior: JournalEntry | null;
    readonly commands?: Commands;
    readonly hear: (folded: Folded, frame: number) => boolean;
  },
): VehicleState {
  const { frames, settings, prior, commands = {}, hear } = how;
  let state = initialState();
  if (prior !== null) state = fold(state, prior, settings).state;
  let frame = 0;
  for (const reading of noisyReadings(vehicle, frames)) {
    frame += 1;
    const folded = fold(state, { kind: "frame", reading }, settings);
    state = folded.state;
    if (!hear(folded, frame)) break;
    const action = commandAfter(frame, commands);
    if (action !== null) {
      state = fold(state, { kind: "baseline", action, atUs: reading.timestampUs }, settings).state;
    }
  }
  return state;
}

function commandAfter(frame: number, { learnEvery, freezeAfter }: Commands): "learn" | "freeze" | null {
  if (frame === freezeAfter) return "freeze";
  return learnEvery !== undefined && frame % learnEvery === 0 ? "learn" : null;
}

const fleetVehicles = 30;
/** Longer than most noise remembers. */
const fleetFrames = 2000;

/** What the 30 other vehicles of its fleet teach; null without one, or when it is too little for a prior. */
export function fleetPriorOf(cell: NoiseCell): JournalEntry | null {
  if (cell.fleet === null) return null;
  const settings = settingsOf(cell);
  const others = { ...cell, kind: cell.fleet };
  const frames = Math.min(cell.frames, fleetFrames);
  const states = Array.from({ length: fleetVehicles }, (_, at) =>
    judgeVehicle(vehicleOf(others, 5_000_000 + at), { frames, settings, prior: null, hear: () => true }),
  );
  const estimated = estimateFleetPrior(states, settings);
  return estimated === null ? null : priorEntry(estimated, 0);
}
