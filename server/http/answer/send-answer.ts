import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { EncodedAnswer } from "./encode-answer.ts";
import type { Exchange } from "../exchange.ts";

/** How long and how much of an unwanted body is read, so that its sender gets to see the answer instead of a reset. */
export const drainLimits = { withinMs: 5_000, bytes: 256 * 1024 * 1024 } as const;

/** A server that stops waits no longer for the rest of a body than its sender needs to see the answer. */
const lastDrainMs = 1_000;

/** Bodies up to this are read to their end and the connection is kept; larger ones are not worth it. */
const smallRestBytes = 64 * 1024;

/** A client must take an answer at least this fast, after a first grace, or loses its place. */
const slowReadGraceMs = 10_000;
const leastReadBytesPerMs = 16;

/** What every answer carries: nothing here is to be guessed at, framed, cached or linked to from elsewhere. */
const commonHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
const commonNames = Object.keys(commonHeaders);

/**
 * Writes the answer and sees it off: the rest of an unread body is read and thrown away for a bounded time, and a
 * client that does not take its answer is cut off. Resolves when the connection is done with this exchange.
 */
export async function sendAnswer(
  exchange: Exchange,
  answer: EncodedAnswer,
  more: { readonly isLast: boolean },
): Promise<void> {
  const { incoming, outgoing } = exchange;
  if (outgoing.destroyed || outgoing.headersSent) return;
  const gone = whenClosed(exchange);
  const hasRest = hasUnreadRest(incoming) && !exchange.invitation.isAwaited;
  const closes = more.isLast || cannotGoOn(exchange, hasRest);
  outgoing.writeHead(answer.status, headersOf(exchange, answer, closes));

  const body = isSentWhole(exchange, answer) ? answer.body : await sendInPieces(exchange, answer);
  if (hasRest) await writeAndDrain(exchange, body, more.isLast ? lastDrainMs : drainLimits.withinMs);
  else outgoing.end(body);
  const unsentBytes = incoming.socket.writableLength;
  if (unsentBytes === 0) await gone;
  else await unlessTooSlow(exchange, unsentBytes, () => gone);
}

function isSentWhole(exchange: Exchange, answer: EncodedAnswer): boolean {
  return hasBody(exchange, answer) && answer.stream === undefined && answer.openEncoder === undefined;
}

/** As it comes about, or encoded. Nothing is left to be written then. */
async function sendInPieces(exchange: Exchange, answer: EncodedAnswer): Promise<undefined> {
  const { body, openEncoder, stream } = answer;
  if (!hasBody(exchange, answer)) return;
  if (stream !== undefined) await stream(exchange.outgoing);
  else if (openEncoder !== undefined) {
    await unlessTooSlow(exchange, body.length, () => encodeInto(exchange.outgoing, body, openEncoder()));
  }
}

/** Cuts a client off that does not take these bytes in their time. */
async function unlessTooSlow(
  { incoming }: Exchange,
  bytes: number,
  sent: () => Promise<void>,
): Promise<void> {
  const timer = setTimeout(() => incoming.socket.destroy(), slowReadGraceMs + bytes / leastReadBytesPerMs);
  try {
    await sent();
  } finally {
    clearTimeout(timer);
  }
}

/** As fast as the client reads: what it has not taken yet is not encoded either. */
async function encodeInto(
  outgoing: ServerResponse,
  body: EncodedAnswer["body"],
  encoder: ReturnType<NonNullable<EncodedAnswer["openEncoder"]>>,
): Promise<void> {
  try {
    await pipeline(Readable.from(piecesOf(body)), encoder, outgoing, { end: false });
  } catch (fault) {
    // A client that has left needs no answer.
    if (!outgoing.destroyed) throw fault;
  }
}

const pieceLength = 64 * 1_024;

function* piecesOf(body: EncodedAnswer["body"]): Generator<Uint8Array> {
  // Cut as bytes: a cut in a text may go through the middle of a character.
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

/** A body that was never invited, or whose rest is large, leaves the connection unusable. */
function cannotGoOn({ incoming, invitation }: Exchange, hasRest: boolean): boolean {
  return invitation.isAwaited || (hasRest && !isSmall(incoming));
}

function hasBody({ method }: Exchange, { status }: EncodedAnswer): boolean {
  return method !== "HEAD" && status !== 304 && status !== 204;
}

async function writeAndDrain(
  { incoming, outgoing }: Exchange,
  body: EncodedAnswer["body"] | undefined,
  withinMs: number,
): Promise<void> {
  if (body !== undefined) outgoing.write(body);
  const isRead = await drain(incoming, withinMs);
  outgoing.end();
  // The answer is on its way already; what is cut off is the rest of the request.
  if (!isRead) incoming.socket.destroySoon();
}

/** Name, value, name, value…: an object of as many members is made and read anew for every answer. */
function headersOf(exchange: Exchange, answer: EncodedAnswer, closes: boolean): string[] {
  const { headers = {} } = answer;
  const list: string[] = [];
  for (const name of commonNames) list.push(name, headers[name] ?? commonHeaders[name]!);
  addContentHeaders(list, answer);
  list.push("X-Request-Id", exchange.requestId, "traceparent", exchange.traceparent);
  for (const name in headers) {
    if (commonHeaders[name] === undefined && name !== "Connection") list.push(name, headers[name]!);
  }
  if (closes) list.push("Connection", "close");
  else if (headers["Connection"] !== undefined) list.push("Connection", headers["Connection"]);
  return list;
}

function addContentHeaders(list: string[], answer: EncodedAnswer): void {
  const { status, contentType, body, openEncoder, stream } = answer;
  if (status === 304 || status === 204) return;
  list.push("Content-Type", contentType);
  if (openEncoder !== undefined || stream !== undefined) return;
  list.push("Content-Length", String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
}

/** Resolves when the answer was handed over in whole, or the client has left. */
function whenClosed({ outgoing }: Exchange): Promise<void> {
  return new Promise((resolve) => void outgoing.on("close", resolve));
}

/** A request without a body is over before Node says so, and one whose body was read at once is never said to be. */
function hasUnreadRest({ headers, complete, readableLength }: IncomingMessage): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return hasBody && !(complete && readableLength === 0);
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? Infinity) <= smallRestBytes;
}

/** Reads the rest of a body and throws it away; false when it was too long or too slow. */
function drain(incoming: IncomingMessage, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      incoming.off("readable", swallow);
      resolve(isDone);
    };
    const swallow = (): void => {
      for (let chunk = readFrom(incoming); chunk !== null; chunk = readFrom(incoming)) bytes += chunk.length;
      if (bytes > drainLimits.bytes) settle(false);
    };
    const timer = setTimeout(() => settle(false), withinMs);
    incoming.once("end", () => settle(true));
    incoming.once("close", () => settle(incoming.complete));
    incoming.once("error", () => settle(false));
    incoming.on("readable", swallow);
    swallow();
  });
}

function readFrom(incoming: IncomingMessage): Buffer | null {
  return incoming.read();
}
