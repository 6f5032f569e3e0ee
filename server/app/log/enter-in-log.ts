import type { HighWaterMark } from "../ports/high-water-mark.ts";
import { appendToLog, type LogEdge, type LogGrowth } from "../../../core/evidence/log/append-to-log.ts";
import type { Bundle } from "../../../core/encoding/bundle.ts";
import type { PrecommitProof } from "../../../core/evidence/frames/ingest-chain.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { logEntryOf } from "../../../core/evidence/log/log-entry.ts";
import { withLogProof } from "../../../core/evidence/bundle/bundle-proof.ts";
import type { Sha256 } from "../../../core/encoding/primitives.ts";
import type { NoteSigner } from "../../../core/evidence/log/signed-note.ts";

export interface LogNeeds {
  /** Its name is the log's origin. */
  readonly signer: NoteSigner;
  readonly mark: HighWaterMark;
  readonly sha256: Sha256;
}

/** What waits for a place in the log: documents come before the evidence that may refer to them. */
export interface Unlogged<Document, Evidence> {
  readonly documents: readonly Document[];
  readonly evidence: readonly Evidence[];
  /** What goes into the proof of the evidence at this place of the list, once the log has grown. */
  readonly precommitOf?: (at: number, growth: LogGrowth) => PrecommitProof | undefined;
}

/** Everything with its place in the log, and what the log gains by it. All is stored in one transaction, or nothing is. */
export interface EnteredInLog<Document, Evidence> {
  readonly documents: readonly (Document & { readonly leafIndex: number })[];
  readonly evidence: readonly LoggedEvidence<Evidence>[];
  readonly log: LogGrowth;
}

/** Evidence whose bundle is written: these bytes are stored and served. */
export type LoggedEvidence<Evidence> = Omit<Evidence, "bundle"> & { readonly bundle: Uint8Array };

/** Gives freshly signed documents and evidence the next places in the log and completes each bundle with its proof. A bundle is written here, and nowhere else. */
export function enterInLog<
  Document extends { readonly entry: Uint8Array },
  Evidence extends { readonly bundle: Bundle },
>(
  { documents, evidence, precommitOf }: Unlogged<Document, Evidence>,
  edge: LogEdge,
  { signer, mark, sha256 }: LogNeeds,
): EnteredInLog<Document, Evidence> {
  mark.admit(edge);
  const entries = [
    ...documents.map(({ entry }) => entry),
    ...evidence.map(({ bundle }) => logEntryOf(bundle.proof, sha256)),
  ];
  const log = appendToLog(edge, entries, { signer, sha256 });
  return {
    documents: documents.map((one, at) => ({ ...one, leafIndex: log.leaves[at]!.index })),
    evidence: evidence.map((one, at) => {
      const leaf = log.leaves[documents.length + at]!;
      const precommit = precommitOf?.(at, log);
      const logged = { origin: signer.name, leaf, ...(precommit !== undefined && { precommit }) };
      return { ...one, bundle: canonicalBytes(withLogProof(one.bundle, logged)) };
    }),
    log,
  };
}
