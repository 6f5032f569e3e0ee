import { decideKeyChange, isWithinFleets } from "./app/api-keys/decide-key-change.ts";
import { makeApiKey, type MakingNeeds } from "./app/api-keys/make-api-key.ts";
import type { ApiKeyReader, StoredApiKey } from "./app/ports/reading/api-key-reader.ts";
import type { ApiKeyStore, KeyChange, KeyDecision } from "./app/ports/key-change.ts";

/** Draws that are the same in every run. */
export function makingForTests(pepper = 7): MakingNeeds {
  let byte = 0;
  return {
    pepper: new Uint8Array(32).fill(pepper),
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (byte = (byte * 5 + 77) % 256)),
  };
}

/** Keys in memory under the rules of the real ones, at a time that the test moves. */
export class KeysForTests implements ApiKeyStore {
  readonly kept = new Map<string, StoredApiKey>();
  nowUs = 1_780_000_000_000_000;
  finds = 0;

  async find(publicId: string): Promise<StoredApiKey | null> {
    this.finds += 1;
    return this.kept.get(publicId) ?? null;
  }

  async findSession() {
    return { generation: 0, isEnded: false };
  }

  async list({ organisation, fleets, limit }: Parameters<ApiKeyReader["list"]>[0]) {
    const mine = [...this.kept.values()].filter((key) => key.organisation === organisation);
    return mine.filter((key) => isWithinFleets(key, fleets)).slice(0, limit);
  }

  async change(change: KeyChange): Promise<KeyDecision> {
    const decision = decideKeyChange(change, this.kept, this.nowUs);
    if (decision.kind === "changed") {
      for (const key of [decision.key, decision.previous]) if (key !== null) this.kept.set(key.publicId, key);
    }
    return decision;
  }

  /** A key made by the operator, with its text. */
  async issue(
    more: Partial<StoredApiKey> = {},
    making = makingForTests(),
  ): Promise<{ readonly key: string; readonly stored: StoredApiKey }> {
    const { key, ...made } = makeApiKey(more.mode ?? "live", making);
    const stored = { ...apiKeyForTests, ...made, createdAtUs: this.nowUs, ...more };
    this.kept.set(stored.publicId, stored);
    return { key, stored };
  }
}

export const apiKeyForTests: StoredApiKey = {
  organisation: "acme",
  publicId: "AAAAAAAAAA",
  name: "workshop",
  mode: "live",
  hash: new Uint8Array(32).fill(1),
  scopes: ["fleet:read", "score:write"],
  fleets: ["north"],
  createdAtUs: 1_000,
  createdBy: null,
  expiresAtUs: null,
  revokedAtUs: null,
  lastUsedAtUs: null,
  rotatedTo: null,
};
