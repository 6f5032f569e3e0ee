import type { ScenarioFeedRequest } from "../../../clients/typescript/generated/contract.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { stageParams, stageRanges, usualDurationS } from "../../../core/scenario/drift/stage-params.ts";
import { rigPresetNames, sensorsOfPreset } from "../../../core/scenario/poses/rig-presets.ts";

/** What is typed, by field; a field left empty is not there. */
export type TypedFields = Readonly<Record<string, string>>;
/** What is wrong, by field; under `""` what no field is to blame for. */
export type FieldFaults = Readonly<Record<string, string>>;

export type ReadForm =
  | { readonly kind: "request"; readonly request: ScenarioFeedRequest }
  | { readonly kind: "faults"; readonly faults: FieldFaults };

export interface ParamField {
  readonly name: string;
  readonly usual: number;
  readonly low: number;
  readonly high: number;
}

/** The parameters of a type over this length, each with its usual value and its range. None of a type that is left open. */
export function paramFields(type: ScenarioType | null, seconds: string): readonly ParamField[] {
  if (type === null) return [];
  const given = Number(seconds);
  const durationS = seconds.trim() !== "" && given >= 1 && given <= 3600 ? given : usualDurationS;
  const ranges = stageRanges(type, durationS);
  return Object.entries(stageParams(type, durationS)).map(([name, usual]) => {
    const [low = usual, high = usual] = ranges[name] ?? [];
    return { name, usual: tidy(usual), low: tidy(low), high: tidy(high) };
  });
}

const paramPrefix = "param.";
export const paramFieldName = (name: string): string => `${paramPrefix}${name}`;

/** The request of what was typed. What cannot be one is said of its field; the rest the service judges. */
export function readScenarioForm(type: ScenarioType | null, typed: TypedFields): ReadForm {
  const faults: Record<string, string> = {};
  const number = (field: string): number | undefined => {
    const text = typed[field];
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isFinite(value)) faults[field] = "It must be a number.";
    return value;
  };
  const text = (field: string) => typed[field];
  const place = placeOf(typed["map_center"]);
  if (place === null) faults["map_center"] = "It must be latitude −90 to 90, comma, longitude −180 to 180.";
  const params = Object.keys(typed)
    .filter((field) => field.startsWith(paramPrefix))
    .map((field) => [field.slice(paramPrefix.length), number(field)]);
  const preset = rigPresetNames.find((name) => name === typed["sensors"]);
  const request = {
    scenario_type: type ?? undefined,
    origin: text("origin"),
    level: text("level"),
    vehicle_id: text("vehicle_id"),
    evidence_id: text("evidence_id"),
    duration_s: number("duration_s"),
    map_center: place,
    seed: number("seed"),
    params: params.length === 0 ? undefined : Object.fromEntries(params),
    sensors: preset === undefined ? undefined : (sensorsOfPreset(preset) ?? undefined),
  };
  if (Object.keys(faults).length > 0) return { kind: "faults", faults };
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  // Values of selects are the contract's; whatever else comes in the service refuses.
  return { kind: "request", request: Object.fromEntries(given) };
}

/** What the service refused, under the fields it points to. */
export function faultsOfAnswer(
  detail: string,
  errors: readonly { readonly pointer?: string; readonly detail?: string }[],
): FieldFaults {
  const found = errors.flatMap(({ pointer, detail: what = detail }) => {
    const [, member = "", name] = (pointer ?? "").split("/");
    if (!formFields.has(member)) return [];
    return [
      [member === "params" && name !== undefined ? paramFieldName(unescaped(name)) : member, what] as const,
    ];
  });
  return found.length === 0 ? { "": detail } : Object.fromEntries(found);
}

const formFields: ReadonlySet<string> = new Set([
  "scenario_type",
  "origin",
  "level",
  "vehicle_id",
  "evidence_id",
  "duration_s",
  "map_center",
  "seed",
  "params",
  "sensors",
]);

/** [latitude, longitude]; undefined where none is typed, null where it is no place. */
function placeOf(typed: string | undefined): [number, number] | undefined | null {
  if (typed === undefined) return undefined;
  // A minus sign as it is printed is one, too.
  const parts = typed
    .replaceAll("\u2212", "-")
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [latitude = Number.NaN, longitude = Number.NaN] = parts;
  const isPlace = parts.length === 2 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? [latitude, longitude] : null;
}

/** Of a JSON pointer (RFC 6901). */
function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function tidy(value: number): number {
  return Number(value.toPrecision(6));
}
