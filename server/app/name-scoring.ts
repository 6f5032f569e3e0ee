import { createHash } from "node:crypto";

import {
  numericProfile,
  scoringVersion,
  settingsToJson,
  type ScoringSettings,
} from "../../core/scoring/settings.ts";

/** Names rules and settings together: states under one name are folds of their journals by exactly these. */
export function nameScoring(settings: ScoringSettings): string {
  const text = JSON.stringify([scoringVersion, numericProfile, settingsToJson(settings)]);
  return `${scoringVersion}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}
