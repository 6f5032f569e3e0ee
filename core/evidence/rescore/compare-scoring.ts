import type { BundleCore } from "../../encoding/bundle.ts";
import type { JournalLineRecord } from "../frames/frames-file.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import type { Recomputation, Rescorer, Rescoring } from "./rescore.ts";
import { contradictionsIn, type Contradiction } from "./stated-twice.ts";

/** One thing that is not as it should be: said in two ways, or not what the fold gives. */
export type ScoringDifference = Contradiction | Recomputation;

/** What a bundle says of its scoring, held against itself and against a fold of its frames. */
export interface ScoringComparison {
  readonly stated: readonly Contradiction[];
  readonly fold: Rescoring;
}

/** Both comparisons: a contradiction is no reason not to recompute, for only the fold says which side is wrong. */
export function compareScoring(
  core: BundleCore,
  /** As `checkFrames` found them; the reason in place of them where there is nothing to fold. */
  records: readonly JournalLineRecord[] | string,
  given: { readonly sha256: Sha256; readonly rescore: Rescorer },
): ScoringComparison {
  const stated = contradictionsIn(core, given.sha256);
  const fold: Rescoring =
    typeof records === "string" ? { kind: "unable", reason: records } : given.rescore(core, records);
  return { stated, fold };
}

/** How a difference is reported, the same by every verifier. */
export function describeDifference(difference: ScoringDifference): string {
  switch (difference.kind) {
    case "stated": {
      const { here, there } = difference;
      return `given here ${here.place} ${here.value}, there ${there.place} ${there.value}`;
    }
    case "recomputed":
      return `${difference.place}: recorded ${difference.recorded}, recomputed ${difference.recomputed}`;
    case "unfoldable":
      return `the fold breaks off: ${difference.reason}`;
  }
}

/** All differences, contradictions first. */
export function differencesOf({ stated, fold }: ScoringComparison): readonly ScoringDifference[] {
  return [...stated, ...(fold.kind === "different" ? fold.differences : [])];
}
