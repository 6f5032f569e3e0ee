import type { ScoringParts } from "../evidence/rescore/rescore.ts";
import { scoringOutputs } from "../evidence/bundle/scoring-outputs.ts";
import { fold } from "../scoring/fold.ts";
import {
  numericProfile,
  scoringVersion,
  settingsFromJson,
  type ScoringSettings,
} from "../scoring/settings/settings.ts";
import { type VehicleState } from "../scoring/model/state.ts";
import { initialState } from "../scoring/model/initial-state.ts";
import { openBreachOf } from "../scoring/verdict/state-events.ts";
import { unpackState } from "../scoring/model/codec/state-codec.ts";

/** The scoring of this program, as evidence asks for it. */
export const presentScoring: ScoringParts<VehicleState, ScoringSettings> = {
  version: scoringVersion,
  numericProfile,
  initialState,
  unpackState,
  settingsFromJson,
  fold,
  openBreach: openBreachOf,
  outputs: scoringOutputs,
};
