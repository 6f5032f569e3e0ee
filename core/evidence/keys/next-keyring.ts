import { toBase64 } from "../../encoding/base64.ts";
import {
  activeKeyOf,
  keyringSchemaName,
  type Keyring,
  type KeyringKey,
  type KeyringRoot,
} from "./keyring.ts";
import type { PublicKey } from "./public-key.ts";
import { formatVerifierKey, type NoteKey } from "../log/signed-note.ts";
import { predicateType } from "../bundle/statement.ts";

/** The newest version, and its digest for the next to name. */
export interface NewestKeyring {
  readonly keyring: Keyring;
  readonly digest: string;
}

/** Version 1: one key signs, from the leaf `firstIndex` on. */
export function firstKeyring(given: {
  readonly roots: readonly PublicKey[];
  readonly threshold: number;
  readonly log: NoteKey;
  readonly key: PublicKey;
  readonly firstIndex: number;
}): Keyring {
  const vkey = formatVerifierKey(given.log);
  return {
    schema: keyringSchemaName,
    version: 1,
    prev: null,
    root: rootOf(given.roots, given.threshold),
    log: { origin: given.log.name, vkeys: [vkey], successor: null },
    keys: [newKey(given.key, given.firstIndex)],
    policy: `log ${vkey}\nquorum none\n`,
    tsa_roots: [],
    predicate_types: [predicateType],
  };
}

/** A rotation's first version: `key` signs from now on, the one that signed so far has signed its last. */
export function beginRotation(newest: NewestKeyring, key: PublicKey, logSize: number): Keyring {
  const keys = newest.keyring.keys.map((one): KeyringKey =>
    one.status === "active" ? { ...one, status: "retiring" } : one,
  );
  return { ...next(newest), keys: [...keys, newKey(key, logSize)] };
}

/** A rotation's second version: says where the retiring keys have signed their last. Null when none is retiring. */
export function endRotation(newest: NewestKeyring, lastIndex: (keyId: string) => number): Keyring | null {
  if (newest.keyring.keys.every(({ status }) => status !== "retiring")) return null;
  const keys = newest.keyring.keys.map((one): KeyringKey =>
    one.status === "retiring" ? { ...one, status: "retired", last_index: lastIndex(one.keyid) } : one,
  );
  return { ...next(newest), keys };
}

export interface Revocation {
  readonly keyId: string;
  readonly reason: string;
  /** The first leaf that may not be the owner's; null when the key was not compromised. */
  readonly compromisedSinceIndex: number | null;
  /** When it is signed, as in `formatInstant`. */
  readonly at: string;
}

/** Ends a key at once. `key` takes over where the active one is revoked, and is not needed otherwise. */
export function revokeKey(
  newest: NewestKeyring,
  revocation: Revocation,
  given: { readonly key: PublicKey | null; readonly logSize: number },
): Keyring {
  const { keyId, reason, compromisedSinceIndex, at } = revocation;
  const isActive = activeKeyOf(newest.keyring).keyid === keyId;
  const revoked = { index: given.logSize, at, reason, compromised_since_index: compromisedSinceIndex };
  const keys = newest.keyring.keys.map((one): KeyringKey =>
    one.keyid === keyId ? { ...one, status: "revoked", revoked } : one,
  );
  if (!isActive) return { ...next(newest), keys };
  if (given.key === null) throw new RangeError("another key must take over from the active one");
  return { ...next(newest), keys: [...keys, newKey(given.key, given.logSize)] };
}

/** Other root keys; the version that names them is signed by the old ones and the new ones. */
export function replaceRoots(newest: NewestKeyring, roots: readonly PublicKey[], threshold: number): Keyring {
  return { ...next(newest), root: rootOf(roots, threshold) };
}

/** What the keyring says of third parties: the log's policy, and certificates of time-stamp authorities (DER). */
export function amendThirdParties(
  newest: NewestKeyring,
  { policy, timeStampRoots }: { readonly policy?: string; readonly timeStampRoots?: readonly Uint8Array[] },
): Keyring {
  return {
    ...next(newest),
    ...(policy !== undefined && { policy }),
    ...(timeStampRoots !== undefined && { tsa_roots: timeStampRoots.map(toBase64) }),
  };
}

/** The same, good for copies until then: whoever holds an older one has to ask again after it. */
export function withRefreshDate(keyring: Keyring, refreshAfter: string | null): Keyring {
  const { refresh_after: _before, ...rest } = keyring;
  return refreshAfter === null ? rest : { ...rest, refresh_after: refreshAfter };
}

/** A version that says what the last one said, for the sake of its date. */
export function repeatKeyring(newest: NewestKeyring): Keyring {
  return next(newest);
}

function next({ keyring, digest }: NewestKeyring): Keyring {
  return { ...keyring, version: keyring.version + 1, prev: digest };
}

function rootOf(roots: readonly PublicKey[], threshold: number): KeyringRoot {
  return { threshold, keys: roots.map(listed) };
}

function newKey(key: PublicKey, firstIndex: number): KeyringKey {
  const bounds = { first_index: firstIndex, last_index: null, revoked: null };
  return { ...listed(key), purpose: "evidence", status: "active", ...bounds };
}

function listed({ keyId, algorithm, spki }: PublicKey): KeyringRoot["keys"][number] {
  return { keyid: keyId, alg: algorithm, spki: toBase64(spki) };
}
