import { isDeepStrictEqual } from "node:util";

import { developmentApiKey, parseApiKey } from "../../../core/contract/api-key.ts";
import type { ProblemCode } from "../../../core/contract/problems.ts";
import type { Application, Caller, KeyBearer } from "../../app/application.ts";
import { isLoopbackHost } from "../../platform/is-loopback-host.ts";
import type { Exchange } from "../exchange.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";
import type { BrowserSessions, SessionRequest } from "./browser-sessions.ts";
import { TokenBuckets } from "./token-buckets.ts";

type Gate = Pick<Application, "identify" | "noteAudit">;

/** What is known of the one who asks before anything of the request is trusted. */
export interface Peer extends SessionRequest {
  readonly address: string;
  readonly requestId: string;
}

/**
 * From an Authorization header, or the session of a browser, to a caller, or a 401. Addresses that fail too often have to wait (429); a good key from
 * the same address still passes, so that one broken device behind a gateway cannot lock out the others.
 */
export class Authentication {
  readonly #gate: Gate;
  readonly #sessions: BrowserSessions;
  readonly #failures: TokenBuckets;
  readonly #nowMs: () => number;

  constructor(
    gate: Gate,
    more: {
      readonly sessions: BrowserSessions;
      readonly failedKeysPerMinute: number;
      readonly nowMs: () => number;
    },
  ) {
    this.#gate = gate;
    this.#sessions = more.sessions;
    this.#failures = new TokenBuckets({ perMinute: more.failedKeysPerMinute });
    this.#nowMs = more.nowMs;
  }

  async identify(peer: Peer): Promise<Caller> {
    const header = peer.headers.authorization;
    if (header === undefined) return this.#identifySession(peer);
    const apiKey = readBearer(header);
    if (apiKey === null) {
      this.#note(peer, "api_key_malformed");
      const detail = /^bearer\s*$/i.test(header)
        ? "The API key in Authorization is empty: is NADIR_API_KEY set?"
        : "Authorization does not hold a key of this service: its form or its checksum is wrong. Copy the key again.";
      throw this.#failed(peer, "api_key_malformed", detail);
    }
    const caller = await this.#gate.identify(apiKey, bearerOf(peer));
    if (caller !== null) return caller;
    throw this.#failed(peer, "api_key_invalid", "This API key is not valid here. Ask for a new one.");
  }

  /** Who is signed in may have been signed out by the clock or by whoever revoked the key: that is no attack. */
  async #identifySession(peer: Peer): Promise<Caller> {
    const apiKey = await this.#sessions.keyOf(peer);
    const caller = apiKey === null ? null : await this.#gate.identify(apiKey, bearerOf(peer));
    if (caller !== null) return caller;
    if (this.#sessions.isBroughtBy(peer)) {
      throw new HttpRefusal(
        "api_key_invalid",
        "Your session has expired, or was signed out. Sign in again.",
        {
          headers: {
            "WWW-Authenticate": challengeOf("api_key_invalid"),
            "Set-Cookie": this.#sessions.end(peer),
          },
        },
      );
    }
    this.#note(peer, "api_key_missing");
    throw this.#failed(peer, "api_key_missing", "Send an API key: Authorization: Bearer <API key>.");
  }

  /** Whether the key is as good as it was for this caller; costs its address nothing. */
  async isStill(caller: Caller, peer: Peer): Promise<boolean> {
    const { authorization } = peer.headers;
    const apiKey = authorization === undefined ? await this.#sessions.keyOf(peer) : readBearer(authorization);
    const now = apiKey === null ? null : await this.#gate.identify(apiKey, bearerOf(peer));
    return now !== null && isDeepStrictEqual(now, caller);
  }

  /** What looks like a key is noted where it is looked up, with what was wrong with it. */
  #note({ requestId, address }: Peer, code: ProblemCode): void {
    this.#gate.noteAudit({
      organisation: "",
      keyId: null,
      action: "authenticate",
      subject: null,
      result: "refused",
      code,
      reason: null,
      requestId,
      clientAddress: address,
    });
  }

  #failed(peer: Peer, code: ProblemCode, detail: string): HttpRefusal {
    const { remaining, waitS } = this.#failures.look(peer.address, this.#nowMs());
    if (remaining > 0) {
      this.#failures.take(peer.address, 1, this.#nowMs());
      return new HttpRefusal(code, detail, { headers: { "WWW-Authenticate": challengeOf(code) } });
    }
    return new HttpRefusal("rate_limited", "Too many failed authentications from this address; wait.", {
      headers: { "Retry-After": String(Math.max(1, waitS)) },
    });
  }
}

/** The one who sent this request. */
export function peerOf({
  peerAddress,
  method,
  headers,
  requestId,
}: Pick<Exchange, "peerAddress" | "method" | "headers" | "requestId">): Peer {
  return { address: peerAddress, method, headers, requestId };
}

function bearerOf(peer: Peer): KeyBearer {
  return new PeerBearer(peer);
}

class PeerBearer implements KeyBearer {
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  get requestId(): string {
    return this.#peer.requestId;
  }

  get clientAddress(): string {
    return this.#peer.address;
  }

  /** Found out when it is asked for: only the development key depends on it. */
  get isLoopback(): boolean {
    return isLocal(this.#peer);
  }
}

/** The key, when it has the form of one: nothing else is worth a look-up. */
export function readBearer(header: string): string | null {
  const apiKey = /^bearer +([A-Za-z0-9_]{1,128}) *$/i.exec(header)?.[1] ?? null;
  if (apiKey === null || apiKey === developmentApiKey) return apiKey;
  return parseApiKey(apiKey) === null ? null : apiKey;
}

/** RFC 6750 3.1: no error code when no key was sent at all. */
function challengeOf(code: ProblemCode): string {
  return code === "api_key_missing"
    ? 'Bearer realm="plumbline"'
    : 'Bearer realm="plumbline", error="invalid_token"';
}

/**
 * Whether the one who asks is really on this machine. A proxy in front hides where a request came from, and a name that
 * was made to point here (DNS rebinding) lets any web page ask: in both cases the well-known development key must not work.
 */
function isLocal({ address, headers }: Peer): boolean {
  if (!isLoopbackAddress(address) || !isLoopbackHost(hostName(headers.host ?? "localhost"))) return false;
  return !Object.keys(headers).some(isForwardingHeader);
}

/**
 * What proxies, balancers and content networks add: the standard's own (RFC 7239, RFC 9110 7.6.3, RFC 8586), everything
 * that says "forwarded", and the names by which products tell a client's address. One too many costs a developer a
 * refusal; one too few gives the key to another machine.
 */
function isForwardingHeader(name: string): boolean {
  return (
    /forward|proxy|client-?ip|real-?ip|remote-?(ip|addr)|originating-(ip|url)|orig(inal)?-(host|url|uri|for)/.test(
      name,
    ) ||
    /^(via|cdn-loop|max-forwards|x-(host|port|scheme|url-scheme|https|cluster-.*|varnish|nginx.*|served-by))$/.test(
      name,
    ) ||
    /^(cf-|x-amz|x-azure-|x-appengine-|x-cloud-|x-envoy-|x-akamai-|akamai-|fastly-|fly-|x-vercel-|x-nf-|x-arr-|x-ms-|x-goog-|cloudfront-|incap-|x-sucuri-|x-ngrok-|ngrok-|tailscale-|front-end-https)/.test(
      name,
    )
  );
}

function isLoopbackAddress(address: string): boolean {
  return isLoopbackHost(address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address);
}

function hostName(host: string): string {
  return host
    .replace(/:[0-9]*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
}
