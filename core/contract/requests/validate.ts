import type { TSchema } from "typebox";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

import { shown } from "./json-fault.ts";
import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { nearestName } from "./nearest-name.ts";
import { parseTime } from "../../encoding/instant.ts";
import { isPlainText, plainTextPattern, plainTextRule } from "../plain-text.ts";
import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";
import { schemaDocument } from "../schemas/schema-documents.ts";

/** Holds a value to a published schema. Every fault has its pointer, its code and what to do; none means that it fits. */
export function validate(name: SchemaName, value: unknown): readonly BodyFault[] {
  const fits = validatorOf(name);
  if (fits(value)) return [];
  return (fits.errors ?? []).filter(isTelling).map(faultOf).slice(0, faultsLimit);
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

/** "Or null" is said by the other branch: that a value is not null explains nothing. */
function isTelling(error: ErrorObject, _index: number, all: readonly ErrorObject[]): boolean {
  const isNullBranch = error.keyword === "type" && error.params["type"] === "null";
  return !(isNullBranch || error.keyword === "anyOf") || all.length === 1;
}

const codes: Readonly<Record<string, ProblemCode>> = {
  required: "member_missing",
  additionalProperties: "member_unknown",
  type: "wrong_type",
  minimum: "out_of_range",
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
  const code = codes[error.keyword] ?? "wrong_format";
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
    case "enum":
      return { pointer: at, code, detail: `${nameOf(at)} ${allowedValues(error)}` };
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

function allowedValues({ params, data }: ErrorObject): string {
  const allowed: readonly unknown[] = params["allowedValues"];
  const values = allowed.map(String);
  const nearest = typeof data === "string" ? nearestName(data, values) : null;
  const hint = nearest === null ? "" : ` Did you mean ${nearest}?`;
  return `must be one of ${values.join(", ")}.${hint}`;
}

function ruleOf({ params, message }: ErrorObject): string {
  return params["pattern"] === plainTextPattern ? plainTextRule : (message ?? "does not fit the schema");
}

/** What a sentence calls the place: `map_center[0]`, where the pointer has `/map_center/0`. */
function nameOf(pointer: string): string {
  const [last = "", ...outer] = pointer.split("/").reverse();
  if (last === "") return "The body";
  return /^[0-9]+$/.test(last) ? `${nameOf(outer.reverse().join("/"))}[${last}]` : last;
}
