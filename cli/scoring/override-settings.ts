import { settingsFromJson, settingsToJson } from "../../core/scoring/model/settings.ts";
import type { ScoringSettings } from "../../core/scoring/model/settings.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** Settings with some members replaced, each given as `group.name=number`, for example `evidence.caution_nats=8`. */
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
  const [path = "", text = "", ...rest] = override.split("=");
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (rest.length > 0 || !Number.isFinite(value))
    throw refused(`${override} is not of the form group.name=number`);
  const names = path.split(".");
  const last = names.pop()!;
  let place = json;
  for (const name of names) {
    const below = Object.hasOwn(place, name) ? place[name] : undefined;
    if (typeof below !== "object" || below === null) throw refused(`there is no setting ${path}`);
    place = below as Record<string, unknown>;
  }
  if (!Object.hasOwn(place, last) || typeof place[last] !== "number") {
    const known = Object.keys(place).filter((name) => typeof place[name] === "number");
    throw refused(
      `there is no setting ${path}; here are: ${(known.length > 0 ? known : Object.keys(place)).join(", ")}`,
    );
  }
  place[last] = value;
}

function refused(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, typed("replay --help"));
}
