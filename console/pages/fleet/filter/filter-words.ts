import { tierLabel } from "../../../labels/tier-labels.ts";
import { faultSourceLabel } from "../../../labels/verdict-labels.ts";
import type { FleetFilter } from "./fleet-address.ts";

/** One condition of the filter in words, and the filter without it. */
export interface FilterPart {
  readonly words: string;
  readonly without: Partial<FleetFilter>;
}

/** Every condition that holds, as a person would say it. */
export function filterParts(filter: FleetFilter): readonly FilterPart[] {
  return [
    ...listParts(filter, "tiers", (tier) => tierLabel(tier).word),
    ...listParts(filter, "fleets", (fleet) => `fleet ${fleet}`),
    ...listParts(filter, "regions", (region) => `region ${region}`),
    ...listParts(filter, "attributes", attributeWords),
    ...part(filter.sensor, (sensor) => ({ words: faultSourceLabel(sensor), without: { sensor: null } })),
    ...part(filter.silent, (silent) => ({
      words: silent ? "silent" : "reporting",
      without: { silent: null },
    })),
    ...part(filter.text, (text) => ({ words: `“${text}”`, without: { text: null } })),
  ];
}

/** `Critical · region eu-west · model Sprint 2`. */
export function filterWords(filter: FleetFilter): string {
  return filterParts(filter)
    .map(({ words }) => words)
    .join(" · ");
}

/** `model:Sprint 2` as `model Sprint 2`; names may be dotted and written with underscores. */
export function attributeWords(attribute: string): string {
  const colon = attribute.indexOf(":");
  return `${attributeName(attribute.slice(0, colon))} ${attribute.slice(colon + 1)}`;
}

export function attributeName(name: string): string {
  return name.replaceAll(/[._]/g, " ");
}

function listParts(
  filter: FleetFilter,
  name: "tiers" | "fleets" | "regions" | "attributes",
  wordsOf: (value: string) => string,
): readonly FilterPart[] {
  return filter[name].map((value) => ({
    words: wordsOf(value),
    without: { [name]: filter[name].filter((other) => other !== value) },
  }));
}

function part<Value>(value: Value | null, say: (value: Value) => FilterPart): readonly FilterPart[] {
  return value === null ? [] : [say(value)];
}
