import { rescorer } from "../core/evidence/rescore.ts";
import { fold } from "../core/scoring/fold.ts";
import { numericProfile, scoringVersion, settingsFromJson } from "../core/scoring/settings.ts";
import { initialState, unpackState } from "../core/scoring/state.ts";

/** Recomputes the scoring of a bundle with the scoring of this program. */
export const rescoreHere = rescorer({
  version: scoringVersion,
  numericProfile,
  initialState,
  unpackState,
  settingsFromJson,
  fold,
});
