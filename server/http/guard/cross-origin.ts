import type { Answer } from "../answer/answer.ts";
import type { Exchange } from "../exchange.ts";
import { type Route, allowedMethods } from "../route.ts";

/**
 * Lets pages of the origins on the operator's list read answers (Fetch standard, CORS protocol), and no others: a
 * browser keeps from a page what bears no permission. Credentials are never allowed: such pages send a key they know, and
 * the console's cookie is for the console's own pages alone.
 */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** The permission a browser asks for before it sends a request; null for every other request, and for other origins. */
  preflight({ method, headers }: Exchange, route: Route | null): Answer | null {
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
    if (!isPreflight || route === null || !this.#isAllowed(headers.origin)) return null;
    return {
      status: 204,
      contentType: "",
      body: "",
      headers: {
        "Access-Control-Allow-Methods": allowedMethods(route),
        "Access-Control-Allow-Headers": allowedHeaders.join(", "),
        "Access-Control-Max-Age": String(rememberedS),
        Vary: "Access-Control-Request-Method, Access-Control-Request-Headers",
      },
    };
  }

  /** The answer with the permission to read it, where its reader has one. Caches are told that it depends on who asks. */
  permit(answer: Answer, { headers: { origin } }: Exchange): Answer {
    if (this.#origins.size === 0) return answer;
    const vary = [answer.headers?.["Vary"], "Origin"].filter(Boolean).join(", ");
    const permission = this.#isAllowed(origin)
      ? { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposedHeaders.join(", ") }
      : {};
    return { ...answer, headers: { ...answer.headers, ...permission, Vary: vary } };
  }

  #isAllowed(origin: string | undefined): origin is string {
    return origin !== undefined && this.#origins.has(origin);
  }
}

/** Browsers ask again after so long; none of them waits longer than two hours. */
const rememberedS = 600;

/** What pages may send besides what the standard lets them send anyway. */
const allowedHeaders = [
  "Authorization",
  "Content-Type",
  "Content-Encoding",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Last-Event-ID",
  "X-Plumbline-Client",
  "X-Request-Id",
  "traceparent",
] as const;

/** What pages may read besides what the standard lets them read anyway. */
const exposedHeaders = [
  "X-Request-Id",
  "traceparent",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "ETag",
  "Link",
  "Repr-Digest",
  "Idempotent-Replayed",
  "Content-Disposition",
  "Deprecation",
  "Sunset",
  "WWW-Authenticate",
] as const;
