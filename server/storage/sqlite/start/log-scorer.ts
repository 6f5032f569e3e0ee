import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { formatInstant } from "../../../../core/encoding/instant.ts";
import { signDocument } from "../../../../core/evidence/log/logged-document.ts";
import type { ScorerDocument } from "../../../../core/evidence/bundle/scorer-document.ts";
import type { KnownScorer } from "../../../../core/scorers/known-scorers.ts";
import type { EvidenceNeeds } from "../../../app/evidence/issue-evidence.ts";
import { inTransaction } from "../in-transaction.ts";
import { RowChanges } from "../row-changes.ts";
import type { LedgerWriter } from "../write/ledger-writer.ts";

/**
 * Enters in the log which scorer evidence names from now on, once for each scorer. Called before the first evidence can
 * be issued; a second call does nothing.
 */
export async function logScorer(
  database: DatabaseSync,
  writer: Pick<LedgerWriter, "commit">,
  {
    scorer,
    evidence,
  }: {
    readonly scorer: KnownScorer;
    readonly evidence: Pick<EvidenceNeeds, "signer" | "sha256" | "nowUs" | "specificationSha256">;
  },
): Promise<void> {
  const { version, numericProfile, sha256 } = scorer;
  const logged = database
    .prepare("SELECT 1 FROM log_document WHERE kind = 'scorer' AND subject = ?")
    .get(sha256);
  if (logged !== undefined) return;
  const payload: ScorerDocument = {
    schema: "urn:plumbline:scorer:1",
    version,
    numeric_profile: numericProfile,
    sha256,
    specification_sha256: evidence.specificationSha256,
    at: formatInstant(evidence.nowUs()),
  };
  const document = { ...signDocument("scorer", payload, evidence), organisation: null, subject: sha256 };
  await writer.commit([{ kind: "documents", documents: [document] }]);
}

/** Keeps the text of a scoring method under its digest, for as long as the evidence that names it. */
export function keepSpecification(database: DatabaseSync, text: Uint8Array, atUs: number): void {
  const sha256 = hash("sha256", text);
  const insert = "INSERT OR IGNORE INTO specification (sha256, text, stored_us) VALUES (?, ?, ?)";
  inTransaction(database, () =>
    new RowChanges(database).record([{ table: "specification", key: [sha256] }], () =>
      database.prepare(insert).run(sha256, text, atUs),
    ),
  );
}
