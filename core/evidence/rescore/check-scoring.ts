import type { BundleCore } from "../../encoding/bundle.ts";
import type { FramesCheck } from "../verify/check-frames.ts";
import { compareScoring, describeDifference, differencesOf } from "./compare-scoring.ts";
import type { JournalLineRecord } from "../frames/frames-file.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import type { Rescorer } from "./rescore.ts";
import { failed, missing, passed, type Finding } from "../verify/verification-report.ts";

/** What the bundle says of its scoring, held against itself and, where that can be, against a recomputation. */
export function checkScoring(
  core: BundleCore,
  frames: FramesCheck | null,
  given: {
    /** Whether a trusted key signed this very core. */
    readonly authentic: boolean;
    readonly sha256: Sha256;
    readonly rescore: Rescorer | undefined;
    readonly required: boolean;
  },
): Finding {
  const { authentic, sha256, rescore = noScoring, required } = given;
  // Parameters and state decide what a fold costs; only a trusted key's signature is worth that.
  const records = authentic ? recordsIn(frames) : "nobody trusted signed the parameters";
  const comparison = compareScoring(core, records, { sha256, rescore });
  const { fold } = comparison;
  const differences = differencesOf(comparison).map(describeDifference);
  if (differences.length > 0)
    return failed(reportOf(differences, fold.kind === "unable" ? fold.reason : null));
  if (fold.kind === "unable") return missing(fold.reason, { required });
  return core.scoring.initial_state.state === null
    ? passed
    : { kind: "pass", note: "starts from a state that the issuer states and no log proves yet" };
}

const noScoring: Rescorer = () => ({ kind: "unable", reason: "no scoring was given to recompute with" });

/** What can be folded, or why nothing can. */
function recordsIn(frames: FramesCheck | null): readonly JournalLineRecord[] | string {
  if (frames === null) return "the frames file was not given";
  switch (frames.kind) {
    case "broken":
      return "the frames are not those that were scored";
    case "redacted":
      return "frames are withheld";
    case "whole":
      return frames.records;
  }
}

const maxDifferencesReported = 8;

function reportOf(differences: readonly string[], notFolded: string | null): string {
  const more = differences.length - maxDifferencesReported;
  return [
    ...differences.slice(0, maxDifferencesReported),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(notFolded === null ? [] : [`not recomputed: ${notFolded}`]),
  ].join("; ");
}
