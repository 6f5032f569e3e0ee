import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { openSealedText, sealText } from "../../app/sealed-text.ts";

/** A request as far as a session looks at it. */
export interface SessionRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** How long a browser stays signed in, seconds. A key that is revoked or expires ends its sessions at once. */
export const sessionLastsS = 7 * 86_400;

/**
 * Signs browsers in: the API key is sealed into a cookie that no script of any page can read (`HttpOnly`) and no other
 * site can have sent (`SameSite=Strict`). Nothing is kept here, so a session outlives a restart, and it can never do more
 * than its key, which is looked up anew with every request. See docs/decisions/0034.
 */
export class BrowserSessions {
  readonly #key: Uint8Array;
  readonly #nowUs: () => number;
  /** Of this installation: cookies know no ports, and several services may run on one machine. */
  readonly #name: string;

  constructor(installationSecret: Uint8Array, nowUs: () => number) {
    const derive = (purpose: string) => createHmac("sha256", installationSecret).update(purpose).digest();
    this.#key = derive("plumbline browser sessions");
    this.#name = `plumbline_${derive("plumbline browser session name").toString("hex", 0, 4)}`;
    this.#nowUs = nowUs;
  }

  /** The `Set-Cookie` that signs the browser in with this key. */
  begin(apiKey: string, request: SessionRequest): string {
    const endsAtUs = this.#nowUs() + sessionLastsS * 1_000_000;
    return this.#cookie(sealText(JSON.stringify([apiKey, endsAtUs]), this.#key), sessionLastsS, request);
  }

  /** The `Set-Cookie` that signs it out. */
  end(request: SessionRequest): string {
    return this.#cookie("", 0, request);
  }

  /** Whether the request brings a session, good or not. */
  isBroughtBy(request: SessionRequest): boolean {
    return this.#valueOf(request) !== null;
  }

  /** The key of the request's session; null without one, after its end, and where another site may have asked. */
  keyOf(request: SessionRequest): string | null {
    const sealed = this.#valueOf(request);
    if (sealed === null || !isOwnPage(request)) return null;
    const [apiKey, endsAtUs] = this.#opened(sealed);
    return endsAtUs > this.#nowUs() ? apiKey : null;
  }

  #opened(sealed: string): readonly [apiKey: string, endsAtUs: number] {
    try {
      return JSON.parse(openSealedText(sealed, this.#key)) as [string, number];
    } catch {
      // Sealed by another installation, or changed on its way.
      return ["", 0];
    }
  }

  #valueOf({ headers }: SessionRequest): string | null {
    const prefix = `${this.#name}=`;
    const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
    const pair = pairs.find((one) => one.startsWith(prefix));
    return pair === undefined || pair === prefix ? null : pair.slice(prefix.length);
  }

  #cookie(value: string, maxAgeS: number, request: SessionRequest): string {
    const secure = isEncrypted(request) ? "; Secure" : "";
    return `${this.#name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
  }
}

/**
 * Whether the request comes from a page of this service, or was typed in by hand. Browsers say so themselves on safe
 * addresses (Fetch Metadata); elsewhere what changes something has to name its origin, and it must be this one.
 */
function isOwnPage({ method, headers }: SessionRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && isReading(method));
  const { origin } = headers;
  if (origin === undefined) return isReading(method);
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** What signs in is sent with its origin by every browser: the address as the user sees it, whatever proxies are between. */
function isEncrypted({ headers }: SessionRequest): boolean {
  return headers.origin?.startsWith("https://") ?? false;
}
