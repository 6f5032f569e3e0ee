import type { ProblemCode } from "../../../core/contract/problems.ts";
import { HttpRefusal, headerRefusal } from "../answer/http-refusal.ts";

/** The head of a request as Node's parser read it. */
export interface RequestHead {
  readonly httpVersion: string;
  readonly method: string;
  readonly url: string;
  /** Name, value, name, value…, as sent. */
  readonly rawHeaders: readonly string[];
}

/** Where the request goes: path and query in origin form, still encoded, the query without its question mark. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

export const headersLimit = 100;
export const targetLimitBytes = 8_192;

/**
 * Closes what Node's parser leaves open: versions we do not speak, several or no Host lines, a flood of headers,
 * repeated headers that have one value, transfer codings besides chunked, expectations besides 100-continue (RFC 9112, RFC 9110).
 * Throws a `Refusal`.
 */
export function checkFraming(head: RequestHead): RequestTarget {
  if (head.httpVersion !== "1.1" && head.httpVersion !== "1.0") {
    throw framingRefusal("Only HTTP/1.1 and HTTP/1.0 are spoken here.");
  }
  const counts = countHeaders(head.rawHeaders);
  checkHost(head, counts);
  if (counts.size * 2 < head.rawHeaders.length) checkRepeats(counts);
  checkTransferEncoding(head, counts);
  checkExpectation(head, counts);
  return readTarget(head.url);
}

function framingRefusal(detail: string, code: ProblemCode = "framing_invalid"): HttpRefusal {
  return new HttpRefusal(code, detail);
}

/** Lower-case names with how often they came. */
function countHeaders(rawHeaders: readonly string[]): ReadonlyMap<string, number> {
  if (rawHeaders.length > headersLimit * 2) {
    throw new HttpRefusal("header_invalid", `A request has at most ${headersLimit} headers.`);
  }
  const counts = new Map<string, number>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function checkHost(head: RequestHead, counts: ReadonlyMap<string, number>): void {
  const hosts = counts.get("host") ?? 0;
  if (hosts > 1) throw headerRefusal("header_invalid", "host", "Host is given twice; give it once.");
  if (hosts === 0) {
    if (head.httpVersion === "1.0") return;
    throw headerRefusal("header_invalid", "host", "HTTP/1.1 needs a Host header.");
  }
  if (!hostPattern.test(valueOf(head.rawHeaders, "host"))) {
    throw headerRefusal("header_invalid", "host", "Host is not a host name with an optional port.");
  }
}

function checkRepeats(counts: ReadonlyMap<string, number>): void {
  for (const name of singleHeaders) {
    if ((counts.get(name) ?? 0) > 1) {
      throw headerRefusal("header_invalid", name, `${name} is given twice; give it once.`);
    }
  }
}

function checkTransferEncoding(head: RequestHead, counts: ReadonlyMap<string, number>): void {
  const given = counts.get("transfer-encoding") ?? 0;
  if (given === 0) return;
  const isChunked = given === 1 && valueOf(head.rawHeaders, "transfer-encoding").toLowerCase() === "chunked";
  if (!isChunked) throw framingRefusal("Transfer-Encoding may only be chunked, once.");
  if (head.httpVersion === "1.0") throw framingRefusal("HTTP/1.0 has no Transfer-Encoding.");
  if (counts.has("content-length")) {
    throw framingRefusal("Content-Length and Transfer-Encoding exclude each other.");
  }
}

/** What is expected of us beyond an invitation to go on is not known here (RFC 9110 10.1.1); HTTP/1.0 expects nothing. */
function checkExpectation(head: RequestHead, counts: ReadonlyMap<string, number>): void {
  if (!counts.has("expect") || head.httpVersion === "1.0") return;
  if (valueOf(head.rawHeaders, "expect").toLowerCase() === "100-continue") return;
  throw headerRefusal("expectation_failed", "expect", "Expect may only be 100-continue.");
}

/** Origin form, or the absolute form that RFC 9112 3.2.2 asks every server to take. */
function readTarget(url: string): RequestTarget {
  if (url.length > targetLimitBytes) {
    throw framingRefusal(`Path and query have at most ${targetLimitBytes} bytes.`, "uri_too_long");
  }
  const target = url.startsWith("/") ? url : originFormOf(url);
  if (!target.startsWith("/") || !/^[\x21\x22\x24-\x7e]+$/.test(target)) {
    throw framingRefusal("The path is not one a URI may have; encode it.", "path_malformed");
  }
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (!isDecodable(path)) {
    throw framingRefusal("The path does not decode to readable UTF-8 text.", "path_malformed");
  }
  return { path, query: mark < 0 ? "" : target.slice(mark + 1) };
}

function originFormOf(url: string): string {
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, "");
  // An asterisk is only ever sent with OPTIONS, which no path takes: it is answered as the root is.
  if (relative === "*") return "/";
  return relative === "" || relative.startsWith("?") ? `/${relative}` : relative;
}

function isDecodable(path: string): boolean {
  try {
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    return !/[\u0000-\u001f\u007f]/.test(path.includes("%") ? decodeURIComponent(path) : path);
  } catch {
    return false;
  }
}

function valueOf(rawHeaders: readonly string[], name: string): string {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() === name) return (rawHeaders[at + 1] ?? "").trim();
  }
  return "";
}

const hostPattern = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~%!$&'()*+,;=-]{1,255})(?::[0-9]{0,5})?$/;

/** Headers with one value, whose repetition leaves two readers with two opinions. */
const singleHeaders = [
  "authorization",
  "content-type",
  "content-length",
  "content-encoding",
  "expect",
  "last-event-id",
  "x-request-id",
  "traceparent",
] as const;
