import type { BundleCore } from "../../encoding/bundle.ts";
import {
  describeDifference,
  differencesOf,
  type ScoringComparison,
  type ScoringDifference,
} from "./compare-scoring.ts";

/** What a comparison came to, in the words that every tool writes. */
export interface RescoringReport {
  readonly event_id: string;
  /** Entries of the frames file. */
  readonly frames: number;
  readonly scoring_version: string;
  readonly result: RescoringResult;
  /** Why nothing was recomputed. */
  readonly reason?: string;
  readonly differences?: readonly (ScoringDifference & { readonly detail: string })[];
}

/** `same`: every figure comes out as recorded, to the last bit. `unable`: it was not computed. */
export type RescoringResult = "same" | "different" | "unable";

export function rescoringResult({ stated, fold }: ScoringComparison): RescoringResult {
  return stated.length > 0 ? "different" : fold.kind;
}

export function reportRescoring(core: BundleCore, comparison: ScoringComparison): RescoringReport {
  const { fold } = comparison;
  const result = rescoringResult(comparison);
  return {
    event_id: core.event_id,
    frames: core.frames.count,
    scoring_version: core.scoring.version,
    result,
    ...(fold.kind === "unable" && { reason: fold.reason }),
    ...(result === "different" && {
      differences: differencesOf(comparison).map((difference) => ({
        ...difference,
        detail: describeDifference(difference),
      })),
    }),
  };
}
