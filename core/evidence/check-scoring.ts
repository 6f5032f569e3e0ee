import type { BundleCore } from "./bundle.ts";
import type { FramesCheck } from "./check-frames.ts";
import type { Sha256 } from "./primitives.ts";
import { differencesWithin, type Difference, type Rescorer } from "./rescore.ts";
import { failed, missing, passed, type Finding } from "./verification-report.ts";

/** What the bundle says of its scoring, held against itself and, where that can be, against a recomputation. */
export function scoringFinding(
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
  const { authentic, sha256, rescore, required } = given;
  const within = differencesWithin(core, sha256);
  if (within.length > 0) return failed(described(within));
  if (frames === null) return missing("the frames file was not given", { required });
  if (frames.kind === "broken") return missing("the frames are not those that were scored", { required });
  if (frames.kind === "redacted") return missing("frames are withheld", { required });
  // Parameters and state decide what a fold costs; only a trusted key's word for them is worth that.
  if (!authentic) return missing("nobody trusted signed the parameters", { required });
  if (rescore === undefined) return missing("no scoring was given to recompute with", { required });

  const outcome = rescore(core, frames.records, sha256);
  switch (outcome.kind) {
    case "unable":
      return missing(outcome.reason, { required });
    case "different":
      return failed(described(outcome.differences));
    case "same":
      return core.scoring.initial_state.state === null
        ? passed
        : { kind: "pass", note: "starts from a state that the issuer states and no log proves yet" };
  }
}

const maxDifferencesTold = 5;

function described(differences: readonly Difference[]): string {
  return differences
    .slice(0, maxDifferencesTold)
    .map(({ member, recorded, recomputed }) => `${member}: recorded ${recorded}, recomputed ${recomputed}`)
    .join("; ");
}
