import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

import { fromBase64, toBase64 } from "./base64.ts";
import { namedDigestSchema, strict } from "./bundle-words.ts";
import { toHex } from "./bytes.ts";
import { parseRelaxed } from "./canonical-json.ts";
import type { KeyringPin } from "./keyring-history.ts";
import type { KeyAlgorithm, Sha256 } from "./primitives.ts";
import { ed25519Spki, keyFault, keyIdOf } from "./public-key.ts";
import { formatVerifierKey, parseVerifierKey, type NoteKey } from "./signed-note.ts";
import { JsonFault } from "./strict-json.ts";

const keySchema = Type.Object(
  {
    keyid: Type.String({ maxLength: 128 }),
    alg: Type.Union([Type.Literal("ECDSA_P256_SHA256"), Type.Literal("ED25519")]),
    /** SubjectPublicKeyInfo, DER, base64. */
    spki: Type.String({ maxLength: 1024 }),
  },
  strict,
);

/**
 * `trust.json`, what a verifier believes before it has seen any bundle. Members this version does not know are
 * refused: one might say that more must be checked than this verifier can.
 */
const trustFileSchema = Type.Object(
  {
    version: Type.Literal(1),
    /** Either these keys are believed, wherever in the log they signed, */
    evidence_keys: Type.Optional(Type.Array(keySchema, { minItems: 1, maxItems: 1000 })),
    /** or those a keyring names that these roots signed, each where the keyring says. */
    keyring: Type.Optional(
      Type.Object(
        {
          root_keys: Type.Array(keySchema, { minItems: 1, maxItems: 16 }),
          threshold: Type.Integer({ minimum: 1, maximum: 16 }),
          minimum_version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          /** `sha256:` and hex, of the version `minimum_version` in canonical form. */
          digest: Type.Optional(namedDigestSchema),
        },
        strict,
      ),
    ),
    /** Keys of the transparency logs, as Go's sumdb/note writes them: `origin+hash+base64`. */
    logs: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { minItems: 1, maxItems: 100 })),
  },
  strict,
);

type TrustFile = Static<typeof trustFileSchema>;
const trustFileShape = Compile(trustFileSchema);

export interface TrustedKey {
  readonly keyId: string;
  readonly algorithm: KeyAlgorithm;
  readonly spki: Uint8Array;
}

export interface Trust {
  /** SHA-256 of the file's bytes, hex: what to compare with the fingerprint published elsewhere. */
  readonly sha256: string;
  /** The evidence keys it names; none where it pins a keyring. */
  readonly keys: readonly TrustedKey[];
  /** The keyring whose keys are believed; null where the file names the keys. */
  readonly keyring: KeyringPin | null;
  /** The logs whose checkpoints count, by origin; empty when the file names none. */
  readonly logs: readonly NoteKey[];
  /** Why these keys must not be believed, whatever they signed; null when they may be. */
  readonly fault: string | null;
}

/** A trust file this verifier cannot read: a mistake of use, not a verdict on any bundle. */
export class TrustFault extends Error {
  constructor(detail: string) {
    super(`trust file: ${detail}`);
    this.name = "TrustFault";
  }
}

/** Throws `TrustFault` for bytes that are not a trust file of this version. */
export function readTrust(bytes: Uint8Array, sha256: Sha256): Trust {
  const file = parseTrustFile(bytes);
  const keys = readKeys(file.evidence_keys ?? []);
  const logs = (file.logs ?? []).map((text) => {
    const key = parseVerifierKey(text, sha256);
    if (key === null) throw new TrustFault(`${text} is not an Ed25519 verifier key`);
    return key;
  });
  return {
    sha256: toHex(sha256(bytes)),
    keys,
    keyring: pinOf(file),
    logs,
    fault: keysFault(keys, sha256) ?? rootsFault(file, sha256) ?? logsFault(logs),
  };
}

function readKeys(listed: readonly Static<typeof keySchema>[]): readonly TrustedKey[] {
  return listed.map(({ keyid, alg, spki }) => {
    const der = fromBase64(spki);
    if (der === null) throw new TrustFault(`spki of ${keyid} is not canonical base64`);
    return { keyId: keyid, algorithm: alg, spki: der };
  });
}

function pinOf({ keyring }: TrustFile): KeyringPin | null {
  if (keyring === undefined) return null;
  const { root_keys: keys, threshold, minimum_version: minimumVersion, digest = null } = keyring;
  return { root: { keys, threshold }, minimumVersion, digest };
}

/** The text of a trust file for these keys and logs, two spaces a level, ended by LF. */
export function writeTrust(keys: readonly TrustedKey[], logs: readonly NoteKey[] = []): string {
  return textOf({
    version: 1,
    evidence_keys: keys.map((key) => ({ keyid: key.keyId, alg: key.algorithm, spki: toBase64(key.spki) })),
    ...(logs.length > 0 && { logs: logs.map(formatVerifierKey) }),
  });
}

/** The same for a keyring: it pins the roots, and that no older version is taken. */
export function writeKeyringTrust(
  { root, minimumVersion, digest }: KeyringPin,
  logs: readonly NoteKey[],
): string {
  return textOf({
    version: 1,
    keyring: {
      root_keys: root.keys,
      threshold: root.threshold,
      minimum_version: minimumVersion,
      ...(digest !== null && { digest }),
    },
    logs: logs.map(formatVerifierKey),
  });
}

function textOf(file: TrustFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

function parseTrustFile(bytes: Uint8Array): TrustFile {
  let file: unknown;
  try {
    file = parseRelaxed(bytes);
  } catch (fault) {
    if (fault instanceof JsonFault) throw new TrustFault(fault.message);
    throw fault;
  }
  if (!trustFileShape.Check(file)) {
    const [first] = trustFileShape.Errors(file);
    throw new TrustFault(`${first?.instancePath ?? ""} ${first?.message ?? "unknown form"}`);
  }
  const fault = choiceFault(file);
  if (fault !== null) throw new TrustFault(fault);
  return file;
}

function choiceFault({ evidence_keys: keys, keyring, logs }: TrustFile): string | null {
  if (keys !== undefined && keyring !== undefined)
    return "names evidence keys and a keyring; which of them counts?";
  if (keys === undefined && keyring === undefined) return "names neither evidence keys nor a keyring";
  return keyring !== undefined && logs === undefined
    ? "a keyring says at which leaves of a log its keys count, and no log is named"
    : null;
}

function rootsFault({ keyring }: TrustFile, sha256: Sha256): string | null {
  if (keyring === undefined) return null;
  if (keyring.threshold > keyring.root_keys.length) return "more root keys must sign than there are";
  return keysFault(readKeys(keyring.root_keys), sha256);
}

function keysFault(keys: readonly TrustedKey[], sha256: Sha256): string | null {
  for (const key of keys) {
    const fault = keyFault(key.algorithm, key.spki);
    if (fault !== null) return `${key.keyId}: ${fault}`;
    if (keyIdOf(key.spki, sha256) !== key.keyId) return `${key.keyId} is not the id of its key`;
  }
  // Two entries for one key could disagree about it.
  return new Set(keys.map((key) => key.keyId)).size === keys.length ? null : "a key is listed twice";
}

function logsFault(logs: readonly NoteKey[]): string | null {
  for (const { name, publicKey } of logs) {
    const fault = keyFault("ED25519", ed25519Spki(publicKey));
    if (fault !== null) return `${name}: ${fault}`;
  }
  // A log keeps its key for life; a second key under its name would be a second log.
  return new Set(logs.map(({ name }) => name)).size === logs.length ? null : "a log is listed twice";
}
