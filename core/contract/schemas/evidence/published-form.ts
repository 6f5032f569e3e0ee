import { type TObject, type TSchema, Type } from "typebox";

import { dictionary, nullable } from "../vocabulary.ts";

/** What the contract says of a shape beyond the strict schema it is made of. Places are written `breach.side`; items of a list have the list's place. */
export interface Publication {
  readonly $id: string;
  readonly description: string;
  /** Shapes that are published in another form than the rules give. */
  readonly instead: Readonly<Record<string, TSchema>>;
  readonly descriptions: Readonly<Record<string, string>>;
  /** Members in the order they were first published in. */
  readonly order: Readonly<Record<string, readonly string[]>>;
}

/**
 * A strict schema as the contract publishes it: the same members, but open for more, and of limits only those a client
 * can rely on for good. Digests keep their pattern and counts their minimum; other texts and numbers may be anything.
 */
export function publishedForm(schema: TObject, publication: Publication): TSchema {
  const { $id, description } = publication;
  return Type.Object(publishedMembers(schema, "", publication), { $id, description });
}

function publishedMembers(schema: TObject, at: string, publication: Publication): Record<string, TSchema> {
  const members = new Map(Object.entries<TSchema>(schema.properties));
  const names = publication.order[at] ?? [...members.keys()];
  return Object.fromEntries(
    names.map((name) => {
      const member = members.get(name);
      if (member === undefined) throw new Error(`${at} has no member ${name}`);
      const form = publishedMember(member, at === "" ? name : `${at}.${name}`, publication);
      return [name, Type.IsOptional(member) ? Type.Optional(form) : form];
    }),
  );
}

function publishedMember(schema: TSchema, at: string, publication: Publication): TSchema {
  const instead = publication.instead[at];
  if (instead !== undefined) return instead;
  const description = publication.descriptions[at];
  const about = description === undefined ? {} : { description };
  if (Type.IsObject(schema)) return Type.Object(publishedMembers(schema, at, publication), about);
  if (Type.IsArray(schema)) return Type.Array(publishedItem(schema.items, at, publication), about);
  return publishedValue(schema, about);
}

function publishedItem(items: TSchema, at: string, publication: Publication): TSchema {
  return Type.IsObject(items)
    ? Type.Object(publishedMembers(items, at, publication))
    : publishedValue(items, {});
}

function publishedValue(schema: TSchema, about: { readonly description?: string }): TSchema {
  if (Type.IsUnion(schema)) {
    const [first = schema, ...others] = schema.anyOf;
    return others.some(Type.IsNull) ? nullable(publishedValue(first, {}), about) : Type.String(about);
  }
  if (Type.IsLiteral(schema))
    return typeof schema.const === "number" ? Type.Integer(about) : Type.String(about);
  if (Type.IsRecord(schema)) return dictionary(Type.Unknown(), about);
  if (Type.IsBoolean(schema)) return Type.Boolean(about);
  if (Type.IsNumber(schema)) return Type.Number(about);
  if (Type.IsInteger(schema)) return Type.Integer({ ...minimumOf(schema), ...about });
  return Type.String({ ...digestPatternOf(schema), ...about });
}

function minimumOf(schema: object): { readonly minimum?: number } {
  return "minimum" in schema && typeof schema.minimum === "number" ? { minimum: schema.minimum } : {};
}

function digestPatternOf(schema: object): { readonly pattern?: string } {
  const pattern = "pattern" in schema ? schema.pattern : undefined;
  return typeof pattern === "string" && pattern.endsWith("[0-9a-f]{64}$") ? { pattern } : {};
}
