import type { TSchema } from "typebox";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

import { shown } from "./json-fault.ts";
import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { nearestName } from "./nearest-name.ts";
import { parseTime } from "../../encoding/instant.ts";
import { isPlainText, plainTextPattern } from "../plain-text.ts";
import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";
import { isRuleOfTime, ruleInWords } from "./rule-in-words.ts";
import { schemaDocument } from "../schemas/schema-documents.ts";

/** Holds a value to a published schema. Every fault has its pointer, its code and what to do; none means that it fits. */
export function validate(name: SchemaName, value: unknown): readonly BodyFault[] {
  const fits = validatorOf(name);
  if (fits(value)) return [];
  return tellingErrors(fits.errors ?? [])
    .map(faultOf)
    .slice(0, faultsLimit);
}

const faultsLimit = 20;

const compiler = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictTuples: false,
  formats: { "date-time": (text: string) => parseTime(text).kind === "time" },
  code: { regExp: Object.assign(regularExpression, { code: "new RegExp" }) },
});
/** A pattern knows the basic plane only; what is plain text is asked of the rule itself. */
function regularExpression(
  pattern: string,
  flags: string,
): { test(text: string): boolean; toString(): string } {
  if (pattern !== plainTextPattern) return new RegExp(pattern, flags);
  // The compiler tells expressions apart by their text.
  return { test: isPlainText, toString: () => pattern };
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

function validatorOf(name: SchemaName): ValidateFunction {
  const schema = namedSchemas[name];
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compiler.compile(schemaDocument(name));
  compiled.set(schema, made);
  return made;
}

/**
 * Each branch of a union has its errors. Of those about the type of a place one is left, with all types that would do;
 * none when only "or null" was not kept, because then the other branch says what is wrong.
 */
function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.flatMap((error) => {
    const there = errors.filter(({ instancePath }) => instancePath === error.instancePath);
    const types = there.filter(({ keyword }) => keyword === "type");
    const allowed = [...new Set(types.flatMap(({ params }): readonly string[] => params["type"]))];
    if (error.keyword === "type") {
      const isTold = error === types[0] && allowed.some((type) => type !== "null");
      return isTold ? [{ ...error, params: { type: allowed } }] : [];
    }
    return isSaidAlready(error, there, allowed) ? [] : [error];
  });
}

/** What another type should be is no listed value either; what is empty has no form. */
function isSaidAlready(
  { keyword }: ErrorObject,
  there: readonly ErrorObject[],
  allowed: readonly string[],
): boolean {
  if (keyword === "anyOf") return true;
  if (keyword === "enum") return allowed.some((type) => type !== "null");
  return keyword === "pattern" && there.some((other) => other.keyword === "minLength");
}

const codes: Readonly<Record<string, ProblemCode>> = {
  required: "member_missing",
  additionalProperties: "member_unknown",
  type: "wrong_type",
  minimum: "out_of_range",
  exclusiveMinimum: "out_of_range",
  maximum: "out_of_range",
  minLength: "wrong_length",
  maxLength: "wrong_length",
  minItems: "wrong_length",
  maxItems: "wrong_length",
  items: "wrong_length",
  minProperties: "wrong_length",
  pattern: "wrong_format",
  format: "wrong_format",
  enum: "not_allowed",
};

function faultOf(error: ErrorObject): BodyFault {
  const code = isRuleOfTime(error) ? "timestamp_invalid" : (codes[error.keyword] ?? "wrong_format");
  const at = error.instancePath;
  switch (error.keyword) {
    case "required": {
      const missing = String(error.params["missingProperty"]);
      return { pointer: `${at}/${missing}`, code, detail: `${missing} is missing.` };
    }
    case "additionalProperties": {
      const unknown = String(error.params["additionalProperty"]);
      const pointer = `${at}/${unknown.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return { pointer, code, detail: unknownMember(unknown, error) };
    }
    default:
      return { pointer: at, code, detail: `${nameOf(at)} ${ruleOf(error)}.` };
  }
}

function unknownMember(unknown: string, { parentSchema }: ErrorObject): string {
  const known = Object.keys(Object(parentSchema?.["properties"]));
  const nearest = nearestName(unknown, known);
  const hint = nearest === null ? `Known are ${known.join(", ")}.` : `Did you mean ${nearest}?`;
  return `There is no member ${shown(unknown)} here. ${hint}`;
}

function ruleOf(error: ErrorObject): string {
  return ruleInWords(error) ?? error.message ?? "does not fit the schema";
}

/** What a sentence calls the place: `map_center[0]`, where the pointer has `/map_center/0`. */
function nameOf(pointer: string): string {
  const [last = "", ...outer] = pointer.split("/").reverse();
  if (last === "") return "The body";
  return /^[0-9]+$/.test(last) ? `${nameOf(outer.reverse().join("/"))}[${last}]` : last;
}
