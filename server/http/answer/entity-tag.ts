import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { type Answer, jsonAnswer, jsonType } from "./answer.ts";

/** Says 304 when the client already has this answer (RFC 9110 13.1.2). Keeps the body, which is not sent: its coding is named. */
export function unlessKnown(answer: Answer, headers: IncomingHttpHeaders): Answer {
  const tag = answer.headers?.["ETag"];
  const known = headers["if-none-match"];
  if (tag === undefined || known === undefined || !namesTag(known, tag)) return answer;
  return { ...answer, status: 304 };
}

/**
 * A list or a summary with an ETag that changes when it says something else. It is a weak one, because the time of the
 * answer (`as_of`) changes without anything else having changed, and so may where the next page begins, which is behind the
 * last of those listed. A text has no such time.
 */
export function taggedAnswer(value: object | string, headers: Readonly<Record<string, string>> = {}): Answer {
  const answer = jsonAnswer(value);
  const tag = digest(typeof value === "string" ? value : withoutTime(answer.body as string, value));
  return { ...answer, headers: { ...headersOfRead(tag), ...headers } };
}

/** The same of a JSON text without such a time, UTF-8, of which a digest (hex) is known: nothing is done here with all of it. */
export function writtenAnswer({
  json,
  sha256,
}: {
  readonly json: Uint8Array;
  readonly sha256: string;
}): Answer {
  return { status: 200, contentType: jsonType, body: json, headers: headersOfRead(sha256.slice(0, 32)) };
}

function headersOfRead(tag: string) {
  return { ETag: `W/"${tag}"`, "Cache-Control": "private, no-cache" };
}

/** By its text: writing a list of a thousand a second time would take as long as the first. Quotes in a value are escaped. */
function withoutTime(text: string, value: object): string {
  const isCut = "has_more" in value && value.has_more === true;
  return text.replaceAll(isCut ? /"(?:as_of|next_cursor)":"[^"]*"/gu : /"as_of":"[^"]*"/gu, "");
}

/** Bytes that never change: a strong ETag, their digest (RFC 9530), and leave to keep them for good. */
export function immutableAnswer(
  bytes: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const sha256 = createHash("sha256").update(bytes).digest();
  return {
    status: 200,
    contentType,
    body: bytes,
    headers: {
      ETag: `"${sha256.toString("base64url")}"`,
      "Repr-Digest": `sha-256=:${sha256.toString("base64")}:`,
      "Cache-Control": "private, max-age=31536000, immutable",
      ...headers,
    },
  };
}

/** A strong ETag over bytes that are served as they are. */
export function strongTag(bytes: string | Uint8Array): string {
  return `"${digest(bytes)}"`;
}

function digest(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}

/** Weak comparison, as If-None-Match has it. */
function namesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}
