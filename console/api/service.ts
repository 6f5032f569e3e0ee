import { createContext, useContext } from "react";
import { APIError, PlumblineError } from "../../clients/typescript/errors.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { noteAnswer, noteLoss } from "./live.ts";
import type { SessionService } from "./session.ts";

/**
 * The service this page came from. The browser sends the session's cookie along, so that no script ever holds the key.
 * The console asks again by itself every two seconds, so the client's own retries are off: a lost connection is to be
 * seen at once.
 */
export function serviceOfPage(): Plumbline {
  return new Plumbline({
    baseUrl: window.location.origin,
    apiKey: null,
    maxRetries: 0,
    timeoutMs: 10_000,
    fetch: watchedFetch,
  });
}

/** For files that the service makes at the click, behind whatever else it does: a report, an archive. */
export const forFiles = { timeoutMs: 120_000 };

/** Signing in and out at the service this page came from. */
export const sessionService: SessionService = {
  async ownKey() {
    try {
      const state = (await (await watchedFetch("/session/state")).json()) as { readonly is_open: boolean };
      return state.is_open ? await serviceOfPage().keys.own() : null;
    } catch (fault) {
      // Lost, or refused: the form says more once it is used.
      if (fault instanceof PlumblineError || fault instanceof TypeError) return null;
      throw fault;
    }
  },
  async begin(apiKey) {
    // What no header may hold is no key either.
    if (!/^[\x21-\x7e]+$/u.test(apiKey)) return notAccepted;
    try {
      const headers = { Authorization: `Bearer ${apiKey}` };
      const { status } = await watchedFetch("/session", { method: "POST", headers });
      if (status === 429) return "Too many attempts from this address. Wait a minute.";
      if (status === 401) return notAccepted;
      return status === 204 ? null : `The service does not sign in at the moment (status ${status}).`;
    } catch {
      return "The service cannot be reached.";
    }
  },
  async end({ everywhere }) {
    try {
      const path = everywhere ? "/session?everywhere=true" : "/session";
      const { ok, status } = await watchedFetch(path, { method: "DELETE" });
      // A session that is over already is what was wanted.
      return ok || status === 401 ? null : notSignedOut;
    } catch {
      return notSignedOut;
    }
  },
};

const notSignedOut =
  "This browser is signed out. The service could not end the session: a copy of its cookie counts until it expires, or until you sign in and out again.";
const notAccepted = "The service does not accept this key.";

/** What went wrong, in one sentence for a person. */
export function faultText(fault: unknown): string {
  if (fault instanceof APIError) return fault.detail;
  if (fault instanceof PlumblineError) return `The service cannot be reached (${fault.message}).`;
  throw fault;
}

/** What to quote when asking for help; null when the service never answered. */
export function requestIdOf(fault: unknown): string | null {
  return fault instanceof APIError ? fault.requestId : null;
}

export const ServiceContext = createContext<Plumbline | null>(null);

export function useService(): Plumbline {
  const service = useContext(ServiceContext);
  if (service === null) throw new Error("useService is called outside a ServiceContext");
  return service;
}

/** An answer of any status shows that the service is there; only silence is a loss. */
const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    noteAnswer(Date.now());
    return response;
  } catch (cause) {
    if (!isLeftBehind(cause)) noteLoss(Date.now());
    throw cause;
  }
};

/** A request that a page gave up because the user went elsewhere says nothing about the service. */
function isLeftBehind(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}
