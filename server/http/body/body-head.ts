import type { Operation } from "../../../core/contract/openapi/operation.ts";
import { jsonType } from "../answer/answer.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";
import type { Exchange } from "../exchange.ts";
import { type ContentCoding, contentCodings, readContentCoding } from "./content-coding.ts";

/** A media type with its parameters, lower-case but for parameter values (RFC 9110 8.3.1). */
export interface MediaType {
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Null for what is no media type. */
export function parseMediaType(text: string): MediaType | null {
  const match = mediaTypePattern.exec(text);
  if (match === null) return null;
  const parameters = new Map<string, string>();
  const [, essence = "", rest = ""] = match;
  for (const [, name = "", value = ""] of rest.matchAll(parameterPattern)) {
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
    if (parameters.has(name.toLowerCase())) return null;
    parameters.set(name.toLowerCase(), plain);
  }
  return { essence: essence.toLowerCase(), parameters };
}

const token = String.raw`[A-Za-z0-9!#$%&'*+.^_\x60|~-]+`;
// Blanks before a semicolon belong to it alone: a second reading of them would make the match exponential.
const parameter = String.raw`[ \t]*;(?:[ \t]*${token}=(?:${token}|"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*"))?`;
const mediaTypePattern = new RegExp(`^(${token}/${token})((?:${parameter})*)[ \\t]*$`);
const parameterPattern = new RegExp(
  String.raw`;[ \t]*(${token})=(${token}|"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*")`,
  "g",
);

/** What the head of a request says of the body behind it. */
export type BodyHead =
  | { readonly kind: "none" }
  | { readonly kind: "json" | "ndjson"; readonly coding: ContentCoding };

export const ndjsonType = "application/x-ndjson";
/** Other names under which the same is sent: none of them is registered. */
const otherNdjsonTypes: readonly string[] = [
  "application/jsonl",
  "application/x-jsonlines",
  "application/ndjson",
];

/** Media type, coding and presence of the body, checked before a byte of it is read. */
export function readBodyHead(exchange: Exchange, operation: Operation): BodyHead {
  const { headers } = exchange;
  const isPresent = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (operation.request === undefined) {
    if (isPresent) throw new HttpRefusal("body_not_expected", "This operation takes no body.");
    return { kind: "none" };
  }
  const contentType = headers["content-type"];
  // Where the body may be left out, it is left out whatever the headers say of its form.
  if (!isPresent && !operation.request.isRequired) return { kind: "none" };
  const kind = kindOf(contentType, operation);
  return { kind, coding: readContentCoding(headers["content-encoding"]) };
}

function kindOf(contentType: string | undefined, { request }: Operation): "json" | "ndjson" {
  const takesBatches = request?.takesBatches === true;
  const essence = utf8EssenceOf(contentType);
  if (essence === jsonType) return "json";
  if (takesBatches && essence !== null && isNdjson(essence)) return "ndjson";
  const taken = takesBatches ? [jsonType, ndjsonType] : [jsonType];
  const detail = `Content-Type must be ${taken.join(" or ")}, in UTF-8.`;
  throw new HttpRefusal("media_type_unsupported", detail, {
    faults: [{ header: "content-type", code: "media_type_unsupported", detail }],
    headers: { "Accept-Post": taken.join(", "), "Accept-Encoding": contentCodings.join(", ") },
  });
}

function isNdjson(essence: string): boolean {
  return essence === ndjsonType || otherNdjsonTypes.includes(essence);
}

/** The media type of text in UTF-8; null for anything else. */
function utf8EssenceOf(contentType: string | undefined): string | null {
  // As nearly every request has it.
  if (contentType === jsonType || contentType === ndjsonType) return contentType;
  const type = contentType === undefined ? null : parseMediaType(contentType);
  const charset = type?.parameters.get("charset")?.toLowerCase() ?? "utf-8";
  return type !== null && (charset === "utf-8" || charset === "utf8") ? type.essence : null;
}
