import { fold } from "../../fold.ts";
import { journalOf } from "../../vehicle-journal.ts";
import { initialState } from "../initial-state.ts";
import type { Score } from "../score.ts";
import { defaultSettings } from "../../settings/settings.ts";

/** Of one vehicle from its first frame on, through learning, until its radar has moved and a breach is open. */
export function scoresOfAFault(): readonly Score[] {
  let state = initialState();
  const journal = journalOf({
    frames: 70,
    seed: 3,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 55 ? { radarM: 0.6 } : {}),
  });
  return journal.map((entry) => {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    return folded.score!;
  });
}
