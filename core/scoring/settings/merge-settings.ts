import { settingsFromJson, settingsToJson } from "./settings.ts";
import type { ScoringSettings } from "./settings.ts";

export type MergedSettings =
  | { readonly kind: "settings"; readonly settings: ScoringSettings }
  /** `pointer` (RFC 6901) names the first member that does not fit, `known` what would have. */
  | { readonly kind: "misfit"; readonly pointer: string; readonly known: readonly string[] };

/**
 * Settings with some members replaced: `changes` is a part of what `settingsToJson` gives, with the same names and nesting.
 * Only numbers can be replaced, and only by finite ones.
 */
export function mergeSettings(
  settings: ScoringSettings,
  changes: Readonly<Record<string, unknown>>,
): MergedSettings {
  const json = settingsToJson(settings);
  const misfit = mergeInto(json, changes, "");
  return misfit ?? { kind: "settings", settings: settingsFromJson(json) };
}

function mergeInto(
  into: Record<string, unknown>,
  changes: Readonly<Record<string, unknown>>,
  path: string,
): MergedSettings | null {
  for (const [name, change] of Object.entries(changes)) {
    const pointer = `${path}/${name}`;
    if (!Object.hasOwn(into, name)) return { kind: "misfit", pointer, known: Object.keys(into) };
    const present = into[name];
    if (isGroup(present) && isGroup(change)) {
      const misfit = mergeInto(present, change, pointer);
      if (misfit !== null) return misfit;
    } else if (typeof present === "number" && Number.isFinite(change)) {
      into[name] = change;
    } else {
      return { kind: "misfit", pointer, known: isGroup(present) ? Object.keys(present) : [] };
    }
  }
  return null;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
