import type { QueryValue } from "../../core/contract/requests/parse-query.ts";

/** Path parameters by name, decoded. */
export type PathValues = Readonly<Record<string, string>>;

/** Query parameters by name, parsed, defaults filled in. */
export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

export function textOf(values: QueryValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

export function numberOf(values: QueryValues, name: string): number | undefined {
  const value = values[name];
  return typeof value === "number" ? value : undefined;
}

export function booleanOf(values: QueryValues, name: string): boolean | undefined {
  const value = values[name];
  return typeof value === "boolean" ? value : undefined;
}

export function textsOf(values: QueryValues, name: string): readonly string[] | undefined {
  const value = values[name];
  return typeof value === "object" ? value.map(String) : undefined;
}

/** A parameter that is always there: a part of the path, or required by the contract. */
export function requiredText(values: PathValues | QueryValues, name: string): string {
  return textOf(values, name) ?? missing(name);
}

/** A parameter that is always there: required by the contract, or with a default. */
export function requiredNumber(values: QueryValues, name: string): number {
  return numberOf(values, name) ?? missing(name);
}

function missing(name: string): never {
  throw new Error(`the parameter ${name} was to be there when the contract let the request through`);
}
