import type { Answer } from "../answer/answer.ts";
import { taggedAnswer, unlessKnown } from "../answer/entity-tag.ts";
import type { AuthorisedRequest } from "../authorised-request.ts";

/** What was read, or 304 where the client has it already. */
export function taggedRead(
  { exchange }: AuthorisedRequest,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return unlessKnown(taggedAnswer(value, headers), exchange.headers);
}

/** A member only where there is a value for it. */
export function given<const Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [name in Name]: Value });
}

/** The next page as RFC 8288 has it: the same query with another cursor. */
export function linkToNext(
  { target }: AuthorisedRequest,
  nextCursor: string | null,
): Readonly<Record<string, string>> {
  if (nextCursor === null) return {};
  const query = target.query.split("&").filter((part) => part !== "" && !part.startsWith("cursor="));
  const next = [...query, `cursor=${encodeURIComponent(nextCursor)}`].join("&");
  return { Link: `<${target.path}?${next}>; rel="next"` };
}
