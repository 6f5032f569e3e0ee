import { createContext, useContext } from "react";
import {
  AuthenticationError,
  PermissionDeniedError,
  PlumblineError,
  APIError,
} from "../../clients/typescript/errors.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { noteAnswer, noteLoss } from "./live.ts";

/**
 * The service this page came from, asked with one key. The console asks again by itself every two seconds, so the
 * client's own retries are off: a lost connection is to be seen at once.
 */
export function serviceWith(apiKey: string): Plumbline {
  return new Plumbline({
    baseUrl: window.location.origin,
    apiKey,
    // The key of who sits before this page, typed in by them.
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeoutMs: 10_000,
    fetch: watchedFetch,
  });
}

/** Null when the key may read the fleet, else a sentence that says why not. */
export async function probeKey(apiKey: string): Promise<string | null> {
  try {
    await serviceWith(apiKey).fleet.healthSummary();
    return null;
  } catch (fault) {
    if (fault instanceof AuthenticationError) return "The service does not accept this key.";
    if (fault instanceof PermissionDeniedError) {
      return "This key may not read the fleet. Use one with the scope fleet:read.";
    }
    return faultText(fault);
  }
}

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
