import { parseCanonical } from "../../../core/encoding/canonical-json.ts";
import {
  openKeyringEnvelope,
  rootSignaturesFault,
  type OpenedKeyring,
} from "../../../core/evidence/keys/keyring-envelope.ts";
import { keyringEntry, rootsDue } from "../../../core/evidence/keys/keyring-history.ts";
import { activeKeyOf, successionFault } from "../../../core/evidence/keys/keyring.ts";
import { signDocument } from "../../../core/evidence/log/logged-document.ts";
import type { Primitives } from "../../../core/encoding/primitives.ts";
import { JsonFault } from "../../../core/encoding/strict-json.ts";
import type { EvidenceSigner } from "../evidence/issue-evidence.ts";
import type { SubmittedDocument } from "../ports/logged-document.ts";

export interface KeyringNeeds {
  /** Null before the first. */
  readonly newest: OpenedKeyring | null;
  /** Where the log ends: the version would be its next leaf. */
  readonly logSize: number;
  /** Private keys at hand. */
  readonly signers: readonly EvidenceSigner[];
  readonly primitives: Primitives;
}

export type KeyringJudgement =
  | {
      readonly kind: "accepted";
      readonly opened: OpenedKeyring;
      /** What enters the log, in this order. */
      readonly documents: readonly SubmittedDocument[];
      /** Signs from the next commit on. */
      readonly signer: EvidenceSigner;
    }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Whether a signed keyring version may be the next: it must follow the newest, carry the root signatures due, and name
 * an active key whose private half is here and whose evidence counts from the next leaf on. Where another key takes over,
 * that key signs the leaf behind it: the proof that the installation has it.
 */
export function judgeKeyring(bytes: Uint8Array, needs: KeyringNeeds): KeyringJudgement {
  const { newest, logSize, signers, primitives } = needs;
  const refused = (reason: string): KeyringJudgement => ({ kind: "refused", reason });
  const opened = openKeyring(bytes, primitives);
  if (opened.kind === "broken") return refused(opened.detail);
  const { keyring } = opened;
  const roots = rootsDue(opened, newest);
  const fault =
    (newest === null ? null : successionFault(newest, keyring)) ??
    rootSignaturesFault(opened, roots, primitives);
  if (fault !== null) return refused(fault);
  const active = activeKeyOf(keyring);
  const signer = signers.find(({ keyId }) => keyId === active.keyid);
  if (signer === undefined) return refused(`the private key of ${active.keyid} is not in the data folder`);
  if (active.first_index > logSize + 1) {
    return refused(
      `${active.keyid} counts from leaf ${active.first_index} on, and the log ends at ${logSize}`,
    );
  }
  const version: SubmittedDocument = {
    kind: "keyring",
    organisation: null,
    subject: String(keyring.version),
    envelope: bytes,
    entry: keyringEntry(opened.envelope, roots, primitives.sha256),
  };
  const isHandedOver = newest !== null && activeKeyOf(newest.keyring).keyid !== active.keyid;
  const documents = isHandedOver ? [version, handover(opened, signer, primitives)] : [version];
  return { kind: "accepted", opened, documents, signer };
}

/** The keyring envelope these bytes are, in canonical form. */
export function openKeyring(
  bytes: Uint8Array,
  primitives: Primitives,
): ReturnType<typeof openKeyringEnvelope> {
  try {
    return openKeyringEnvelope(parseCanonical(bytes), primitives);
  } catch (fault) {
    if (fault instanceof JsonFault) return { kind: "broken", detail: `the envelope is ${fault.message}` };
    throw fault;
  }
}

function handover(
  { keyring, digest }: OpenedKeyring,
  signer: EvidenceSigner,
  { sha256 }: Primitives,
): SubmittedDocument {
  const payload = {
    schema: "urn:plumbline:handover:1",
    keyring_version: keyring.version,
    keyring_digest: digest,
    key_id: signer.keyId,
  };
  const subject = String(keyring.version);
  return { ...signDocument("handover", payload, { signer, sha256 }), organisation: null, subject };
}
