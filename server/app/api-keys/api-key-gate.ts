import { createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import { developmentApiKey, developmentKeyId, parseApiKey } from "../../../core/contract/api-key.ts";
import type { Caller } from "../application.ts";
import type { ApiKeyReader, StoredApiKey } from "../ports/reading/api-key-reader.ts";
import type { KeyUse } from "../ports/changes.ts";
import { isInForce } from "./decide-key-change.ts";
import { sha256Hex } from "../sha256.ts";
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
  readonly #remembered = new Map<string, RememberedKey>();
  /** When each key's use was last handed on to be written down. */
  readonly #usesNotedUs = new Map<string, number>();

  constructor(needs: GateNeeds) {
    this.#needs = needs;
    this.#pepper = createSecretKey(needs.pepper);
  }

  /** Who holds the key, or why nobody is let in by it: the one who asks is not told which. */
  examine(apiKey: string, peer: { readonly isLoopback: boolean }): Promise<Examined> {
    if (apiKey === developmentApiKey) return Promise.resolve(this.#developer(peer));
    const parts = parseApiKey(apiKey);
    if (parts === null) return Promise.resolve(unknown(""));
    const { publicId } = parts;
    const remembered = this.#recall(publicId);
    if (remembered !== null) return Promise.resolve(this.#judge(apiKey, publicId, remembered));
    return this.#find(publicId).then((found) => this.#judge(apiKey, publicId, found));
  }

  #judge(apiKey: string, publicId: string, remembered: RememberedKey): Examined {
    const isGood = this.#isGood(apiKey, remembered);
    const { stored } = remembered;
    if (stored === null) return unknown(publicId);
    const nowUs = this.#needs.nowUs();
    const why = isGood ? whyRefused(stored, nowUs) : "wrong_secret";
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

  /** What is still trusted of a key; null where it has to be looked up. */
  #recall(publicId: string): RememberedKey | null {
    const remembered = this.#remembered.get(publicId);
    return remembered !== undefined && remembered.untilMs > this.#needs.nowMs() ? remembered : null;
  }

  async #find(publicId: string): Promise<RememberedKey> {
    const nowMs = this.#needs.nowMs();
    const stored = await this.#needs.store.find(publicId);
    // Guesses must not fill the memory: it starts anew, and the keys in use are back at their next request.
    if (this.#remembered.size >= rememberedKeys) this.#remembered.clear();
    const remembered = { stored, untilMs: nowMs + trustedForMs, goodSha256: null };
    this.#remembered.set(publicId, remembered);
    return remembered;
  }

  /** Whether this is the very key that is stored. The same key again is known by its plain digest, which costs a tenth. */
  #isGood(apiKey: string, remembered: RememberedKey): boolean {
    const { stored, goodSha256 } = remembered;
    const digest = sha256Hex(apiKey);
    if (goodSha256 === digest) return true;
    // Also where no key is stored: how long a refusal takes must not tell whether one is.
    const given = hashOf(apiKey, this.#pepper);
    if (stored === null || !timingSafeEqual(given, stored.hash)) return false;
    remembered.goodSha256 = digest;
    return true;
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

/** What is known of a key for a moment. */
interface RememberedKey {
  readonly stored: StoredApiKey | null;
  readonly untilMs: number;
  /** Of the key itself, once it was found to be the stored one. */
  goodSha256: string | null;
}

function whyRefused(stored: StoredApiKey, nowUs: number): RefusedKey["why"] | null {
  if (isInForce(stored, nowUs)) return null;
  return stored.revokedAtUs === null ? "expired" : "revoked";
}

function unknown(publicId: string): RefusedKey {
  return { kind: "refused", why: "unknown", organisation: null, publicId };
}
