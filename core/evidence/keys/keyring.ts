import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

import { fromBase64 } from "../../encoding/base64.ts";
import {
  instantSchema,
  logOriginSchema,
  namedDigestSchema,
  strict,
  textSchema,
} from "../../encoding/field-schemas.ts";
import { parseInstant } from "../../encoding/instant.ts";
import type { KeyAlgorithm, Sha256 } from "../../encoding/primitives.ts";
import { keysFault, type PublicKey } from "./public-key.ts";
import { parseVerifierKey } from "../log/signed-note.ts";

/** Version of the form; a reader refuses any other. */
export const keyringSchemaName = "urn:plumbline:keyring:1";

const publicKeyMembers = {
  /** `sha256:` and the hex SHA-256 of `spki`. */
  keyid: namedDigestSchema,
  alg: Type.Union([Type.Literal("ECDSA_P256_SHA256"), Type.Literal("ED25519")]),
  /** SubjectPublicKeyInfo, DER, base64. */
  spki: Type.String({ maxLength: 1024 }),
};

const leafIndexSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const revocationSchema = Type.Object(
  {
    /** No leaf from this index on counts: where the log ended when the revocation was signed. */
    index: leafIndexSchema,
    /** When it was signed, by the root's clock. */
    at: instantSchema,
    reason: textSchema(200),
    /** No leaf from this index on is the owner's for certain; null when the key was not compromised. */
    compromised_since_index: Type.Union([leafIndexSchema, Type.Null()]),
  },
  strict,
);

const keyringKeySchema = Type.Object(
  {
    ...publicKeyMembers,
    purpose: Type.Literal("evidence"),
    /**
     * `active`: signs now; exactly one key does. `retiring`: has signed its last, and where that was comes with the next
     * version. `retired`: signed up to `last_index`. `revoked`: counts only before the bounds of `revoked`.
     */
    status: Type.Union([
      Type.Literal("active"),
      Type.Literal("retiring"),
      Type.Literal("retired"),
      Type.Literal("revoked"),
    ]),
    first_index: leafIndexSchema,
    last_index: Type.Union([leafIndexSchema, Type.Null()]),
    revoked: Type.Union([revocationSchema, Type.Null()]),
  },
  strict,
);

const rootSchema = Type.Object(
  {
    /** So many different root keys must sign a version. */
    threshold: Type.Integer({ minimum: 1, maximum: 16 }),
    keys: Type.Array(Type.Object(publicKeyMembers, strict), { minItems: 1, maxItems: 16 }),
  },
  strict,
);

/**
 * The keyring: which keys sign evidence, and from which leaf of the log to which. Every version is signed by the root
 * keys, holds the digest of the one before, and is a leaf of the log before it takes effect.
 */
export const keyringSchema = Type.Object(
  {
    schema: Type.Literal(keyringSchemaName),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** `sha256:` and the digest of the canonical version before; null in version 1. */
    prev: Type.Union([namedDigestSchema, Type.Null()]),
    root: rootSchema,
    log: Type.Object(
      {
        origin: logOriginSchema,
        vkeys: Type.Array(Type.String({ maxLength: 512 }), { minItems: 1, maxItems: 16 }),
        /** Origin of the log that goes on where this one was ended; null while it has not. */
        successor: Type.Union([logOriginSchema, Type.Null()]),
      },
      strict,
    ),
    keys: Type.Array(keyringKeySchema, { minItems: 1, maxItems: 1000 }),
    /** Which log and witnesses to ask for, as c2sp.org/tlog-policy writes it. */
    policy: Type.String({ maxLength: 16_384, pattern: "^([ -~]*\\n)*$" }),
    /** Certificates of time-stamp authorities, X.509, DER, base64. */
    tsa_roots: Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 16 }),
    predicate_types: Type.Array(textSchema(256), { minItems: 1, maxItems: 16 }),
    /** After this moment a newer version has to be asked for; absent from versions signed before there was a date. */
    refresh_after: Type.Optional(instantSchema),
  },
  strict,
);
export type Keyring = Static<typeof keyringSchema>;
export type KeyringKey = Keyring["keys"][number];
export type KeyringRoot = Keyring["root"];

const keyringShape = Compile(keyringSchema);

/** The keyring a document is, or why it is none. */
export function readKeyring(document: unknown, sha256: Sha256): Keyring | { readonly fault: string } {
  if (!keyringShape.Check(document)) {
    const [first] = keyringShape.Errors(document);
    return { fault: `${first?.instancePath || "/"} ${first?.message ?? "is not as the schema wants it"}` };
  }
  const fault = keyringFault(document, sha256);
  return fault === null ? document : { fault };
}

/** A public key of a keyring as the primitives want it. */
export function publicKeyOf(key: {
  readonly keyid: string;
  readonly alg: KeyAlgorithm;
  readonly spki: string;
}): PublicKey {
  const spki = fromBase64(key.spki);
  if (spki === null) throw new TypeError(`spki of ${key.keyid} is not canonical base64`);
  return { keyId: key.keyid, algorithm: key.alg, spki };
}

/** The one key that signs now. */
export function activeKeyOf({ keys }: Keyring): KeyringKey {
  const active = keys.find(({ status }) => status === "active");
  if (active === undefined) throw new TypeError("a keyring without an active key");
  return active;
}

function keyringFault(keyring: Keyring, sha256: Sha256): string | null {
  const { version, prev, root, keys, refresh_after: refreshAfter } = keyring;
  if ((version === 1) !== (prev === null)) return "the first version, and no other, follows nothing";
  if (refreshAfter !== undefined && parseInstant(refreshAfter) === null)
    return `${refreshAfter} is not a time`;
  if (root.threshold > root.keys.length) return "the root has fewer keys than must sign";
  return (
    listedKeysFault([...root.keys, ...keys], sha256) ??
    keys.map(statusFault).find((fault) => fault !== null) ??
    (keys.filter(({ status }) => status === "active").length === 1
      ? null
      : "not exactly one key is active") ??
    logFault(keyring, sha256)
  );
}

/** Root and evidence keys in one list: a root key that signs evidence would vouch for itself. */
function listedKeysFault(keys: readonly KeyringRoot["keys"][number][], sha256: Sha256): string | null {
  const garbled = keys.find(({ spki }) => fromBase64(spki) === null);
  return garbled === undefined
    ? keysFault(keys.map(publicKeyOf), sha256)
    : `spki of ${garbled.keyid} is not canonical base64`;
}

function statusFault(key: KeyringKey): string | null {
  const { keyid, status, last_index: lastIndex } = key;
  const fault = revocationFault(key);
  if (fault !== null) return fault;
  if (status === "retired" && lastIndex === null) return `${keyid} is retired, and does not say where`;
  const isEnded = status === "retired" || status === "revoked";
  return isEnded || lastIndex === null ? null : `${keyid} is ${status}, and has a last index`;
}

function revocationFault({ keyid, status, revoked }: KeyringKey): string | null {
  if (revoked === null) {
    return status === "revoked" ? `${keyid} is revoked, and does not say since when` : null;
  }
  if (status !== "revoked") return `${keyid} is ${status}, and says it is revoked`;
  return parseInstant(revoked.at) === null ? `${revoked.at} is not a time` : null;
}

function logFault({ log }: Keyring, sha256: Sha256): string | null {
  for (const vkey of log.vkeys) {
    const key = parseVerifierKey(vkey, sha256);
    if (key === null) return `${vkey} is not an Ed25519 verifier key`;
    if (key.name !== log.origin) return `${vkey} is not a key of the log ${log.origin}`;
  }
  return null;
}

/**
 * Why a version cannot follow another; null when it can. What was once said about a key is never taken back: the root
 * may end keys, and an ended one never signs again.
 */
export function successionFault(
  before: { readonly keyring: Keyring; readonly digest: string },
  after: Keyring,
): string | null {
  const { keyring, digest } = before;
  if (after.version !== keyring.version + 1) {
    return `version ${after.version} does not follow version ${keyring.version}`;
  }
  if (after.prev !== digest) return `version ${after.version} follows another version ${keyring.version}`;
  if (after.log.origin !== keyring.log.origin) return `version ${after.version} is of another log`;
  for (const earlier of keyring.keys) {
    const later = after.keys.find(({ keyid }) => keyid === earlier.keyid);
    if (later === undefined) return `version ${after.version} leaves ${earlier.keyid} out`;
    const fault = changeFault(earlier, later);
    if (fault !== null) return `version ${after.version}: ${earlier.keyid} ${fault}`;
  }
  return null;
}

const statusRank = { active: 0, retiring: 1, retired: 2, revoked: 3 } as const;

function changeFault(earlier: KeyringKey, later: KeyringKey): string | null {
  if (later.first_index !== earlier.first_index) return "begins elsewhere";
  if (statusRank[later.status] < statusRank[earlier.status]) return `was ${earlier.status} already`;
  if (grows(earlier.last_index, later.last_index)) return "lasts longer than was said";
  const [was, is] = [earlier.revoked, later.revoked];
  if (was === null || is === null) return null;
  const isLater = is.index > was.index || grows(was.compromised_since_index, is.compromised_since_index);
  return isLater ? "was revoked from an earlier leaf on" : null;
}

/** A bound, once there, may only be drawn closer. */
function grows(was: number | null, is: number | null): boolean {
  return was !== null && (is === null || is > was);
}
