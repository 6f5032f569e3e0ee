import { useSyncExternalStore } from "react";
import type { ApiKey } from "../../clients/typescript/generated/contract.ts";
import { developmentApiKey, developmentKeyId } from "../../core/contract/api-key.ts";

/** Whether this browser may ask the service, and what for. */
export type Session =
  | { readonly kind: "opening" }
  | { readonly kind: "closed"; readonly refusal: string | null }
  | { readonly kind: "open"; readonly key: ApiKey };

/** The service, as far as signing in needs it. */
export interface SessionService {
  /** What the session's key may do; null when nobody is signed in. */
  ownKey(): Promise<ApiKey | null>;
  /** Answers null when the key was accepted, else a sentence that says why not. */
  begin(apiKey: string): Promise<string | null>;
  /** Null when the session is over, else a sentence that says why not. */
  end(ask: { readonly everywhere: boolean }): Promise<string | null>;
}

/**
 * Opens the session without asking when that is honest: with the one this browser has, or, on a page that was opened over
 * loopback, with the development key if the service really accepts it. Otherwise the form is shown.
 */
export async function openSession(service: SessionService): Promise<void> {
  window.sessionStorage.removeItem(formerStorageName);
  const key = await service.ownKey();
  if (key !== null) return settle({ kind: "open", key });
  const isOpened =
    isLoopback(window.location.hostname) && (await enterKey(developmentApiKey, service)) === null;
  if (!isOpened) settle({ kind: "closed", refusal: null });
}

/** Answers null when the key was accepted, else why not. */
export async function enterKey(apiKey: string, service: SessionService): Promise<string | null> {
  // The answer that ends a session takes its cookie away: it must not meet that of the next one.
  await leaving;
  const refusal = await service.begin(apiKey);
  if (refusal !== null) return refusal;
  const key = await service.ownKey();
  if (key === null) return "This browser does not store cookies for this address; signing in needs one.";
  settle({ kind: "open", key });
  return null;
}

/**
 * Signs out, and shows the form again; with the reason where the session could not be ended. The pages go first: what they
 * ask afterwards would be refused.
 */
export async function leaveSession(
  service: SessionService,
  ask: { readonly everywhere: boolean },
): Promise<void> {
  settle({ kind: "closed", refusal: null });
  const ending = service.end(ask);
  leaving = ending.catch(() => null);
  const refusal = await ending;
  if (refusal !== null && session.kind === "closed") settle({ kind: "closed", refusal });
}

/**
 * Shows the form again with the reason, if this key's session is still open: an answer may come late, when its user has
 * signed out and another key is being typed, or open.
 */
export function refuseSession(keyId: string, refusal: string): void {
  if (session.kind === "open" && session.key.id === keyId) settle({ kind: "closed", refusal });
}

export function useSession(): Session {
  return useSyncExternalStore(onChange, currentSession);
}

/** The key of whoever is signed in; only for what is shown to them. */
export function useOwnKey(): ApiKey {
  const open = useSession();
  if (open.kind !== "open") throw new Error("useOwnKey is called before anybody is signed in");
  return open.key;
}

/** Whether the page was opened by the key every development installation has. */
export function useIsDevelopmentKey(): boolean {
  return useOwnKey().id === developmentKeyId;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Where earlier versions kept the key, readable by scripts. */
const formerStorageName = "plumbline.api-key";

const changed = new EventTarget();
let session: Session = { kind: "opening" };
let leaving: Promise<unknown> = Promise.resolve();

/** The session as it is now. */
export function currentSession(): Session {
  return session;
}

function settle(next: Session): void {
  session = next;
  changed.dispatchEvent(new Event("change"));
}

function onChange(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
