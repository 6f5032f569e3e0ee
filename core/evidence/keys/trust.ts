import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import {
  instantSchema,
  namedDigestSchema,
  organisationSchema,
  strict,
} from "../../encoding/field-schemas.ts";
import { toHex } from "../../encoding/bytes.ts";
import { parseRelaxed } from "../../encoding/canonical-json.ts";
import { readCertificate, type Certificate } from "../timestamp/certificate.ts";
import { DerFault } from "../../encoding/der.ts";
import { parseInstant } from "../../encoding/instant.ts";
import type { KeyringPin } from "./keyring-history.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { ed25519Spki, keyFault, keysFault, type PublicKey } from "./public-key.ts";
import {
  formatVerifierKey,
  formatWitnessKey,
  noteKeyTypes,
  parseVerifierKey,
  type NoteKey,
} from "../log/signed-note.ts";
import { JsonFault } from "../../encoding/strict-json.ts";

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
 * `trust.json`, what a verifier trusts before it has seen any bundle. Members this version does not know are
 * refused: one might say that more must be checked than this verifier can.
 */
const trustFileSchema = Type.Object(
  {
    version: Type.Literal(1),
    /** Either these keys are trusted, wherever in the log they signed, */
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
    /** Roots of the time-stamp authorities that are trusted: X.509, DER, base64. */
    tsa_roots: Type.Optional(Type.Array(Type.String({ maxLength: 16_384 }), { minItems: 1, maxItems: 32 })),
    /** Time stamps a bundle must have, each by another root; left out: fewer leave the verdict incomplete. */
    tsa_threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 8 })),
    /** Keys of the log's witnesses, `name+hash+base64` of c2sp.org/tlog-cosignature. */
    witnesses: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { minItems: 1, maxItems: 64 })),
    /** Witnesses that must have seen the checkpoint; left out: none leaves the verdict incomplete. */
    witness_threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    /** What a bundle must have besides, to be valid by this file. */
    require: Type.Optional(
      Type.Object(
        {
          /** Frames committed to in the log while they came in. */
          precommit: Type.Optional(Type.Literal(true)),
          /** About a vehicle of this organisation, and of no other. */
          organisation: Type.Optional(organisationSchema),
          /** At least one time stamp. */
          timestamp: Type.Optional(Type.Literal(true)),
        },
        strict,
      ),
    ),
    /** After this moment the file has to be fetched again: keys may have been revoked that it does not know of. */
    refresh_after: Type.Optional(instantSchema),
  },
  strict,
);

type TrustFile = Static<typeof trustFileSchema>;
const trustFileShape = Compile(trustFileSchema);

export interface Trust {
  /** SHA-256 of the file's bytes, hex: what to compare with the fingerprint published elsewhere. */
  readonly sha256: string;
  /** The evidence keys it names; none where it pins a keyring. */
  readonly keys: readonly PublicKey[];
  /** The keyring whose keys are trusted; null where the file names the keys. */
  readonly keyring: KeyringPin | null;
  /** The logs whose checkpoints count, by origin; empty when the file names none. */
  readonly logs: readonly NoteKey[];
  /** Roots of time-stamp authorities; empty when the file names none. */
  readonly timeStampRoots: readonly Certificate[];
  /** Null: a bundle without time stamps is not refused for it. */
  readonly timeStampThreshold: number | null;
  /** Witnesses whose lines on a checkpoint count; empty when the file names none. */
  readonly witnesses: readonly NoteKey[];
  readonly witnessThreshold: number | null;
  /** What a bundle must have besides. */
  readonly demands: Demands;
  /** As the file writes it; null for a file that does not say. */
  readonly refreshAfter: string | null;
  /** Why these keys must not be trusted, whatever they signed; null when they may be. */
  readonly fault: string | null;
}

/** What whoever judges insists on: a bundle without it is invalid, and not merely worth less. */
export interface Demands {
  readonly precommit: boolean;
  /** Null: of whichever. */
  readonly organisation: string | null;
  readonly timestamp: boolean;
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
  const logs = readNoteKeys(file.logs, "an Ed25519 verifier key", (text) => parseVerifierKey(text, sha256));
  const witnesses = readNoteKeys(file.witnesses, "the Ed25519 key of a witness", (text) =>
    parseVerifierKey(text, sha256, noteKeyTypes.cosignature),
  );
  return {
    sha256: toHex(sha256(bytes)),
    keys,
    keyring: pinOf(file),
    logs,
    timeStampRoots: (file.tsa_roots ?? []).map(readRoot),
    timeStampThreshold: file.tsa_threshold ?? null,
    witnesses,
    witnessThreshold: file.witness_threshold ?? null,
    demands: demandsOf(file),
    refreshAfter: file.refresh_after ?? null,
    fault:
      keysFault(keys, sha256) ??
      rootsFault(file, sha256) ??
      logsFault(logs) ??
      witnessesFault(witnesses, logs),
  };
}

function demandsOf({ require: demanded }: TrustFile): Demands {
  return {
    precommit: demanded?.precommit ?? false,
    organisation: demanded?.organisation ?? null,
    timestamp: demanded?.timestamp ?? false,
  };
}

function readNoteKeys(
  texts: readonly string[] = [],
  what: string,
  parse: (text: string) => NoteKey | null,
): readonly NoteKey[] {
  return texts.map((text) => {
    const key = parse(text);
    if (key === null) throw new TrustFault(`${text} is not ${what}`);
    return key;
  });
}

function readKeys(listed: readonly Static<typeof keySchema>[]): readonly PublicKey[] {
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

function readRoot(encoded: string): Certificate {
  const der = fromBase64(encoded);
  if (der === null) throw new TrustFault("a time-stamp root is not canonical base64");
  try {
    return readCertificate(der);
  } catch (fault) {
    if (fault instanceof DerFault) throw new TrustFault(`a time-stamp root: ${fault.message}`);
    throw fault;
  }
}

/** The third parties whose statements count besides the issuer's own, and how long a copy of the file is good for. */
export interface ThirdPartyTrust {
  /** X.509, DER. */
  readonly timeStampRoots: readonly Uint8Array[];
  readonly witnesses: readonly NoteKey[];
  /** When the file has to be fetched again, as in `formatInstant`; left out: it does not say. */
  readonly refreshAfter?: string;
}

export const noThirdParties: ThirdPartyTrust = { timeStampRoots: [], witnesses: [] };

function thirdPartyMembers({
  timeStampRoots,
  witnesses,
  refreshAfter,
}: ThirdPartyTrust): Pick<TrustFile, "tsa_roots" | "witnesses" | "refresh_after"> {
  return {
    ...(timeStampRoots.length > 0 && { tsa_roots: timeStampRoots.map(toBase64) }),
    ...(witnesses.length > 0 && {
      witnesses: witnesses.map(formatWitnessKey),
    }),
    ...(refreshAfter !== undefined && { refresh_after: refreshAfter }),
  };
}

/** The text of a trust file for these keys and logs, two spaces a level, ended by LF. */
export function writeTrust(
  keys: readonly PublicKey[],
  logs: readonly NoteKey[] = [],
  thirdParties: ThirdPartyTrust = noThirdParties,
): string {
  return textOf({
    version: 1,
    evidence_keys: keys.map((key) => ({ keyid: key.keyId, alg: key.algorithm, spki: toBase64(key.spki) })),
    ...(logs.length > 0 && { logs: logs.map(formatVerifierKey) }),
    ...thirdPartyMembers(thirdParties),
  });
}

/** The same for a keyring: it pins the roots, and that no older version is taken. */
export function writeKeyringTrust(
  { root, minimumVersion, digest }: KeyringPin,
  logs: readonly NoteKey[],
  thirdParties: ThirdPartyTrust = noThirdParties,
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
    ...thirdPartyMembers(thirdParties),
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
    throw new TrustFault(shapeFault(trustFileShape.Errors(file)[0]));
  }
  const fault = choiceFault(file);
  if (fault !== null) throw new TrustFault(fault);
  return file;
}

type ShapeError = ReturnType<typeof trustFileShape.Errors>[number];

/** What is wrong with a member, for whoever wrote the file by hand. */
function shapeFault(error: ShapeError | undefined): string {
  if (error === undefined) return "unknown form";
  const { instancePath, keyword, message } = error;
  if (keyword === "boolean")
    return `${instancePath} is not known here: it may demand a check that this verifier cannot make`;
  if (keyword === "const")
    return `${instancePath} must be ${JSON.stringify(error.params.allowedValue)}${instancePath.startsWith("/require/") ? ", or be left out" : ""}`;
  if (instancePath === "/refresh_after" && keyword === "pattern")
    return "/refresh_after must be a time such as 2027-01-31T00:00:00.000Z";
  if (keyword === "required") return missingMember(instancePath, error.params.requiredProperties);
  return `${instancePath === "" ? "the file" : instancePath} ${message}`;
}

function missingMember(at: string, names: readonly string[]): string {
  return `${at === "" ? "" : `${at}: `}${names.join(", ")} ${names.length === 1 ? "is" : "are"} missing`;
}

/** Why what a file asks for does not go with the rest of what it says; null when it does. */
function choiceFault(file: TrustFile): string | null {
  return (
    timeStampsChoiceFault(file) ?? logChoiceFault(file) ?? witnessesChoiceFault(file) ?? keysChoiceFault(file)
  );
}

function timeStampsChoiceFault(file: TrustFile): string | null {
  const authorities = file.tsa_roots?.length ?? 0;
  if ((file.tsa_threshold ?? 0) > authorities) return "more time stamps are due than there are authorities";
  return file.require?.timestamp === true && authorities === 0
    ? "a time stamp is required, and no authority is named"
    : null;
}

function logChoiceFault({ require: demanded, logs, refresh_after: refreshAfter }: TrustFile): string | null {
  if (demanded?.precommit === true && logs === undefined)
    return "pre-commitment is required, and no log is named to hold it";
  return refreshAfter !== undefined && parseInstant(refreshAfter) === null
    ? `refresh_after: ${refreshAfter} is not a time`
    : null;
}

function witnessesChoiceFault({
  witness_threshold: threshold = 0,
  witnesses = [],
}: TrustFile): string | null {
  return threshold > witnesses.length ? "more cosignatures are due than there are witnesses" : null;
}

function keysChoiceFault({ evidence_keys: keys, keyring, logs }: TrustFile): string | null {
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

function logsFault(logs: readonly NoteKey[]): string | null {
  for (const { name, publicKey } of logs) {
    const fault = keyFault("ED25519", ed25519Spki(publicKey));
    if (fault !== null) return `${name}: ${fault}`;
  }
  // A log keeps its key for life; a second key under its name would be a second log.
  return new Set(logs.map(({ name }) => name)).size === logs.length ? null : "a log is listed twice";
}

/** A line of a note names its key: a witness that is called as the log is could stand in its place. */
function witnessesFault(witnesses: readonly NoteKey[], logs: readonly NoteKey[]): string | null {
  for (const { name, publicKey } of witnesses) {
    const fault = keyFault("ED25519", ed25519Spki(publicKey));
    if (fault !== null) return `${name}: ${fault}`;
    if (logs.some((log) => log.name === name)) return `${name} is a log and a witness`;
  }
  return new Set(witnesses.map(({ name }) => name)).size === witnesses.length
    ? null
    : "a witness is listed twice";
}
