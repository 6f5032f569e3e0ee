import { foldOwned } from "../../../core/scoring/fold.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { describeState, tierSinceUsOf } from "../../../core/scoring/verdict/describe-state.ts";
import type { EvidenceWindow } from "../journal/evidence-window.ts";

/** The newest frame of a window, and how its vehicle stood before it. */
export interface NewestFrame {
  readonly score: Score;
  readonly receivedAtUs: number;
  readonly tierBeforeSinceUs: number | null;
  readonly healthBefore: number | null;
  /** Up to and with that frame: commands after it are left out. */
  readonly window: EvidenceWindow;
}

/** Folds a window again to say of its newest frame what was known as it came. Throws for a window without one. */
export function newestFrameOf(
  { initialSeq, initialState: packed, records: all }: EvidenceWindow,
  { settings }: { readonly settings: ScoringSettings },
): NewestFrame {
  const last = all.findLastIndex(({ entry }) => entry.kind === "frame");
  const records = all.slice(0, last + 1);
  let state = packed === null ? initialState() : unpackState(packed);
  let healthBefore = packed === null ? null : describeState(state, settings).healthScore;
  for (const [at, { entry, receivedAtUs }] of records.entries()) {
    const tierBeforeSinceUs = tierSinceUsOf(state);
    const folded = foldOwned(state, entry, settings);
    const { score } = folded;
    ({ state } = folded);
    if (at === last && score !== null) {
      const shown = { initialSeq, initialState: packed, records };
      return { score, receivedAtUs, tierBeforeSinceUs, healthBefore, window: shown };
    }
    // A command may change the health without a score that says so; a late frame changes nothing.
    if (score === null) healthBefore = describeState(state, settings).healthScore;
    else if (!score.late) healthBefore = score.healthScore;
  }
  throw new RangeError(`no frame follows entry ${initialSeq} in the window`);
}
