import type { ProblemCode } from "../problems.ts";
import { nearestName } from "./nearest-name.ts";
import { parseTime } from "../../encoding/instant.ts";
import { lengthOf, storedNamePattern } from "../plain-text.ts";
import { type QueryParameter, type ValueForm, listLimit } from "../openapi/query-parameters.ts";
import type { ParameterFault } from "../refusal.ts";
import { vehicleIdPattern } from "../schemas/vocabulary.ts";

/** Values by parameter name, defaults filled in: integers as numbers, times in microseconds, lists as arrays. */
export interface ParsedQuery {
  readonly values: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly faults: readonly ParameterFault[];
}
export type QueryValue = string | number;

/**
 * Reads the query string of a request target (without `?`) for the parameters an operation takes.
 * Unknown, repeated and malformed parameters are faults; nothing is guessed.
 */
export function parseQuery(text: string, parameters: readonly QueryParameter[]): ParsedQuery {
  const given = new Map<string, string[]>();
  const faults: ParameterFault[] = [];
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const decoded = decodePair(pair);
    if (decoded === null) {
      faults.push(fault("", "query_malformed", "The query string has a broken percent escape."));
      continue;
    }
    given.set(decoded.name, [...(given.get(decoded.name) ?? []), decoded.value]);
  }

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

function readParameter(
  parameter: QueryParameter,
  texts: readonly string[],
  into: { values: Record<string, QueryValue | readonly QueryValue[]>; faults: ParameterFault[] },
): void {
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
  if (values.length === texts.length) into.values[name] = isList ? values : values[0]!;
}

const vehicleIdForm = new RegExp(vehicleIdPattern);

type ReadValue = { kind: "value"; value: QueryValue } | { kind: "fault"; detail: string };

function readValue(text: string, takes: ValueForm): ReadValue {
  const value = (read: QueryValue): ReadValue => ({ kind: "value", value: read });
  const wrong = (detail: string): ReadValue => ({ kind: "fault", detail });
  switch (takes.kind) {
    case "integer": {
      const number = /^(0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : Number.NaN;
      const { minimum, maximum } = takes;
      return number >= minimum && number <= maximum
        ? value(number)
        : wrong(`must be an integer from ${minimum} to ${maximum}`);
    }
    case "word": {
      if (takes.words.includes(text)) return value(text);
      const nearest = nearestName(text, takes.words);
      return wrong(
        `must be one of ${takes.words.join(", ")}${nearest === null ? "" : ` (did you mean ${nearest}?)`}`,
      );
    }
    case "text": {
      const isPlain = text !== "" && lengthOf(text) <= takes.maxLength && storedName.test(text);
      return isPlain
        ? value(text)
        : wrong(`must have 1 to ${takes.maxLength} characters, none of them a control character`);
    }
    case "vehicle-id": {
      const isId = text.length <= 128 && vehicleIdForm.test(text);
      return isId
        ? value(text)
        : wrong("must be a vehicle id: 1 to 128 letters, digits, `.`, `_`, `:` or `-`");
    }
    case "time": {
      const time = parseTime(text);
      return time.kind === "time" ? value(time.timestampUs) : wrong(`is no time: ${time.detail}`);
    }
  }
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
