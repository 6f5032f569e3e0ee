import { settingsFromJson, settingsToJson } from "../../core/scoring/settings/settings.ts";
import type { ScoringSettings } from "../../core/scoring/settings/settings.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** Settings with some members replaced, each given as `group.name=number`, for example `change.limit_nats=8`. */
export function overrideSettings(settings: ScoringSettings, given: readonly string[]): ScoringSettings {
  const json = settingsToJson(settings);
  for (const override of given) apply(json, override);
  try {
    return settingsFromJson(json);
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  }
}

function apply(json: Record<string, unknown>, override: string): void {
  const { path, value } = readOverride(override);
  const names = path.split(".");
  const last = names.pop() ?? "";
  let place = json;
  for (const name of names) {
    const below = Object.hasOwn(place, name) ? place[name] : undefined;
    if (!isGroup(below)) throw refused(`there is no setting ${path}`);
    place = below;
  }
  if (!Object.hasOwn(place, last) || typeof place[last] !== "number") {
    throw refused(`there is no setting ${path}; here are: ${settingsIn(place).join(", ")}`);
  }
  place[last] = value;
}

function readOverride(override: string): { readonly path: string; readonly value: number } {
  const [path = "", text = "", ...rest] = override.split("=");
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (rest.length === 0 && Number.isFinite(value)) return { path, value };
  throw refused(`${override} is not of the form group.name=number`);
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The settings of a group; of one that has none itself, its groups. */
function settingsIn(group: Readonly<Record<string, unknown>>): readonly string[] {
  const numbers = Object.keys(group).filter((name) => typeof group[name] === "number");
  return numbers.length > 0 ? numbers : Object.keys(group);
}

function refused(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, typed("replay --help"));
}
