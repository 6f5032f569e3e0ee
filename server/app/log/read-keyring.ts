import { writeKeyringHistory } from "../../../core/evidence/keys/keyring-history.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import type { LoggedVersion, KeyringReader, LogReader } from "../ports/reading/log-reader.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { canonicalText } from "../../../core/encoding/canonical-json.ts";
import { keyPem, keySet } from "../../../core/evidence/keys/key-set.ts";
import type { KeyringEnvelope } from "../../../core/evidence/keys/keyring-envelope.ts";
import type { Keyring, KeyringKey } from "../../../core/evidence/keys/keyring.ts";
import { awaitingIssuer, newestCheckpoint } from "./read-log.ts";
import { ownJson } from "../own-json.ts";

interface KeyringNeeds {
  readonly keyring: KeyringReader;
  readonly log: LogReader;
}

/** The newest version in its signed envelope, as logged. */
export async function readKeyring({ keyring }: Pick<KeyringNeeds, "keyring">): Promise<Uint8Array> {
  const newest = (await keyring.listKeyringVersions()).at(-1);
  if (newest === undefined) throw awaitingIssuer();
  return newest.envelope;
}

/** Every version with the proof of its place in the log: what a verifier takes beside the bundle. */
export async function readKeyringHistory(needs: Pick<KeyringNeeds, "keyring" | "log">): Promise<Uint8Array> {
  return presentKeyringHistory(await needs.keyring.listKeyringVersions(), needs.log);
}

/** An evidence key as PEM, ended or not, by its id with or without `sha256:`. Throws `Refusal` `evidence_key_not_found`. */
export async function readEvidenceKey(keyId: string, needs: Pick<KeyringNeeds, "keyring">): Promise<string> {
  const wanted = keyId.replace(/^sha256:/, "");
  const found = (await newest(needs)).keys.find(({ keyid }) => keyid === `sha256:${wanted}`);
  if (found === undefined) {
    throw new Refusal(
      "evidence_key_not_found",
      "No such key ever signed evidence; /v1/evidence/keys lists them.",
    );
  }
  return keyPem(found.spki);
}

/** The keys whose evidence counts, as a JSON Web Key Set (RFC 7517). Where in the log they count, only the keyring says. */
export async function readKeySet(needs: Pick<KeyringNeeds, "keyring">): Promise<string> {
  return canonicalText(keySet((await newest(needs)).keys.filter(isCounting)));
}

/** Which log and witnesses to ask for: c2sp.org/tlog-policy. */
export async function readLogPolicy(needs: Pick<KeyringNeeds, "keyring">): Promise<string> {
  return (await newest(needs)).policy;
}

/** The text of a scoring method evidence was issued under. Throws `Refusal` `specification_not_found`. */
export async function readSpecification(
  sha256: string,
  { keyring }: Pick<KeyringNeeds, "keyring">,
): Promise<Uint8Array> {
  const text = await keyring.findSpecification({ sha256 });
  if (text !== null) return text;
  throw new Refusal("specification_not_found", "No evidence of this service names a method of that digest.");
}

/** Ours, and checked when it was logged. */
async function newest({ keyring }: Pick<KeyringNeeds, "keyring">): Promise<Keyring> {
  const { payload } = ownJson<KeyringEnvelope>(await readKeyring({ keyring }));
  return ownJson<Keyring>(Buffer.from(payload, "base64"));
}

function isCounting({ status }: KeyringKey): boolean {
  return status !== "revoked";
}

/** `keyring.json`: every version, oldest first, each proven to be in the log under its newest checkpoint. */
export async function presentKeyringHistory(
  versions: readonly LoggedVersion[],
  log: Pick<LogReader, "findCheckpoint" | "proveInclusion">,
): Promise<Uint8Array> {
  const { size, note } = await newestCheckpoint(log);
  const origin = note.slice(0, note.indexOf("\n"));
  const proven = versions.map(async ({ leafIndex: index, envelope }) => {
    const hashes = await log.proveInclusion({ index, size });
    const proof = formatTlogProof({ index, hashes, checkpoint: note });
    return { envelope: ownJson<KeyringEnvelope>(envelope), log: { origin, tlog_proof: proof } };
  });
  return writeKeyringHistory(await Promise.all(proven));
}
