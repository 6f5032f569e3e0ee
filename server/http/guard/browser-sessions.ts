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
    const isSecure = isEncrypted(request);
    const sealed = sealText(JSON.stringify([apiKey, endsAtUs, isSecure]), this.#key);
    return this.#cookie(sealed, { maxAgeS: sessionLastsS, isSecure });
  }

  /** The `Set-Cookie` that signs it out, under the name it was signed in with. */
  end(request: SessionRequest): string {
    const [brought] = this.#valuesOf(request);
    return this.#cookie("", { maxAgeS: 0, isSecure: brought?.isSecure ?? isEncrypted(request) });
  }

  /** Whether the request brings a session, good or not. */
  isBroughtBy(request: SessionRequest): boolean {
    return this.#valuesOf(request).length > 0;
  }

  /** The key of the request's session; null without one, after its end, and where another site may have asked. */
  keyOf(request: SessionRequest): string | null {
    if (!isOwnPage(request)) return null;
    for (const { sealed, isSecure } of this.#valuesOf(request)) {
      const [apiKey, endsAtUs, wasSecure] = this.#opened(sealed);
      // Another host of the same domain can set a cookie of the plain name, but none that begins with `__Host-`.
      if (wasSecure === isSecure && endsAtUs > this.#nowUs()) return apiKey;
    }
    return null;
  }

  #opened(sealed: string): readonly [apiKey: string, endsAtUs: number, isSecure: boolean] {
    try {
      return JSON.parse(openSealedText(sealed, this.#key)) as [string, number, boolean];
    } catch {
      // Sealed by another installation, or changed on its way.
      return ["", 0, false];
    }
  }

  /** What is not empty under either name, the one that only this host can have set over HTTPS first. */
  #valuesOf({ headers }: SessionRequest): readonly { readonly sealed: string; readonly isSecure: boolean }[] {
    const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
    return [true, false].flatMap((isSecure) => {
      const prefix = `${this.#nameOf(isSecure)}=`;
      const sealed = pairs.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? "";
      return sealed === "" ? [] : [{ sealed, isSecure }];
    });
  }

  /** Browsers take `__Host-` over HTTPS alone, with `Secure`, without a domain and for the whole host (RFC 6265bis). */
  #nameOf(isSecure: boolean): string {
    return isSecure ? `__Host-${this.#name}` : this.#name;
  }

  #cookie(
    value: string,
    { maxAgeS, isSecure }: { readonly maxAgeS: number; readonly isSecure: boolean },
  ): string {
    const secure = isSecure ? "; Secure" : "";
    return `${this.#nameOf(isSecure)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
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
