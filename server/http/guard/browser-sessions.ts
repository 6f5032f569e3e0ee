import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import type { Application } from "../../app/application.ts";
import { openSealedText, sealText } from "../../app/sealed-text.ts";

/** A request as far as a session looks at it. */
export interface SessionRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Which sessions were signed out. */
export type SessionRegister = Pick<Application, "findSession" | "signOut">;

/** What a cookie holds, sealed. */
interface Session {
  readonly apiKey: string;
  /** Public id of the key. */
  readonly keyId: string;
  readonly sessionId: string;
  /** Of the key's sessions when it began. */
  readonly generation: number;
  readonly endsAtUs: number;
  readonly isSecure: boolean;
}

/** How long a browser stays signed in, seconds. A key that is revoked or expires ends its sessions at once. */
export const sessionLastsS = 7 * 86_400;

/**
 * Signs browsers in: the API key is sealed into a cookie that no script of any page can read (`HttpOnly`) and no other
 * site can have sent (`SameSite=Strict`). Of sessions only their ends are kept, so that one outlives a restart and a copy
 * of its cookie does not outlive it; it can never do more than its key, which is looked up anew with every request. See
 * docs/decisions/0034.
 */
export class BrowserSessions {
  readonly #key: Uint8Array;
  readonly #nowUs: () => number;
  readonly #register: SessionRegister;
  /** Of this installation: cookies know no ports, and several services may run on one machine. */
  readonly #name: string;

  constructor(
    installationSecret: Uint8Array,
    { nowUs, register }: { readonly nowUs: () => number; readonly register: SessionRegister },
  ) {
    const derive = (purpose: string) => createHmac("sha256", installationSecret).update(purpose).digest();
    this.#key = derive("plumbline browser sessions");
    this.#name = `plumbline_${derive("plumbline browser session name").toString("hex", 0, 4)}`;
    this.#nowUs = nowUs;
    this.#register = register;
  }

  /** The `Set-Cookie` that signs the browser in with this key. */
  async begin(
    { apiKey, keyId }: Pick<Session, "apiKey" | "keyId">,
    request: SessionRequest,
  ): Promise<string> {
    const endsAtUs = this.#nowUs() + sessionLastsS * 1_000_000;
    const isSecure = isEncrypted(request);
    const sessionId = randomBytes(12).toString("base64url");
    const { generation } = await this.#register.findSession({ keyId, sessionId });
    const session: Session = { apiKey, keyId, sessionId, generation, endsAtUs, isSecure };
    return this.#cookie(sealText(JSON.stringify(session), this.#key), { maxAgeS: sessionLastsS, isSecure });
  }

  /** Ends the session that the request brings, also for whoever has a copy of its cookie. */
  async signOut(request: SessionRequest): Promise<void> {
    const session = await this.#find(request);
    if (session === null) return;
    const { keyId, sessionId, endsAtUs } = session;
    await this.#register.signOut({ keyId, session: { sessionId, endsAtUs }, atUs: this.#nowUs() });
  }

  /** Ends all sessions of a key. */
  async signOutEverywhere(keyId: string): Promise<void> {
    await this.#register.signOut({ keyId, session: null, atUs: this.#nowUs() });
  }

  /** The `Set-Cookie` that lets the browser forget it, under the name it was signed in with. */
  end(request: SessionRequest): string {
    const [brought] = this.#valuesOf(request);
    return this.#cookie("", { maxAgeS: 0, isSecure: brought?.isSecure ?? isEncrypted(request) });
  }

  /** Whether the request brings a session, good or not. */
  isBroughtBy(request: SessionRequest): boolean {
    return this.#valuesOf(request).length > 0;
  }

  /** The key of the request's session; null without one, after its end, and where another site may have asked. */
  async keyOf(request: SessionRequest): Promise<string | null> {
    return (await this.#find(request))?.apiKey ?? null;
  }

  async #find(request: SessionRequest): Promise<Session | null> {
    if (!isOwnPage(request)) return null;
    for (const { sealed, isSecure } of this.#valuesOf(request)) {
      const session = this.#opened(sealed);
      // Another host of the same domain can set a cookie of the plain name, but none that begins with `__Host-`.
      if (session === null || session.isSecure !== isSecure || session.endsAtUs <= this.#nowUs()) continue;
      const { generation, isEnded } = await this.#register.findSession(session);
      if (!isEnded && generation === session.generation) return session;
    }
    return null;
  }

  /** Null for one that was sealed by another installation, or changed on its way. */
  #opened(sealed: string): Session | null {
    try {
      return JSON.parse(openSealedText(sealed, this.#key)) as Session;
    } catch {
      return null;
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
