import type { EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { openEvidenceKeyFiles } from "./evidence-key-files.ts";

export { keysFolder } from "./evidence-key-files.ts";

/** The first evidence key of a data folder, made at first use; see evidence-key-files.ts. */
export function openEvidenceSigner(dataDir: string): EvidenceSigner {
  return openEvidenceKeyFiles(dataDir).first();
}
