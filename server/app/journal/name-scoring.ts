import {
  numericProfile,
  scoringVersion,
  settingsToJson,
  type ScoringSettings,
} from "../../../core/scoring/settings/settings.ts";
import { sha256Hex } from "../sha256.ts";

/** Names rules and settings together: states under one name are folds of their journals by exactly these. */
export function nameScoring(settings: ScoringSettings): string {
  const text = JSON.stringify([scoringVersion, numericProfile, settingsToJson(settings)]);
  return `${scoringVersion}-${sha256Hex(text).slice(0, 16)}`;
}

/** The version in such a name. */
export function versionOfScoring(name: string): string {
  return name.replace(/-[0-9a-f]{16}$/u, "");
}
