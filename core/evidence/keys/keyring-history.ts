import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

import { logOriginSchema, strict } from "../../encoding/field-schemas.ts";
import { canonicalBytes, parseCanonical } from "../../encoding/canonical-json.ts";
import {
  isSignedBy,
  keyringEnvelopeSchema,
  openKeyringEnvelope,
  rootSignaturesFault,
  type KeyringEnvelope,
  type OpenedKeyring,
} from "./keyring-envelope.ts";
import { publicKeyOf, successionFault, type KeyringRoot } from "./keyring.ts";
import { leafIsLogged, openLogPlace } from "../log/log-place.ts";
import { entryOfEnvelope } from "../log/logged-document.ts";
import type { Primitives, Sha256 } from "../../encoding/primitives.ts";
import type { NoteKey } from "../log/signed-note.ts";
import { JsonFault } from "../../encoding/strict-json.ts";

export const keyringHistorySchemaName = "urn:plumbline:keyring-history:1";

/** All versions of a keyring from the first on, each with the proof of its place in the log: `keyring.json`. */
export const keyringHistorySchema = Type.Object(
  {
    schema: Type.Literal(keyringHistorySchemaName),
    versions: Type.Array(
      Type.Object(
        {
          envelope: keyringEnvelopeSchema,
          log: Type.Object(
            {
              origin: logOriginSchema,
              /** c2sp.org/tlog-proof@v1 of the entry of the envelope's first signature. */
              tlog_proof: Type.String({ maxLength: 8192 }),
            },
            strict,
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 10_000 },
    ),
  },
  strict,
);
export type KeyringHistory = Static<typeof keyringHistorySchema>;

const historyShape = Compile(keyringHistorySchema);
/** A file longer than this is no keyring. */
const maxHistoryBytes = 16 * 1024 * 1024;

/** A version and the leaf that made it known. */
export interface LoggedKeyring extends OpenedKeyring {
  readonly leafIndex: number;
}

/** What a verifier must trust before it reads any keyring: the pinned part of the trust file. */
export interface KeyringPin {
  readonly root: KeyringRoot;
  /** An older newest version is a rollback: in it, a key may count that was revoked since. */
  readonly minimumVersion: number;
  /** Of the version `minimumVersion`, where the pin names it. */
  readonly digest: string | null;
}

export type CheckedHistory =
  | {
      readonly kind: "checked";
      readonly versions: readonly LoggedKeyring[];
      readonly newest: LoggedKeyring;
    }
  | { readonly kind: "broken"; readonly detail: string };

export function writeKeyringHistory(versions: KeyringHistory["versions"]): Uint8Array {
  return canonicalBytes({ schema: keyringHistorySchemaName, versions });
}

/**
 * Reads `keyring.json` and checks all of it: every version follows the one before, is signed by its own roots and by
 * those of the version before, and is in the log, each later than the last; the pinned roots signed at least one, so that
 * the chain of digests and signatures reaches from them to every other.
 */
export function checkKeyringHistory(
  bytes: Uint8Array,
  given: {
    readonly pin: KeyringPin;
    readonly logs: readonly NoteKey[];
    readonly primitives: Primitives;
  },
): CheckedHistory {
  const broken = (detail: string): CheckedHistory => ({ kind: "broken", detail });
  const history = readHistory(bytes);
  if ("fault" in history) return broken(history.fault);
  const versions: LoggedKeyring[] = [];
  for (const { envelope, log } of history.versions) {
    const opened = openKeyringEnvelope(envelope, given.primitives);
    if (opened.kind === "broken") return broken(opened.detail);
    const logged = loggedAfter(versions.at(-1) ?? null, { opened, log }, given);
    if ("fault" in logged) return broken(logged.fault);
    versions.push(logged);
  }
  const newest = versions.at(-1);
  if (newest === undefined) return broken("a history without versions");
  const fault = pinFault(versions, newest, given.pin);
  return fault === null ? { kind: "checked", versions, newest } : broken(fault);
}

/** A version as the next one, with its place in the log behind that of the one before. */
function loggedAfter(
  before: LoggedKeyring | null,
  version: { readonly opened: OpenedKeyring; readonly log: KeyringHistory["versions"][number]["log"] },
  given: Parameters<typeof checkKeyringHistory>[1],
): LoggedKeyring | { readonly fault: string } {
  const { opened, log } = version;
  const fault = orderFault(opened, before);
  if (fault !== null) return { fault };
  const place = placeOf(opened, log, { ...given, roots: rootsDue(opened, before) });
  if ("fault" in place) return { fault: `version ${opened.keyring.version}: ${place.fault}` };
  return before !== null && place.leafIndex <= before.leafIndex
    ? { fault: `version ${opened.keyring.version} was logged before the one it follows` }
    : { ...opened, leafIndex: place.leafIndex };
}

function readHistory(bytes: Uint8Array): KeyringHistory | { readonly fault: string } {
  if (bytes.length > maxHistoryBytes) return { fault: "the keyring file is larger than 16 MiB" };
  try {
    const document = parseCanonical(bytes);
    if (historyShape.Check(document)) return document;
    const [first] = historyShape.Errors(document);
    const place = first === undefined || first.instancePath === "" ? "the file" : first.instancePath;
    return { fault: `not a keyring history: ${place} ${first?.message ?? "has an unknown form"}` };
  } catch (fault) {
    if (fault instanceof JsonFault)
      return { fault: `the keyring file is not canonical JSON: ${fault.message}` };
    throw fault;
  }
}

/** Why bytes are no keyring history by their form alone; null when they may be one. */
export function keyringFormFault(bytes: Uint8Array): string | null {
  const history = readHistory(bytes);
  return "fault" in history ? history.fault : null;
}

function orderFault(opened: OpenedKeyring, before: OpenedKeyring | null): string | null {
  if (before !== null) return successionFault(before, opened.keyring);
  return opened.keyring.version === 1 ? null : "the history does not begin with version 1";
}

/** The roots that must sign a version: its own, and those in force when it was made. */
export function rootsDue(version: OpenedKeyring, before: OpenedKeyring | null): readonly KeyringRoot[] {
  return before === null ? [version.keyring.root] : [before.keyring.root, version.keyring.root];
}

function placeOf(
  opened: OpenedKeyring,
  log: KeyringHistory["versions"][number]["log"],
  given: {
    readonly roots: readonly KeyringRoot[];
    readonly logs: readonly NoteKey[];
    readonly primitives: Primitives;
  },
): { readonly leafIndex: number } | { readonly fault: string } {
  const { envelope, keyring } = opened;
  const { roots, primitives } = given;
  const fault = rootSignaturesFault(opened, roots, primitives);
  if (fault !== null) return { fault };
  if (log.origin !== keyring.log.origin) return { fault: `in the log ${log.origin} instead of its own` };
  const place = openLogPlace(log, given);
  if (place.kind === "broken") return { fault: place.detail };
  const entry = keyringEntry(envelope, roots, primitives.sha256);
  return leafIsLogged(entry, place, primitives)
    ? { leafIndex: place.proof.index }
    : { fault: "it is not in the log where its proof says" };
}

/** What the log remembers of a version signed by these roots: the entry of its first signature. */
export function keyringEntry(
  envelope: KeyringEnvelope,
  roots: readonly KeyringRoot[],
  sha256: Sha256,
): Uint8Array {
  const signer = envelope.signatures[0]?.keyid;
  const key = roots.flatMap(({ keys }) => keys).find(({ keyid }) => keyid === signer);
  if (key === undefined) throw new TypeError("a keyring no root key signed cannot be logged");
  return entryOfEnvelope(envelope, publicKeyOf(key), sha256);
}

function pinFault(
  versions: readonly LoggedKeyring[],
  { keyring: { version } }: LoggedKeyring,
  pin: KeyringPin,
): string | null {
  if (version < pin.minimumVersion) {
    return `version ${version} is older than version ${pin.minimumVersion}, which the trust file wants at least`;
  }
  if (!versions.some((version) => isSignedBy(version, pin.root)))
    return "not signed by the root keys of the trust file";
  const pinned = versions.find(({ keyring }) => keyring.version === pin.minimumVersion);
  return pin.digest === null || pinned?.digest === pin.digest
    ? null
    : `version ${pin.minimumVersion} is another one than the trust file names`;
}
