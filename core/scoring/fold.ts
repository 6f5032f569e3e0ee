import { engine } from "./engine.ts";
import { copyState } from "./model/initial-state.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import type { Folded, VehicleState } from "./model/state.ts";
import type { ScoringSettings } from "./settings/settings.ts";
import { scoreOf } from "./verdict/score-of.ts";
import { eventsBetween, reportedOf } from "./verdict/state-events.ts";

/**
 * The one step by which a vehicle's state moves: the same state, entry and settings give the same bits, here and in any other
 * place that runs the same engine. The state that came in is left as it was.
 */
export function fold(state: VehicleState, entry: JournalEntry, settings: ScoringSettings): Folded {
  return foldOwned(copyState(state), entry, settings);
}

/** The same step for whoever owns the state and asks it nothing any more: it is written over where it stands. */
export function foldOwned(state: VehicleState, entry: JournalEntry, settings: ScoringSettings): Folded {
  const before = reportedOf(state);
  const after = moved(state, entry, settings);
  const score = entry.kind === "frame" ? scoreOf(after, before, entry.reading, settings) : null;
  return { state: after, score, events: eventsBetween(before, after, settings) };
}

function moved(state: VehicleState, entry: JournalEntry, settings: ScoringSettings): VehicleState {
  switch (entry.kind) {
    case "frame":
      return engine().foldFrame(state, entry.reading, settings);
    case "baseline":
      return engine().command(state, entry.action, entry.atUs, settings);
    case "reference": {
      const { cameraRotation, validFromUs } = entry;
      const reference = cameraRotation === null ? null : { cameraRotation, validFromUs };
      return { ...engine().registerRotation(state, cameraRotation, validFromUs, settings), reference };
    }
    case "prior": {
      const { kind: _, ...prior } = entry;
      return { ...engine().command(state, "pass", entry.atUs, settings), prior };
    }
  }
}
