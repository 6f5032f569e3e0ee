import { createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import { developmentApiKey, developmentKeyId, parseApiKey } from "../../../core/contract/api-key.ts";
import type { Caller } from "../application.ts";
import type { ApiKeyReader, StoredApiKey } from "../ports/reading/api-key-reader.ts";
import type { KeyUse } from "../ports/changes.ts";
import { isInForce } from "./decide-key-change.ts";
import { hashOf, type MakingNeeds } from "./make-api-key.ts";

/** The organisation of the development key. */
export const developmentOrganisation = "development";

/** A revoked key may work this much longer where it was just used. */
const trustedForMs = 1_000;
const rememberedKeys = 10_000;
/** How often the use of a key is written down. */
const useWrittenEveryUs = 60_000_000;

export interface GateNeeds extends Pick<MakingNeeds, "pepper"> {
  readonly store: Pick<ApiKeyReader, "find">;
  readonly nowUs: () => number;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** True only for a server in development mode that is bound to loopback. */
  readonly allowsDevelopmentKey: boolean;
  /** Writes down when keys were last used; may fail: the next use a minute later is written again. */
  readonly noteUses: (uses: readonly KeyUse[]) => Promise<unknown>;
}

export type Examined = { readonly kind: "caller"; readonly caller: Caller } | RefusedKey;

/** A key that lets nobody in. */
export interface RefusedKey {
  readonly kind: "refused";
  readonly why: "unknown" | "wrong_secret" | "expired" | "revoked";
  /** Of the key that goes by this public id; null where none does. */
  readonly organisation: string | null;
  readonly publicId: string;
}

/** Identifies who holds a key. */
export class ApiKeyGate {
  readonly #needs: GateNeeds;
  readonly #pepper: KeyObject;
  readonly #remembered = new Map<
    string,
    { readonly stored: StoredApiKey | null; readonly untilMs: number }
  >();
  /** When each key's use was last handed on to be written down. */
  readonly #usesNotedUs = new Map<string, number>();

  constructor(needs: GateNeeds) {
    this.#needs = needs;
    this.#pepper = createSecretKey(needs.pepper);
  }

  /** Who holds the key, or why nobody is let in by it: the one who asks is not told which. */
  async examine(apiKey: string, peer: { readonly isLoopback: boolean }): Promise<Examined> {
    if (apiKey === developmentApiKey) return this.#developer(peer);
    const parts = parseApiKey(apiKey);
    if (parts === null) return unknown("");
    const { publicId } = parts;
    const stored = await this.#find(publicId);
    const given = hashOf(apiKey, this.#pepper);
    if (stored === null) return unknown(publicId);
    const nowUs = this.#needs.nowUs();
    const why = whyRefused(stored, given, nowUs);
    const { organisation, scopes, fleets } = stored;
    if (why !== null) return { kind: "refused", why, organisation, publicId };
    this.#noteUse(publicId, nowUs);
    return { kind: "caller", caller: { organisation, keyId: publicId, scopes, fleets } };
  }

  /** The key was changed: what is remembered of it holds no longer. */
  forget(publicId: string): void {
    this.#remembered.delete(publicId);
  }

  #developer({ isLoopback }: { readonly isLoopback: boolean }): Examined {
    if (!this.#needs.allowsDevelopmentKey || !isLoopback) return unknown(developmentKeyId);
    const caller = { organisation: developmentOrganisation, keyId: developmentKeyId, fleets: null };
    return { kind: "caller", caller: { ...caller, scopes: ["admin"] } };
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

function whyRefused(stored: StoredApiKey, given: Uint8Array, nowUs: number): RefusedKey["why"] | null {
  if (!timingSafeEqual(given, stored.hash)) return "wrong_secret";
  if (isInForce(stored, nowUs)) return null;
  return stored.revokedAtUs === null ? "expired" : "revoked";
}

function unknown(publicId: string): RefusedKey {
  return { kind: "refused", why: "unknown", organisation: null, publicId };
}
