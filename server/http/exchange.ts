import { randomFillSync } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

import type { AuditEntry } from "../app/ports/audit.ts";

/** One request on its way to its answer: what everything that works on it needs to know. */
export interface Exchange {
  /** The client's X-Request-Id where it is usable, else our own. */
  readonly requestId: string;
  /** W3C Trace Context of our part of the trace. */
  readonly traceparent: string;
  /** Server clock when the head had arrived, microseconds since 1970. */
  readonly receivedAtUs: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly peerAddress: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Sends the 100 the client waits for before it sends its body; does nothing when it does not wait. */
  readonly invitation: Invitation;
  /** What the log line of this request says besides; filled in on the way. */
  readonly log: { route?: string; keyId?: string; organisation?: string; code?: string; reason?: string };
  /** What the audit log is to say of it, once its caller is known; null for what is not audited. */
  readonly audit: { entry: AuditEntry | null };
}

/** `Expect: 100-continue` (RFC 9110 10.1.1): a client that waits has not begun to send its body. */
export interface Invitation {
  readonly isAwaited: boolean;
  invite(): void;
}

export interface ExchangeSources {
  nowUs(): number;
  randomHex(bytes: number): string;
}

export function openExchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  more: { readonly sources: ExchangeSources; readonly expectsContinue: boolean },
): Exchange {
  const { headers } = incoming;
  const { sources } = more;
  return {
    requestId: readRequestId(headers["x-request-id"]) ?? `req_${sources.randomHex(12)}`,
    traceparent: readTraceparent(headers["traceparent"], sources),
    receivedAtUs: sources.nowUs(),
    method: incoming.method ?? "",
    headers,
    peerAddress: incoming.socket.remoteAddress ?? "",
    incoming,
    outgoing,
    invitation: invitationOf(outgoing, more.expectsContinue),
    log: {},
    audit: { entry: null },
  };
}

/** An id that cannot be kept as it is (too long, odd characters) is replaced, so that it can do no harm in logs. */
function readRequestId(given: string | string[] | undefined): string | null {
  return typeof given === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : null;
}

function invitationOf(outgoing: ServerResponse, expectsContinue: boolean): Invitation {
  return expectsContinue ? new AwaitedInvitation(outgoing) : notAwaited;
}

const notAwaited: Invitation = { isAwaited: false, invite() {} };

class AwaitedInvitation implements Invitation {
  readonly #outgoing: ServerResponse;
  isAwaited = true;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  invite(): void {
    if (this.isAwaited) this.#outgoing.writeContinue();
    this.isAwaited = false;
  }
}

/**
 * The `traceparent` of our part of a trace (W3C Trace Context, version 00): the caller's trace with a new span, or a
 * new trace when the caller sent none that can be used.
 */
export function readTraceparent(
  given: string | string[] | undefined,
  sources: { randomHex(bytes: number): string },
): string {
  const match = typeof given === "string" ? traceparentPattern.exec(given) : null;
  const span = sources.randomHex(8);
  if (match === null) return `00-${sources.randomHex(16)}-${span}-00`;
  const [, trace, flags] = match;
  return `00-${trace}-${span}-${flags}`;
}

/** Trace and flags. Version ff, and a trace or a span of zeros, are forbidden. */
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

const pool = Buffer.alloc(8_192);
let used = pool.length;

/** Random bytes as hexadecimal, for ids and traces. Drawn from the system in large pieces, because every request needs some. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
