import { validate } from "../requests/validate.ts";
import { type SchemaName, namedSchemas } from "./named-schemas.ts";

/** What is at fault, as `pointer code`, in the published example of a shape once some of its members are others; undefined leaves one out. */
export function faultsWith(name: SchemaName, changes: Readonly<Record<string, unknown>>): readonly string[] {
  const changed = withoutUndefined({ ...exampleOf(name), ...changes });
  return validate(name, changed).map(({ pointer, code }) => `${pointer} ${code}`);
}

/** The first entry of a list in the example. */
export function firstOf(name: SchemaName, list: string): Readonly<Record<string, unknown>> {
  const entries = exampleOf(name)[list];
  if (!Array.isArray(entries)) throw new Error(`the example of ${name} has no ${list}`);
  return entries[0];
}

function exampleOf(name: SchemaName): Readonly<Record<string, unknown>> {
  const schema: object = namedSchemas[name];
  if (!("examples" in schema) || !Array.isArray(schema.examples)) throw new Error(`${name} has no example`);
  return schema.examples[0];
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
