import type { ProblemCode } from "../problems.ts";
import { nearestName } from "./nearest-name.ts";
import { parseTime } from "../../encoding/instant.ts";
import { composed, lengthOf, storedNamePattern } from "../plain-text.ts";
import {
  attributePattern,
  groupingPattern,
  type QueryParameter,
  type ValueForm,
  listLimit,
} from "../openapi/query-parameters.ts";
import type { ParameterFault } from "../refusal.ts";
import { vehicleIdPattern } from "../schemas/vocabulary.ts";

/** Values by parameter name, defaults filled in: integers as numbers, times in microseconds, lists as arrays. */
export interface ParsedQuery {
  readonly values: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly faults: readonly ParameterFault[];
}
export type QueryValue = string | number | boolean;

interface Reading {
  readonly values: Record<string, QueryValue | readonly QueryValue[]>;
  readonly faults: ParameterFault[];
}

/**
 * Reads the query string of a request target (without `?`) for the parameters an operation takes.
 * Unknown, repeated and malformed parameters are faults; nothing is guessed.
 */
export function parseQuery(text: string, parameters: readonly QueryParameter[]): ParsedQuery {
  const faults: ParameterFault[] = [];
  const given = readPairs(text, faults);
  const values: Record<string, QueryValue | readonly QueryValue[]> = {};
  for (const [name, texts] of given) {
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined) faults.push(unknownParameter(name, parameters));
    else readParameter(parameter, texts, { values, faults });
  }
  for (const { name, takes, isRequired } of parameters) {
    if (isRequired === true && !given.has(name)) {
      faults.push(fault(name, "query_parameter_invalid", `${name} is needed.`));
    }
    if ("default" in takes && takes.default !== undefined) values[name] ??= takes.default;
  }
  return { values, faults };
}

const nothingGiven: ReadonlyMap<string, readonly string[]> = new Map();

/** The texts given, by parameter name. */
function readPairs(text: string, faults: ParameterFault[]): ReadonlyMap<string, readonly string[]> {
  if (text === "") return nothingGiven;
  const given = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const decoded = decodePair(pair);
    if (decoded === null) {
      faults.push(fault("", "query_malformed", "The query string has a broken percent escape."));
    } else {
      given.set(decoded.name, [...(given.get(decoded.name) ?? []), decoded.value]);
    }
  }
  return given;
}

function decodePair(pair: string): { readonly name: string; readonly value: string } | null {
  const equals = pair.indexOf("=");
  try {
    return {
      name: decodeURIComponent((equals < 0 ? pair : pair.slice(0, equals)).replaceAll("+", " ")),
      value: equals < 0 ? "" : decodeURIComponent(pair.slice(equals + 1).replaceAll("+", " ")),
    };
  } catch {
    return null;
  }
}

function readParameter(parameter: QueryParameter, texts: readonly string[], into: Reading): void {
  const { name, isList } = parameter;
  if (texts.length > (isList ? listLimit : 1)) {
    const most = isList ? `at most ${listLimit} times` : "only once";
    into.faults.push(
      fault(name, "query_parameter_repeated", `${name} is given ${texts.length} times; give it ${most}.`),
    );
    return;
  }
  const read = texts.map((text) => readValue(text, parameter.takes));
  for (const one of read) {
    if (one.kind === "fault")
      into.faults.push(fault(name, "query_parameter_invalid", `${name} ${one.detail}.`));
  }
  const values = read.flatMap((one) => (one.kind === "value" ? [one.value] : []));
  const [first] = values;
  if (values.length !== texts.length || first === undefined) return;
  into.values[name] = isList ? values : first;
}

const groupingForm = new RegExp(groupingPattern);
const attributeForm = new RegExp(attributePattern);
const vehicleIdForm = new RegExp(vehicleIdPattern);

type ReadValue = { kind: "value"; value: QueryValue } | { kind: "fault"; detail: string };

function readValue(text: string, takes: ValueForm): ReadValue {
  switch (takes.kind) {
    case "integer":
      return readInteger(text, takes);
    case "enum":
      return readEnum(text, takes.values);
    case "text":
      return readText(text, takes.maxLength);
    case "vehicle-id":
      return readVehicleId(text);
    case "grouping":
      return groupingForm.test(text) ? value(text) : wrong("must be fleet, region, or attribute:name");
    case "attribute":
      return readAttribute(text);
    case "boolean":
      return readBoolean(text);
    case "time":
      return readTime(text);
  }
}

function readInteger(
  text: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): ReadValue {
  const number = /^(0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
  return number >= minimum && number <= maximum
    ? value(number)
    : wrong(`must be an integer from ${minimum} to ${maximum}`);
}

function readEnum(text: string, values: readonly string[]): ReadValue {
  if (values.includes(text)) return value(text);
  const nearest = nearestName(text, values);
  return wrong(`must be one of ${values.join(", ")}${nearest === null ? "" : ` (did you mean ${nearest}?)`}`);
}

/** Names are stored composed, and looked for so. */
function readText(given: string, maxLength: number): ReadValue {
  const text = composed(given);
  return text !== "" && lengthOf(text) <= maxLength && storedName.test(text)
    ? value(text)
    : wrong(`must have 1 to ${maxLength} characters, none of them a control character`);
}

function readVehicleId(text: string): ReadValue {
  return text.length <= 128 && vehicleIdForm.test(text)
    ? value(text)
    : wrong("must be a vehicle id: 1 to 128 letters, digits, `.`, `_`, `:` or `-`");
}

function readAttribute(text: string): ReadValue {
  return attributeForm.test(text)
    ? value(text)
    : wrong("must be a name, a colon and a value, such as model:Sprint 2");
}

function readBoolean(text: string): ReadValue {
  return text === "true" || text === "false" ? value(text === "true") : wrong("must be true or false");
}

function readTime(text: string): ReadValue {
  const time = parseTime(text);
  return time.kind === "time" ? value(time.timestampUs) : wrong(`is no time: ${time.detail}`);
}

function value(read: QueryValue): ReadValue {
  return { kind: "value", value: read };
}

function wrong(detail: string): ReadValue {
  return { kind: "fault", detail };
}

function unknownParameter(name: string, parameters: readonly QueryParameter[]): ParameterFault {
  const known = parameters.map((parameter) => parameter.name);
  const nearest = nearestName(name, known);
  const shown = name.slice(0, 60);
  const hint =
    nearest !== null
      ? `Did you mean ${nearest}?`
      : known.length === 0
        ? "This operation takes no query parameters."
        : `It takes ${known.join(", ")}.`;
  return fault(
    shown,
    "query_parameter_unknown",
    `There is no query parameter named "${shown}" here. ${hint}`,
  );
}

function fault(parameter: string, code: ProblemCode, detail: string): ParameterFault {
  return { parameter, code, detail };
}

const storedName = new RegExp(storedNamePattern);
