import type { LoggedKeyring } from "./keyring-history.ts";
import type { KeyringKey } from "./keyring.ts";

/** The leaves a key may have signed: from `first` up to and with `last`. */
export interface KeyWindow {
  readonly first: number;
  readonly last: number;
  /** As the newest version has it. */
  readonly key: KeyringKey;
}

/**
 * Where in the log a key counts, by everything its keyring ever said: what the newest version says of it, and besides
 * that only behind the version that first named it active (the first version vouches for what came before it) and before the
 * one that no longer did. Null for a key no version names.
 */
export function keyWindow(versions: readonly LoggedKeyring[], keyId: string): KeyWindow | null {
  const key = versions.at(-1)?.keyring.keys.find(({ keyid }) => keyid === keyId);
  if (key === undefined) return null;
  const isActive = ({ keyring }: LoggedKeyring) =>
    keyring.keys.some(({ keyid, status }) => keyid === keyId && status === "active");
  const begun = versions.findIndex(isActive);
  if (begun === -1) return { key, first: Number.MAX_SAFE_INTEGER, last: -1 };
  const ended = versions.findIndex((version, at) => at > begun && !isActive(version));
  const behind = begun === 0 ? 0 : versions[begun]!.leafIndex + 1;
  const before = ended === -1 ? Number.MAX_SAFE_INTEGER : versions[ended]!.leafIndex - 1;
  return {
    key,
    first: Math.max(key.first_index, behind),
    last: Math.min(
      key.last_index ?? Number.MAX_SAFE_INTEGER,
      (key.revoked?.index ?? Number.MAX_SAFE_INTEGER) - 1,
      (key.revoked?.compromised_since_index ?? Number.MAX_SAFE_INTEGER) - 1,
      before,
    ),
  };
}

/** Why a signature by this key does not count at this leaf of the log; null when it does. */
export function keyWindowFault(
  versions: readonly LoggedKeyring[],
  { keyId, index }: { readonly keyId: string; readonly index: number },
): string | null {
  const window = keyWindow(versions, keyId);
  if (window === null) return `key ${keyId} is not in the keyring`;
  const { key, first, last } = window;
  if (index >= first && index <= last) return null;
  const since = key.revoked?.compromised_since_index ?? null;
  if (since !== null && index >= since)
    return `leaf ${index}, and the key is compromised since leaf ${since}`;
  if (index < first) return `leaf ${index}, and the key signs from leaf ${first} on`;
  return last < first
    ? "the key never signed anything that counts"
    : `leaf ${index}, and the key signed up to leaf ${last}`;
}
