import { randomBytes } from "node:crypto";

import { toHex } from "../../core/encoding/bytes.ts";
import type { NoteKey } from "../../core/evidence/log/signed-note.ts";
import type { EvidenceNeeds, EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { exportTrust } from "./export-trust.ts";
import { openEvidenceSigner } from "./evidence-key-files.ts";
import { openFrameSalt } from "./open-frame-salt.ts";
import { sha256 } from "../app/sha256.ts";

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
    nowUs: () => Date.now() * 1000,
    randomBytes,
    sha256,
    frameSalt: openFrameSalt(dataDir),
    issuer: given.issuer,
    logOrigin: given.log.name,
    specificationSha256: toHex(sha256(given.specification)),
  };
}
