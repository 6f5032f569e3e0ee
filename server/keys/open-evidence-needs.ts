import { randomBytes } from "node:crypto";

import { toHex } from "../../core/encoding/bytes.ts";
import type { NoteKey } from "../../core/evidence/log/signed-note.ts";
import type { EvidenceNeeds, EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { exportTrust } from "./export-trust.ts";
import { openEvidenceSigner } from "./evidence-key-files.ts";
import { openFrameSalt } from "./open-frame-salt.ts";
import { sha256 } from "../app/sha256.ts";

/**
 * The same before anybody has named the issuer: breaches get their ids and frames their salts, and what would sign
 * throws, because a signature is for life.
 */
export function openUnnamedNeeds(
  dataDir: string,
  { specification, software }: { readonly specification: Uint8Array; readonly software: Issuer["software"] },
): EvidenceNeeds {
  const refuse = (): never => {
    throw new Error("nothing is signed before the issuer has a name");
  };
  return {
    signer: { keyId: "", algorithm: "ECDSA_P256_SHA256", spki: new Uint8Array(0), sign: refuse },
    ...common(dataDir, specification),
    issuer: { organisation: "", software },
    logOrigin: "",
  };
}

type Issuer = EvidenceNeeds["issuer"];

function common(dataDir: string, specification: Uint8Array) {
  return {
    nowUs: () => Date.now() * 1000,
    randomBytes,
    sha256,
    frameSalt: openFrameSalt(dataDir),
    specificationSha256: toHex(sha256(specification)),
  };
}

/**
 * All that `issueEvidence` needs, out of a data folder: its keys (made at first use, their public side exported beside
 * them), the system's clock and randomness. `specification` is the text of docs/scoring-method.md.
 */
export function openEvidenceNeeds(
  dataDir: string,
  given: {
    readonly issuer: EvidenceNeeds["issuer"];
    readonly specification: Uint8Array;
    /** The transparency log's public side. */
    readonly log: NoteKey;
    /** Who signs, where a keyring says so, which then also writes down the public sides; left out: the folder's first key. */
    readonly signer?: EvidenceSigner;
  },
): EvidenceNeeds {
  const signer = given.signer ?? openEvidenceSigner(dataDir);
  if (given.signer === undefined) exportTrust(dataDir, signer, given.log);
  return {
    signer,
    ...common(dataDir, given.specification),
    issuer: given.issuer,
    logOrigin: given.log.name,
  };
}
