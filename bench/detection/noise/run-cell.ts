import type { Folded } from "../../../core/scoring/model/state.ts";
import { sensorNames } from "./hearing.ts";
import type { NoiseCell } from "./noise-cell.ts";
import { fleetPriorOf, judgeVehicle, settingsOf, vehicleOf } from "./noise-scorer.ts";

/** What became of the vehicles of a cell. */
export interface CellOutcome {
  readonly vehicles: number;
  /** Frame of each vehicle's first breach, null for none. */
  readonly firstBreaches: readonly (number | null)[];
  /** Vehicles of which one was told before the sensor had a baseline. */
  readonly told: number;
  /** Vehicles that opened a breach in their first two days, and that opened one after. */
  readonly earlyBreached: number;
  readonly lateBreached: number;
  /** Vehicles whose tier was CRITICAL at any time, and in the first two days. */
  readonly critical: number;
  readonly earlyCritical: number;
  /** Mean number of blocks a vehicle's W looked at, and of those the sensors joined frames into. */
  readonly blocks: number;
  /** Vehicles that never had a baseline: they could not be accused. */
  readonly silent: number;
  /** A fleet was asked for, and too few of its vehicles were settled to teach anything. */
  readonly withoutPrior: boolean;
  readonly seconds: number;
}

const twoDaysUs = 2 * 86_400e6;

export function runCell(cell: NoiseCell, vehicles: number): CellOutcome {
  const began = performance.now();
  const prior = fleetPriorOf(cell);
  const settings = settingsOf(cell);
  const heard = Array.from({ length: vehicles }, (_, at) => {
    const watch = new Watch();
    judgeVehicle(vehicleOf(cell, 1000 + at), {
      frames: cell.frames,
      settings,
      prior,
      commands: cell.commands,
      hear: (folded, frame) => watch.hear(folded, frame),
    });
    return watch;
  });
  const count = (is: (watch: Watch) => boolean) => heard.filter(is).length;
  return {
    vehicles,
    firstBreaches: heard.map(({ firstBreach }) => firstBreach),
    told: count(({ toldEarly }) => toldEarly),
    earlyBreached: count(({ breachedEarly }) => breachedEarly),
    lateBreached: count(({ breachedLate }) => breachedLate),
    critical: count(({ criticalEarly, criticalLate }) => criticalEarly || criticalLate),
    earlyCritical: count(({ criticalEarly }) => criticalEarly),
    blocks: heard.reduce((sum, { blocks }) => sum + blocks, 0) / vehicles,
    silent: count(({ blocks }) => blocks === 0),
    withoutPrior: cell.fleet !== null && prior === null,
    seconds: (performance.now() - began) / 1000,
  };
}

/** What one vehicle was told. */
class Watch {
  firstBreach: number | null = null;
  toldEarly = false;
  breachedEarly = false;
  breachedLate = false;
  criticalEarly = false;
  criticalLate = false;
  blocks = 0;
  #firstUs: number | null = null;

  hear({ state, score }: Folded, frame: number): true {
    this.#firstUs ??= state.newestUs;
    const early = state.newestUs! - this.#firstUs! < twoDaysUs;
    if (completesBlock(state)) this.blocks += 1;
    if (score!.breachOpened) {
      this.firstBreach ??= frame;
      if (state.breach !== null && state.breach.early !== null) this.toldEarly = true;
      if (early) this.breachedEarly = true;
      else this.breachedLate = true;
    }
    if (state.tier.tier === "CRITICAL") {
      if (early) this.criticalEarly = true;
      else this.criticalLate = true;
    }
    return true;
  }
}

/** Whether the frame completed a block of a sensor that is judged: W looked. */
function completesBlock({ tracks, entries }: Folded["state"]): boolean {
  return sensorNames.some((name) => [...tracks[name].recent].at(-1)?.seq === entries);
}
