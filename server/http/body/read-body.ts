import type { IncomingMessage } from "node:http";

import { ingestBodyBytes } from "../../../core/contract/requests/read-ingest-body.ts";
import type { ContentCoding } from "./content-coding.ts";
import { decodeBody } from "./decode-body.ts";
import type { Exchange } from "../exchange.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";

/** How much of a body is taken, and how long it may take to come. */
export interface BodyLimits {
  /** Decoded; Infinity for a stream that is used up as it comes. */
  readonly bytes: number;
  /** For the whole body; a stream only has to keep `leastBytesPerSecond`. */
  readonly withinMs: number;
  /** Aborted when nothing more is to be waited for. */
  readonly end?: AbortSignal;
}

/** What a client has to keep up on average after a grace of `slowGraceMs`, so that it cannot hold a place for nothing. */
const leastBytesPerSecond = 100;
const slowGraceMs = 10_000;

/** The sender went away: there is no client to answer. */
export class ClientGone extends Error {
  constructor() {
    super("the client went away before its request was complete");
    this.name = "ClientGone";
  }
}

/**
 * The decoded bytes of the body as they come. Refuses what is too large, too slow, damaged or a decompression bomb.
 * Leaving the loop early leaves the rest of the body unread; the answer takes care of it.
 */
export async function* readBody(
  exchange: Exchange,
  coding: ContentCoding,
  limits: BodyLimits,
): AsyncGenerator<Buffer, void, void> {
  checkLength(exchange, limits);
  exchange.invitation.invite();
  const received = receive(exchange.incoming, limits);
  const decoded = coding === "identity" ? received : decodeBody(received, coding);
  let bytes = 0;
  for await (const chunk of decoded) {
    bytes += chunk.length;
    if (bytes > limits.bytes) throw tooLarge(limits.bytes);
    yield chunk;
  }
}

/** What a whole body may take; `hold` is called with the size of every piece before it is kept, and may refuse. */
type WholeLimits = BodyLimits & { readonly hold: (bytes: number) => void };

/** A body that came along with its head is there already, and nobody has to wait to learn so; null for any other. */
export function takeWholeBody(exchange: Exchange, coding: ContentCoding, limits: WholeLimits): Buffer | null {
  const { headers, incoming } = exchange;
  const { readableLength } = incoming;
  const isThere = readableLength > 0 && readableLength === Number(headers["content-length"]);
  if (!isThere || coding !== "identity") return null;
  checkLength(exchange, limits);
  exchange.invitation.invite();
  const whole: Buffer = incoming.read();
  limits.hold(whole.length);
  return whole;
}

/** Reads a whole body into memory as it comes. */
export async function readWholeBody(
  exchange: Exchange,
  coding: ContentCoding,
  limits: WholeLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(exchange, coding, limits)) {
    limits.hold(chunk.length);
    chunks.push(chunk);
  }
  const [first, ...more] = chunks;
  return first !== undefined && more.length === 0 ? first : Buffer.concat(chunks);
}

function checkLength(exchange: Exchange, limits: BodyLimits): void {
  const length = Number(exchange.headers["content-length"] ?? 0);
  if (length > limits.bytes) throw tooLarge(limits.bytes);
}

function tooLarge(bytes: number): HttpRefusal {
  return new HttpRefusal(
    "body_too_large",
    `The body is over its limit of ${bytes} bytes; send less at once.${bytes === ingestBodyBytes ? " Frames of any number are taken as NDJSON." : ""}`,
  );
}

/** The bytes as sent, or a refusal when they do not come in time. What came along with the head is there at once. */
async function* receive(incoming: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer, void, void> {
  const pace = { waitedMs: 0, bytes: 0, limits };
  for (;;) {
    const chunk: Buffer | null = incoming.read();
    if (chunk !== null) {
      pace.bytes += chunk.length;
      yield chunk;
    } else if (incoming.complete && incoming.readableLength === 0) return;
    else if (incoming.destroyed) throw new ClientGone();
    else await untilReadable(incoming, pace);
  }
}

interface Pace {
  /** Time this side spent waiting; what it spent working is not held against the client. */
  waitedMs: number;
  bytes: number;
  readonly limits: BodyLimits;
}

/** Resolves when there is more to read, or nothing more will come. */
async function untilReadable(incoming: IncomingMessage, pace: Pace): Promise<void> {
  const { withinMs, end } = pace.limits;
  const allowedMs =
    Math.min(withinMs, slowGraceMs + (pace.bytes * 1_000) / leastBytesPerSecond) - pace.waitedMs;
  const change = Promise.withResolvers<void>();
  const stop = (): void => change.reject(stopping());
  const timer = setTimeout(() => change.reject(tooSlow()), Math.max(0, Math.min(allowedMs, longestTimerMs)));
  end?.addEventListener("abort", stop);
  if (end?.aborted === true) stop();
  for (const event of changes) incoming.on(event, change.resolve);
  const sinceMs = performance.now();
  try {
    await change.promise;
  } finally {
    clearTimeout(timer);
    end?.removeEventListener("abort", stop);
    for (const event of changes) incoming.off(event, change.resolve);
    pace.waitedMs += performance.now() - sinceMs;
  }
}

const changes = ["readable", "end", "close", "error"] as const;
const longestTimerMs = 2_147_483_647;

function tooSlow(): HttpRefusal {
  return new HttpRefusal("framing_invalid", "The body did not arrive in time.", {
    headers: { Connection: "close" },
  });
}

/** The refusal of a request whose end the server cannot wait for. */
export function stopping(): HttpRefusal {
  return new HttpRefusal("overloaded", "The server is stopping. Send it again; a frame counts once.", {
    headers: { "Retry-After": "2", Connection: "close" },
  });
}
