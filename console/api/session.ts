import { useSyncExternalStore } from "react";
import { developmentApiKey } from "../../core/contract/api-key.ts";

/** Whether this tab may ask the service, and with which key. */
export type Session =
  | { readonly kind: "opening" }
  | { readonly kind: "closed"; readonly refusal: string | null }
  | { readonly kind: "open"; readonly apiKey: string };

/** A probe answers null when the key may be used, else a sentence that says why not. */
export type ProbeKey = (apiKey: string) => Promise<string | null>;

/**
 * Opens the session without asking when that is honest: with the key this tab used before, or, on a page that was opened
 * over loopback, with the development key if the service really accepts it. Otherwise the form is shown.
 */
export async function openSession(probe: ProbeKey): Promise<void> {
  const kept = window.sessionStorage.getItem(storageName);
  if (kept !== null) return settle({ kind: "open", apiKey: kept });
  if (isLoopback(window.location.hostname) && (await probe(developmentApiKey)) === null) {
    return keep(developmentApiKey);
  }
  settle({ kind: "closed", refusal: null });
}

/** Answers null when the key was accepted, else why not. */
export async function enterKey(apiKey: string, probe: ProbeKey): Promise<string | null> {
  const refusal = await probe(apiKey);
  if (refusal === null) keep(apiKey);
  return refusal;
}

export function closeSession(refusal: string | null): void {
  window.sessionStorage.removeItem(storageName);
  settle({ kind: "closed", refusal });
}

export function useSession(): Session {
  return useSyncExternalStore(onChange, () => session);
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Kept for this tab only: closing the tab forgets the key, and no other tab, address or log ever sees it. */
const storageName = "plumbline.api-key";

const changed = new EventTarget();
let session: Session = { kind: "opening" };

function keep(apiKey: string): void {
  window.sessionStorage.setItem(storageName, apiKey);
  settle({ kind: "open", apiKey });
}

function settle(next: Session): void {
  session = next;
  changed.dispatchEvent(new Event("change"));
}

function onChange(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
