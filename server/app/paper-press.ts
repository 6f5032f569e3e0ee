import type { EvidenceFiles } from "../../core/paper/evidence-files.ts";
import type { FurtherPart } from "../../core/paper/archive-files.ts";

/** Work on evidence that takes a processor's time, done aside so that frames keep coming in. */
export interface PaperPress {
  /** The bytes of a report or an archive; the same job gives the same bytes. Refuses with `overloaded` when too much waits. */
  print(job: PrintJob): Promise<Uint8Array>;
  /** What the verifier says of bytes a stranger sent; nothing in them makes it reject. Refuses as above. */
  judge(job: JudgeJob): Promise<Judged>;
}

export type PrintJob =
  | (PrintGiven & { readonly kind: "html" | "pdf" })
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
  readonly kind: "judge";
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array | null;
  readonly trust: Uint8Array;
  readonly keyring: Uint8Array | null;
  /** Taken where the trust file pins a keyring and none was given; there is no need to believe it. */
  readonly ownKeyring: Uint8Array | null;
  readonly required: readonly Demand[];
  /** Null: of whichever organisation. */
  readonly requiredOrganisation: string | null;
  /** The moment as of which is judged. */
  readonly nowUs: number;
}

export type Judged =
  /** As core/evidence/verification-report.ts writes it. */
  | { readonly kind: "report"; readonly report: Readonly<Record<string, unknown>> }
  | { readonly kind: "trust-unusable"; readonly detail: string };
