import {
  type RequestOptions,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";

import { unseenCharacter } from "../../core/contract/plain-text.ts";
import type { OutgoingMessage, SendOutcome } from "../app/ports/message-sender.ts";
import { codeOf, messageOf } from "../platform/fault.ts";
import type { ResolvedTarget } from "./resolve-target.ts";

/** How long an attempt may take. */
export interface PostTimes {
  readonly connectMs: number;
  readonly totalMs: number;
  /** For the rest of the answer, once its status is known. */
  readonly bodyMs: number;
}

export const postTimes: PostTimes = { connectMs: 5_000, totalMs: 15_000, bodyMs: 1_000 };

/** So much of an answer is read, and so much of it kept. */
const answerBytes = 16 * 1024;
const keptCharacters = 512;
const idleMs = 4_000;
const idleConnections = 64;

/** Connections that are kept open between messages. Each was made to an address that had been checked. */
export class OutgoingConnections {
  readonly http = new HttpAgent(agentOptions);
  readonly https = new HttpsAgent(agentOptions);

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

const agentOptions = { keepAlive: true, maxFreeSockets: idleConnections, timeout: idleMs };

/** Sends one message to one of the checked addresses, follows nothing, and reads no more of the answer than it keeps. */
export async function postMessage(
  { headers, body }: OutgoingMessage,
  target: ResolvedTarget,
  given: { readonly connections: OutgoingConnections; readonly times?: PostTimes },
): Promise<SendOutcome> {
  const began = performance.now();
  const done = (outcome: Omit<SendOutcome, "durationMs">): SendOutcome => ({
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  });
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": bytes.length, "accept-encoding": "identity" },
    lookup: lookupAmong(target),
  };
  try {
    const answer = await exchange(bytes, { ...given, target, options });
    return done(outcomeOf(answer));
  } catch (fault) {
    return done({ status: null, isGone: false, retryAfterS: null, ...failureOf(fault) });
  }
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function exchange(
  body: Buffer,
  given: {
    readonly target: ResolvedTarget;
    readonly options: RequestOptions;
    readonly connections: OutgoingConnections;
    readonly times?: PostTimes;
  },
): Promise<Answered> {
  try {
    return await tryExchange(body, given);
  } catch (fault) {
    // The receiver had closed the kept connection; nothing was sent over it that it could have read.
    if (!(fault instanceof StaleConnection)) throw fault;
    return tryExchange(body, { ...given, agent: false });
  }
}

class StaleConnection extends Error {}
class TimedOut extends Error {}

function tryExchange(
  body: Buffer,
  {
    target,
    options,
    connections,
    times = postTimes,
    agent,
  }: Parameters<typeof exchange>[1] & {
    readonly agent?: false;
  },
): Promise<Answered> {
  const isHttps = target.url.protocol === "https:";
  const pool = isHttps ? connections.https : connections.http;
  const asked = { ...options, agent: agent ?? pool };
  return new Promise((resolve, reject) => {
    const send = isHttps ? requestHttps : requestHttp;
    const request = send(target.url, asked, (answer) => {
      clearTimeout(connecting);
      readAnswer(answer, times.bodyMs)
        .then(resolve, reject)
        .finally(() => clearTimeout(whole));
    });
    const whole = setTimeout(() => request.destroy(new TimedOut("no answer in time")), times.totalMs);
    const connecting = setTimeout(
      () => request.destroy(new TimedOut("no connection in time")),
      times.connectMs,
    );
    request.once("finish", () => clearTimeout(connecting));
    request.once("error", (fault) => {
      clearTimeout(connecting);
      clearTimeout(whole);
      reject(request.reusedSocket && codeOf(fault) === "ECONNRESET" ? new StaleConnection() : fault);
    });
    request.end(body);
  });
}

/** Status and first bytes. What comes of the body later than `withinMs`, or beyond the bound, is left unread. */
async function readAnswer(answer: IncomingMessage, withinMs: number): Promise<Answered> {
  const timer = setTimeout(() => answer.destroy(), withinMs);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= answerBytes) break;
    }
  } catch {
    // Cut off: the status has said what is to be known.
  } finally {
    clearTimeout(timer);
  }
  const text = shownText(Buffer.concat(pieces).subarray(0, answerBytes).toString("utf8"));
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], text };
}

function outcomeOf({ status, retryAfter, text }: Answered): Omit<SendOutcome, "durationMs"> {
  const isAccepted = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  return {
    status,
    error: isAccepted ? null : isRedirect ? "redirect_refused" : "status_refused",
    response: text,
    isGone: status === 410,
    retryAfterS: isAccepted ? null : retryAfterOf(retryAfter),
  };
}

/** Seconds from now, of a number of seconds or of a date (RFC 9110, 10.2.3). */
function retryAfterOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - Date.now()) / 1_000);
}

/** The given name is not looked up again: only what was checked is connected to. */
function lookupAmong({ addresses }: ResolvedTarget): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family ?? 4);
  };
}

function failureOf(fault: unknown): Pick<SendOutcome, "error" | "response"> {
  const given = codeOf(fault);
  const code = typeof given === "string" ? given : "";
  const response = shownText(faultText(fault));
  if (fault instanceof TimedOut || code === "ETIMEDOUT") return { error: "timeout", response };
  if (code.startsWith("HPE_")) return { error: "answer_broken", response };
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/.test(code))
    return { error: "tls_failed", response };
  return { error: "connection_failed", response };
}

/** Of several addresses that were tried, the failure of each. */
function faultText(fault: unknown): string {
  return fault instanceof AggregateError ? fault.errors.map(messageOf).join("; ") : messageOf(fault);
}

const unseen = new RegExp(unseenCharacter.source, "gu");

function shownText(text: string): string {
  return text.replaceAll(unseen, "\uFFFD").slice(0, keptCharacters).toWellFormed();
}
