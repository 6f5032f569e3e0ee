import type { Advance } from "../baseline/advance-tracks.ts";
import type { Gathered } from "../change/gather-change.ts";
import { isCarriedByMany } from "./open-breach.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Breach, EarlyBreach } from "../model/state.ts";
import { limitedSensors } from "../model/sensors.ts";

/**
 * A breach that was opened early, one step on. As many blocks since the change as a baseline takes make an ordinary verdict of
 * it, once W says the same by its own limit; until then its sensor takes part, whatever W says.
 */
export function followEarlyBreach(
  breach: Breach,
  gathered: Gathered,
  advance: Advance,
  settings: ScoringSettings,
): Breach {
  const { early } = breach;
  if (early === null || early.confirmed) return breach;
  const { sensor } = early.verdict;
  const blocksSince = early.blocksSince + (advance.scored.has(sensor) ? 1 : 0);
  const confirmed =
    blocksSince >= settings.baseline.provisionalBlocks && speaksByItself(gathered, sensor, settings);
  return {
    ...breach,
    early: { ...early, blocksSince, confirmed },
    posterior: confirmed ? breach.posterior : withSensor(breach.posterior, early),
  };
}

function speaksByItself(
  gathered: Gathered,
  sensor: EarlyBreach["verdict"]["sensor"],
  { evidence }: ScoringSettings,
): boolean {
  if (gathered.found === null) return false;
  const share = gathered.found.posterior[limitedSensors.indexOf(sensor)]!;
  return share >= 0.5 && isCarriedByMany(gathered, gathered.found, evidence.cautionNats);
}

function withSensor(posterior: readonly number[], { verdict }: EarlyBreach): readonly number[] {
  return posterior.map((share, at) => (limitedSensors[at] === verdict.sensor ? 1 : share));
}
