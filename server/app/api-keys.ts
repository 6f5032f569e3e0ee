import { createHmac, timingSafeEqual } from "node:crypto";

import {
  base62,
  developmentApiKey,
  formatApiKey,
  parseApiKey,
  type ApiKeyMode,
} from "../../core/contract/api-key.ts";
import type { Caller } from "./application.ts";
import type { ApiKeyStore, StoredApiKey } from "./ports/api-key-store.ts";
import type { KeyUse } from "./ports/changes.ts";

/** The organisation of the development key. */
export const developmentOrganisation = "development";

export interface ApiKeyNeeds {
  readonly store: ApiKeyStore;
  /** Secret of the installation; see `hashOf`. */
  readonly pepper: Uint8Array;
  readonly nowUs: () => number;
  /** Cryptographically strong. */
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface NewApiKey {
  readonly organisation: string;
  readonly name: string;
  readonly mode: ApiKeyMode;
  readonly scopes: readonly string[];
  /** Null means every fleet of the organisation. */
  readonly fleets: readonly string[] | null;
  readonly expiresAtUs: number | null;
}

/** Makes a key. `key` is its only copy: it is shown once and cannot be found out again. */
export async function createApiKey(
  asked: NewApiKey,
  { store, pepper, nowUs, randomBytes }: ApiKeyNeeds,
): Promise<{ readonly key: string; readonly stored: StoredApiKey }> {
  const publicId = randomBase62(10, randomBytes);
  const key = formatApiKey({ mode: asked.mode, publicId, secret: randomBase62(32, randomBytes) });
  const stored: StoredApiKey = {
    ...asked,
    publicId,
    hash: hashOf(key, pepper),
    createdAtUs: nowUs(),
    revokedAtUs: null,
    lastUsedAtUs: null,
  };
  await store.add(stored);
  return { key, stored };
}

export async function listApiKeys(
  organisation: string,
  { store }: Pick<ApiKeyNeeds, "store">,
): Promise<readonly StoredApiKey[]> {
  return store.list(organisation);
}

/** From now on the key is invalid, on every server within a second. False when the organisation named, or none, has such a key. */
export async function revokeApiKey(
  { organisation, publicId }: { readonly organisation?: string; readonly publicId: string },
  { store, nowUs }: Pick<ApiKeyNeeds, "store" | "nowUs">,
): Promise<boolean> {
  return store.revoke(organisation ?? null, publicId, nowUs());
}

/** A revoked key may work this much longer where it was just used. */
const trustedForMs = 1_000;
const rememberedKeys = 10_000;
/** How often the use of a key is written down. */
const useWrittenEveryUs = 60_000_000;

export interface GateNeeds extends Pick<ApiKeyNeeds, "store" | "pepper" | "nowUs"> {
  /** Monotonic. */
  readonly nowMs: () => number;
  /** True only for a server in development mode that is bound to loopback. */
  readonly allowsDevelopmentKey: boolean;
  /** Writes down when keys were last used; may fail: the next use a minute later is written again. */
  readonly noteUses: (uses: readonly KeyUse[]) => Promise<unknown>;
}

/** Identifies who holds a key. */
export class ApiKeyGate {
  readonly #needs: GateNeeds;
  readonly #remembered = new Map<
    string,
    { readonly stored: StoredApiKey | null; readonly untilMs: number }
  >();
  /** When each key's use was last handed on to be written down. */
  readonly #usesNotedUs = new Map<string, number>();

  constructor(needs: GateNeeds) {
    this.#needs = needs;
  }

  /** Null for a key that is malformed, unknown, expired or revoked: the caller cannot tell which. */
  async identify(apiKey: string, peer: { readonly isLoopback: boolean }): Promise<Caller | null> {
    if (apiKey === developmentApiKey) return this.#developer(peer);
    const parts = parseApiKey(apiKey);
    if (parts === null) return null;
    const stored = await this.#find(parts.publicId);
    const given = hashOf(apiKey, this.#needs.pepper);
    const nowUs = this.#needs.nowUs();
    if (stored === null || !timingSafeEqual(given, stored.hash) || !isInForce(stored, nowUs)) return null;
    this.#noteUse(stored.publicId, nowUs);
    const { organisation, publicId, scopes, fleets } = stored;
    return { organisation, keyId: publicId, scopes, fleets };
  }

  #developer({ isLoopback }: { readonly isLoopback: boolean }): Caller | null {
    if (!this.#needs.allowsDevelopmentKey || !isLoopback) return null;
    return { organisation: developmentOrganisation, keyId: "development", scopes: ["admin"], fleets: null };
  }

  async #find(publicId: string): Promise<StoredApiKey | null> {
    const nowMs = this.#needs.nowMs();
    const remembered = this.#remembered.get(publicId);
    if (remembered !== undefined && remembered.untilMs > nowMs) return remembered.stored;
    const stored = await this.#needs.store.find(publicId);
    // Guesses must not fill the memory: it starts anew, and the keys in use are back at their next request.
    if (this.#remembered.size >= rememberedKeys) this.#remembered.clear();
    this.#remembered.set(publicId, { stored, untilMs: nowMs + trustedForMs });
    return stored;
  }

  /** The first use at once: a key that was used a single time, or just before the server stopped, is not unused. */
  #noteUse(publicId: string, nowUs: number): void {
    const notedUs = this.#usesNotedUs.get(publicId);
    if (notedUs !== undefined && nowUs - notedUs < useWrittenEveryUs) return;
    if (this.#usesNotedUs.size >= rememberedKeys) this.#usesNotedUs.clear();
    this.#usesNotedUs.set(publicId, nowUs);
    this.#needs.noteUses([{ publicId, usedAtUs: nowUs }]).catch(() => {
      // A store that refuses writes says so elsewhere; the next minute's use tells when the key was used.
    });
  }
}

function isInForce({ expiresAtUs, revokedAtUs }: StoredApiKey, nowUs: number): boolean {
  return revokedAtUs === null && (expiresAtUs === null || expiresAtUs > nowUs);
}

/**
 * What is kept of a key. The pepper lies beside the database, not in it, so that a copy of the database alone is not
 * enough to try keys against.
 */
function hashOf(key: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper).update(key).digest();
}

/** Digits drawn evenly: bytes beyond the largest multiple of 62 are drawn again. */
function randomBase62(digits: number, randomBytes: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < digits) {
    for (const byte of randomBytes(digits)) {
      if (byte < 4 * 62 && text.length < digits) text += base62(byte % 62, 1);
    }
  }
  return text;
}
