import { copyState } from "./model/copy-state.ts";
import { keptPrior } from "./model/kept-prior.ts";
import { effectiveSettings, settingsAtHand } from "./settings/effective-settings.ts";
import { foldBaselineCommand } from "./fold-baseline-command.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { foldFrame } from "./fold-frame.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { projectRotation } from "./frame/project-rotation.ts";
import type { ScoringSettings } from "./settings/settings.ts";
import type { VehicleState, Folded } from "./model/state.ts";

/**
 * The one step by which a vehicle's state moves: the same state, entry and settings give the same bits, here and in
 * any other place that keeps to the numeric profile. The state that came in is left as it was. Whoever folds many frames
 * keeps a tester and hands it in: a new one looks for its limits anew.
 */
export function fold(
  state: VehicleState,
  entry: JournalEntry,
  settings: ScoringSettings,
  tester = new FrameTester(),
): Folded {
  return foldOwned(copyState(state), entry, settings, tester);
}

/**
 * The same step for whoever owns the state and asks it nothing any more: its lists of numbers are written over where they stand,
 * so that a frame leaves next to nothing behind. Where it throws, the state is spoilt.
 */
export function foldOwned(
  state: VehicleState,
  entry: JournalEntry,
  settings: ScoringSettings,
  tester: FrameTester,
): Folded {
  switch (entry.kind) {
    case "frame":
      return foldFrame(state, entry.reading, { settings: settingsAtHand(state, settings), tester });
    case "baseline":
      return foldBaselineCommand(state, entry, effectiveSettings(state, settings));
    case "reference": {
      const { cameraRotation, validFromUs } = entry;
      const reference =
        cameraRotation === null ? null : { rotation: projectRotation(cameraRotation), validFromUs };
      return { state: { ...state, entries: state.entries + 1, reference }, score: null, events: [] };
    }
    case "prior": {
      const prior = keptPrior(entry);
      return { state: { ...state, entries: state.entries + 1, prior }, score: null, events: [] };
    }
  }
}
