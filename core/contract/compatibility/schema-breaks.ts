import { type Json, type JsonObject, isJsonObject } from "../../encoding/strict-json.ts";
import { objectOf, resolved, textsOf } from "./document-parts.ts";

/** A schema, and the document its references point into. */
export interface PlacedSchema {
  readonly schema: Json | undefined;
  readonly document: JsonObject;
}

/**
 * `request`: what was taken before is taken now. `response`: what is answered now could have been answered before, and
 * tells as much.
 */
export interface Comparison {
  readonly direction: "request" | "response";
  readonly at: string;
  /** Named enumerations whose values may become more in answers. */
  readonly growing: readonly string[];
  /** Pairs of named shapes that broke nothing so far: shapes come again and again. */
  readonly sound: Set<string>;
}

/** What of a schema would break a client of the earlier one, with where it is. */
export function schemaBreaks(old: PlacedSchema, now: PlacedSchema, more: Comparison): readonly string[] {
  return compare(old, now, { ...more, seen: new Set() });
}

interface Comparing extends Comparison {
  /** Pairs of named shapes that are being compared: shapes may hold themselves. */
  readonly seen: ReadonlySet<string>;
}

function compare(old: PlacedSchema, now: PlacedSchema, more: Comparing): readonly string[] {
  const pair = `${more.direction} ${nameOf(old)} ${nameOf(now)}`;
  const isNamed = nameOf(old) !== "" && nameOf(now) !== "";
  if (isNamed && (more.seen.has(pair) || more.sound.has(pair))) return [];
  const breaks = compareWhole(old, now, { ...more, seen: new Set([...more.seen, pair]) });
  if (isNamed && breaks.length === 0) more.sound.add(pair);
  return breaks;
}

function compareWhole(old: PlacedSchema, now: PlacedSchema, more: Comparing): readonly string[] {
  const [was, is] = [resolved(old.schema, old.document), resolved(now.schema, now.document)];
  const [branches, others] = [branchesOf(was, old.document), branchesOf(is, now.document)];
  if (branches.length > 1 || others.length > 1) return compareBranches(branches, others, more);
  return [
    ...typeBreaks(was, is, more),
    ...valueBreaks(was, is, { ...more, name: nameOf(now) }),
    ...(more.direction === "request" ? limitBreaks(was, is, more) : []),
    ...memberBreaks({ schema: was, document: old.document }, { schema: is, document: now.document }, more),
    ...partBreaks({ schema: was, document: old.document }, { schema: is, document: now.document }, more),
  ];
}

/** Each shape that was taken is taken by one of those there are; each that is answered is one of those there were. */
function compareBranches(
  old: readonly PlacedSchema[],
  now: readonly PlacedSchema[],
  more: Comparing,
): readonly string[] {
  const [needed, offered] = more.direction === "request" ? [old, now] : [now, old];
  const fits = (one: PlacedSchema, other: PlacedSchema) =>
    (more.direction === "request" ? compare(one, other, more) : compare(other, one, more)).length === 0;
  return needed
    .filter((one) => !offered.some((other) => fits(one, other)))
    .map(
      (one) =>
        `${more.at}: ${more.direction === "request" ? "no longer takes" : "may now be"} ${shapeOf(one)}`,
    );
}

function typeBreaks(was: JsonObject, is: JsonObject, { direction, at }: Comparison): readonly string[] {
  const [had, has] = [typesOf(was), typesOf(is)];
  const [narrow, wide] = direction === "request" ? [had, has] : [has, had];
  // No type is every type.
  if (wide === null || (narrow !== null && narrow.every((type) => isAmong(type, wide)))) return [];
  return [`${at}: was ${had?.join(" or ") ?? "anything"} and is ${has?.join(" or ") ?? "anything"}`];
}

function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function valueBreaks(
  was: JsonObject,
  is: JsonObject,
  { direction, at, growing, name }: Comparison & { readonly name: string },
): readonly string[] {
  const [had, has] = [valuesOf(was), valuesOf(is)];
  const [narrow, wide] = direction === "request" ? [had, has] : [has, had];
  if (wide === null || (direction === "response" && growing.includes(name))) return [];
  const outside = narrow === null ? ["anything"] : narrow.filter((value) => !wide.includes(value));
  const verb = direction === "request" ? "no longer takes" : "may now be";
  return outside.map((value) => `${at}: ${verb} ${value}`);
}

const upper = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const lower = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const exact = ["pattern", "format", "uniqueItems", "multipleOf"];

function limitBreaks(was: JsonObject, is: JsonObject, { at }: Comparison): readonly string[] {
  const tighter = (name: string, isTighter: (had: number, has: number) => boolean): boolean => {
    const [had, has] = [was[name], is[name]];
    if (typeof has !== "number") return false;
    return typeof had !== "number" || isTighter(had, has);
  };
  const narrowed = [
    ...upper.filter((name) => tighter(name, (had, has) => has < had)),
    ...lower.filter((name) => tighter(name, (had, has) => has > had)),
    ...exact.filter((name) => is[name] !== undefined && is[name] !== false && is[name] !== was[name]),
  ];
  return narrowed.map(
    (name) => `${at}: ${name} is ${JSON.stringify(is[name])}, was ${JSON.stringify(was[name])}`,
  );
}

function memberBreaks(old: PlacedSchema, now: PlacedSchema, more: Comparing): readonly string[] {
  const [was, is] = [objectOf(old.schema), objectOf(now.schema)];
  const [had, has] = [objectOf(was["properties"]), objectOf(is["properties"])];
  const { direction, at } = more;
  const [musts, must] = [textsOf(was["required"]), textsOf(is["required"])];
  const demanded =
    direction === "request"
      ? must.filter((name) => !musts.includes(name)).map((name) => `${at}/${name}: is needed now`)
      : musts
          .filter((name) => has[name] !== undefined && !must.includes(name))
          .map((name) => `${at}/${name}: may be missing now`);
  const closed =
    direction === "request" && is["additionalProperties"] === false && was["additionalProperties"] !== false
      ? [`${at}: takes no other members any more`]
      : [];
  const members = Object.entries(had).flatMap(([name, member]) =>
    has[name] === undefined
      ? [`${at}/${name}: is gone`]
      : compare(
          { schema: member, document: old.document },
          { schema: has[name], document: now.document },
          { ...more, at: `${at}/${name}` },
        ),
  );
  return [...demanded, ...closed, ...members];
}

/** Elements of lists, and values of free names. */
function partBreaks(old: PlacedSchema, now: PlacedSchema, more: Comparing): readonly string[] {
  const [was, is] = [objectOf(old.schema), objectOf(now.schema)];
  return ["items", "additionalProperties"].flatMap((name) => {
    const [part, other] = [was[name], is[name]];
    if (!isJsonObject(part) || !isJsonObject(other)) return [];
    return compare(
      { schema: part, document: old.document },
      { schema: other, document: now.document },
      { ...more, at: `${more.at}/*` },
    );
  });
}

function branchesOf(schema: JsonObject, document: JsonObject): readonly PlacedSchema[] {
  const branches = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(branches)
    ? branches.map((branch: Json) => ({ schema: branch, document }))
    : [{ schema, document }];
}

function typesOf({ type }: JsonObject): readonly string[] | null {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? textsOf(type) : null;
}

/** As JSON, so that they can be compared; null where any value will do. */
function valuesOf({ enum: values, const: only }: JsonObject): readonly string[] | null {
  if (only !== undefined) return [JSON.stringify(only)];
  return Array.isArray(values) ? values.map((value: Json) => JSON.stringify(value)) : null;
}

/** The last part of a reference: the shape's name. */
function nameOf({ schema }: PlacedSchema): string {
  const target = objectOf(schema)["$ref"];
  return typeof target === "string" ? (target.split("/").at(-1) ?? "") : "";
}

function shapeOf(one: PlacedSchema): string {
  const schema = resolved(one.schema, one.document);
  return nameOf(one) || (typesOf(schema)?.join(" or ") ?? JSON.stringify(schema).slice(0, 60));
}
