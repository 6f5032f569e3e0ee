import type { IncomingHttpHeaders } from "node:http";
import type { Transform } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from "node:zlib";
import type { contentCodings } from "../body/content-coding.ts";
import type { Answer } from "./answer.ts";
import { type Preference, readPreferences } from "./preferences.ts";

export type AnswerCoding = (typeof contentCodings)[number];

/** Of those a client likes alike the first: zstd packs fastest, gzip is what everybody has. */
const offered: readonly AnswerCoding[] = ["zstd", "br", "gzip"];

/**
 * The coding a client likes best of those we have (RFC 9110 12.5.3); null for the bytes as they are. Without a header
 * that is what goes out: nothing was asked. It also goes out where a client excludes everything, as the RFC recommends.
 */
export function chooseCoding(acceptEncoding: string | undefined): AnswerCoding | null {
  if (acceptEncoding === undefined) return null;
  const preferences = readPreferences(acceptEncoding);
  let best: { readonly coding: AnswerCoding | null; readonly quality: number } = {
    coding: null,
    quality: preferences.find(({ name }) => name === "identity")?.quality ?? 0,
  };
  for (const coding of offered) {
    const quality = qualityOf(coding, preferences);
    // What a client likes as much as the bytes themselves is taken: naming it at all is asking for it.
    const isBetter = best.coding === null ? quality >= best.quality : quality > best.quality;
    if (quality > 0 && isBetter) best = { coding, quality };
  }
  return best.coding;
}

function qualityOf(coding: AnswerCoding, preferences: readonly Preference[]): number {
  const names = coding === "gzip" ? ["gzip", "x-gzip", "*"] : [coding, "*"];
  for (const wanted of names) {
    const found = preferences.find(({ name }) => name === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}

/** An answer as it goes out. */
export interface EncodedAnswer extends Answer {
  /** Opens what encodes the body while it is sent: how long it will be is not known before. */
  readonly openEncoder?: () => Transform;
}

/**
 * The answer in the coding the client asked for. Encoding runs beside the thread that answers requests, in those of
 * Node's own zlib.
 *
 * The length of an encoded answer tells something of its contents to whoever chooses a part of them (BREACH). That needs
 * a secret in the answer, and none holds a key, a token or another secret of the service; and it needs requests in
 * somebody else's name, which a foreign page cannot make: they are authorised by a header, never by a cookie. Refusals,
 * which quote their requests, go out as they are.
 */
export function encodeAnswer(
  answer: Answer,
  request: EncodingRequest,
): EncodedAnswer | Promise<EncodedAnswer> {
  return mayBeEncoded(answer) ? encodeFor(answer, request) : answer;
}

interface EncodingRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

async function encodeFor(answer: Answer, request: EncodingRequest): Promise<EncodedAnswer> {
  const coding = chooseCoding(request.headers["accept-encoding"]);
  const vary = [answer.headers?.["Vary"], "Accept-Encoding"].filter(Boolean).join(", ");
  if (coding === null) return { ...answer, headers: { ...answer.headers, Vary: vary } };
  const encoded = { ...answer, headers: encodedHeaders(answer, { coding, vary }) };
  // Neither sends a body: nothing is encoded, and how long it would be is not known.
  const isBodyless = request.method === "HEAD" || answer.status === 304;
  if (isBodyless || isLong(answer)) return { ...encoded, openEncoder: () => coders[coding].open() };
  return { ...encoded, body: await encodeWhole(answer.body, coding) };
}

/** Below this the head of an answer outweighs what is saved. */
export const smallBytes = 1_024;
/** Longer texts are encoded piece by piece while they are sent, so that the client begins to read and nothing is kept twice. */
export const longLength = 256 * 1_024;

/** Bytes without a weak tag are files of pages: those are encoded once, see below. */
function isLong({ body, headers }: Answer): boolean {
  const isMadeAnew = typeof body === "string" || headers?.["ETag"]?.startsWith("W/") === true;
  return isMadeAnew && body.length > longLength;
}

/**
 * Not what was refused; not pictures and archives, which are packed already; and not evidence and what else bears
 * `Repr-Digest`: that digest is of the bytes that travel (RFC 9530), and whoever checks it compares what was issued.
 */
function mayBeEncoded({ status, contentType, body, headers, stream }: Answer): boolean {
  return (
    stream === undefined &&
    (status < 300 || status === 304) &&
    body.length >= smallBytes &&
    /^(?:text\/|image\/svg|application\/(?:[a-z.0-9-]+\+)?(?:json|x-ndjson|yaml))/.test(contentType) &&
    headers?.["Repr-Digest"] === undefined
  );
}

/** The same content in another coding is other bytes, which a strong tag would deny. */
function encodedHeaders(
  { headers = {} }: Answer,
  { coding, vary }: { readonly coding: AnswerCoding; readonly vary: string },
): Readonly<Record<string, string>> {
  const { ETag: tag, ...others } = headers;
  return {
    ...others,
    ...(tag !== undefined && { ETag: tag.startsWith("W/") ? tag : `W/${tag}` }),
    "Content-Encoding": coding,
    Vary: vary,
  };
}

/** Files of pages are the same buffer in every answer: encoded once in each coding. */
const encodedFiles = new WeakMap<Uint8Array, Map<AnswerCoding, Promise<Uint8Array>>>();

async function encodeWhole(body: string | Uint8Array, coding: AnswerCoding): Promise<Uint8Array> {
  if (typeof body === "string") return coders[coding].encode(body);
  const known = encodedFiles.get(body) ?? new Map<AnswerCoding, Promise<Uint8Array>>();
  encodedFiles.set(body, known);
  const encoded = known.get(coding) ?? coders[coding].encode(body);
  known.set(coding, encoded);
  return encoded;
}

const brotliOptions = {
  // The usual 11 is for what is encoded once and for all: it takes a second a megabyte.
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const gzipOptions = { level: 4 };

const gzipWhole = promisify(gzip);
const brotliWhole = promisify(brotliCompress);
const zstdWhole = promisify(zstdCompress);

interface Coder {
  encode(body: string | Uint8Array): Promise<Uint8Array>;
  open(): Transform;
}

const coders: Readonly<Record<AnswerCoding, Coder>> = {
  gzip: { encode: (body) => gzipWhole(body, gzipOptions), open: () => createGzip(gzipOptions) },
  br: { encode: (body) => brotliWhole(body, brotliOptions), open: () => createBrotliCompress(brotliOptions) },
  zstd: { encode: (body) => zstdWhole(body, zstdOptions), open: () => createZstdCompress(zstdOptions) },
};
