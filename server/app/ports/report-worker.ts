import type { StateStatementPayload } from "../../../core/evidence/log/state-statement.ts";
import type { EvidenceFiles } from "../../../core/reports/evidence-files.ts";
import type { SeqRange } from "../../../core/evidence/frames/seq-ranges.ts";
import type { FurtherPart } from "../../../core/reports/archive/archive-files.ts";

/** A turn for work that takes a processor's time, so that no organisation waits for another's. */
export interface ReportQueue {
  /**
   * Gives a request of the organisation its place before anything of it is read; the returned function gives the place
   * back. Refuses with `paper_queue_full` where the organisation has its share, with `overloaded` where all places are taken.
   */
  enter(organisation: string): () => void;
  /** How many places it has taken. */
  placesOf(organisation: string): number;
  /** Work done elsewhere that takes a turn all the same. */
  inTurn<Result>(organisation: string, work: () => Promise<Result>): Promise<Result>;
}

/** Work done aside, in a turn of the organisation, so that frames keep coming in. */
export interface ReportWorker {
  /** The bytes of a report or an archive; the same job gives the same bytes. */
  print(organisation: string, job: PrintJob): Promise<Uint8Array>;
  /** What the verifier says of bytes somebody sent; nothing in them makes it reject. */
  judge(organisation: string, job: JudgeJob): Promise<Judged>;
  /** Frames with lines withheld. */
  redact(organisation: string, job: RedactJob): Promise<Redacted>;
}

export interface RedactJob {
  readonly frames: Uint8Array;
  readonly ranges: readonly SeqRange[];
}

export type Redacted =
  | { readonly kind: "redacted"; readonly bytes: Uint8Array }
  | { readonly kind: "out-of-range"; readonly detail: string };

export type PrintJob =
  | (PrintGiven & {
      readonly kind: "html" | "pdf";
      /** Of the vehicle, newest first. */
      readonly statements: readonly StateStatementPayload[];
    })
  | (PrintGiven & {
      readonly kind: "archive";
      readonly scoringMethod: Uint8Array | null;
      readonly further: readonly FurtherPart[];
    });

interface PrintGiven {
  readonly evidence: EvidenceFiles;
  /** The issuer's trust file. */
  readonly trust: Uint8Array;
}

export const demands = ["frames", "rescore", "timestamp", "witness", "precommit"] as const;
/** What makes a bundle invalid when it cannot be checked, instead of leaving the verdict incomplete. */
export type Demand = (typeof demands)[number];

export interface JudgeJob {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array | null;
  readonly trust: Uint8Array;
  readonly keyring: Uint8Array | null;
  /** Taken where the trust file pins a keyring and none was given; it need not be trusted. */
  readonly ownKeyring: Uint8Array | null;
  readonly required: readonly Demand[];
  /** Null: of whichever organisation. */
  readonly requiredOrganisation: string | null;
  /** The moment as of which is judged. */
  readonly nowUs: number;
}

export type Judged =
  /** As core/evidence/verify/verification-report.ts writes it. */
  | { readonly kind: "report"; readonly report: Readonly<Record<string, unknown>> }
  | { readonly kind: "trust-unusable"; readonly detail: string };
