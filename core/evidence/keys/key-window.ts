import type { LoggedKeyring } from "./keyring-history.ts";
import type { KeyringKey } from "./keyring.ts";

/** The leaves a key may have signed: from `first` up to and with `last`, which is null while there is no end. */
export interface KeyWindow {
  readonly first: number;
  /** Before `first` where nothing counts. */
  readonly last: number | null;
  /** As the newest version has it. */
  readonly key: KeyringKey;
}

/**
 * Where in the log a key counts, by everything its keyring ever said: what the newest version says of it, and besides
 * that only behind the version that first named it active (the first version vouches for what came before it) and
 * before the one that no longer did. Null for a key no version names.
 */
export function keyWindow(versions: readonly LoggedKeyring[], keyId: string): KeyWindow | null {
  const key = versions.at(-1)?.keyring.keys.find(({ keyid }) => keyid === keyId);
  if (key === undefined) return null;
  const isActive = ({ keyring }: LoggedKeyring) =>
    keyring.keys.some(({ keyid, status }) => keyid === keyId && status === "active");
  const [begun, ...later] = versions.slice(versions.findIndex(isActive));
  if (begun === undefined || !isActive(begun)) return { key, first: 0, last: -1 };
  const behind = begun === versions[0] ? 0 : begun.leafIndex + 1;
  const ended = later.find((version) => !isActive(version));
  const ends = [
    key.last_index,
    leafBefore(ended?.leafIndex),
    leafBefore(key.revoked?.index),
    leafBefore(key.revoked?.compromised_since_index),
  ].filter((end) => end !== null);
  return {
    key,
    first: Math.max(key.first_index, behind),
    last: ends.length === 0 ? null : Math.min(...ends),
  };
}

function leafBefore(index: number | null | undefined): number | null {
  return index === null || index === undefined ? null : index - 1;
}

/** Why a signature by this key does not count at this leaf of the log; null when it does. */
export function keyWindowFault(
  versions: readonly LoggedKeyring[],
  { keyId, index }: { readonly keyId: string; readonly index: number },
): string | null {
  const window = keyWindow(versions, keyId);
  if (window === null) return `key ${keyId} is not in the keyring`;
  return isWithin(window, index) ? null : windowFault(window, index);
}

function isWithin({ first, last }: KeyWindow, index: number): boolean {
  return index >= first && (last === null || index <= last);
}

function windowFault({ key, first, last }: KeyWindow, index: number): string {
  const since = key.revoked?.compromised_since_index ?? null;
  if (since !== null && index >= since)
    return `leaf ${index}, and the key is compromised since leaf ${since}`;
  if (index < first) return `leaf ${index}, and the key signs from leaf ${first} on`;
  return last !== null && last < first
    ? "the key never signed anything that counts"
    : `leaf ${index}, and the key signed up to leaf ${last}`;
}
