import { Check } from "typebox/value";

import { bundleSchema, coreOf, type BundleCore } from "../../../core/encoding/bundle.ts";
import { parseRelaxed } from "../../../core/encoding/canonical-json.ts";
import { JsonFault } from "../../../core/encoding/strict-json.ts";
import type { JournalLineRecord } from "../../../core/evidence/frames/frames-file.ts";
import { compareScoring } from "../../../core/evidence/rescore/compare-scoring.ts";
import { reportRescoring } from "../../../core/evidence/rescore/rescoring-report.ts";
import { checkFrames } from "../../../core/evidence/verify/check-frames.ts";
import { PlumblineError } from "../errors.ts";
import { bytesOf } from "./bytes-of.ts";
import { frozenScorers } from "./frozen-scorers.ts";
import { noblePrimitives } from "./noble-primitives.ts";

/** What came of scoring a bundle's frames again. */
export interface EvidenceRescoring {
  readonly event_id: string;
  /** Entries of the frames file. */
  readonly frames: number;
  readonly scoring_version: string;
  /** `same`: every figure comes out as recorded, to the last bit. `unable`: it was not computed. */
  readonly result: "same" | "different" | "unable";
  /** Why nothing was recomputed. */
  readonly reason?: string;
  readonly differences?: readonly { readonly kind: string; readonly detail: string }[];
}

/** The file is no evidence bundle: there is nothing to compare. */
export class EvidenceFileError extends PlumblineError {
  override readonly name = "EvidenceFileError";
}

/**
 * Scores the frames of a bundle again, by the frozen scorer that it names, and compares every figure bit for bit. It checks
 * no signature: that is `verifyEvidence`. Parameters and state decide what a fold costs, so fold only what somebody trusted
 * has signed. Throws `EvidenceFileError` for what is no bundle; frames that do not fit it are `unable`, with the reason.
 */
export async function rescoreEvidence(
  bundle: Uint8Array | string,
  frames: Uint8Array | string,
): Promise<EvidenceRescoring> {
  const file = bytesOf(bundle);
  const core = coreIn(file);
  await frozenScorers.openFor(file);
  const comparison = compareScoring(core, recordsIn(core, bytesOf(frames)), {
    sha256: noblePrimitives.sha256,
    rescore: frozenScorers.rescore,
  });
  return reportRescoring(core, comparison);
}

function coreIn(file: Uint8Array): BundleCore {
  try {
    const document = parseRelaxed(file);
    if (Check(bundleSchema, document)) return coreOf(document);
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    throw new EvidenceFileError(`This is no evidence bundle: ${fault.message}`);
  }
  throw new EvidenceFileError("This is no evidence bundle: it does not fit the schema.");
}

/** The entries, or why there are none. */
function recordsIn(core: BundleCore, file: Uint8Array): readonly JournalLineRecord[] | string {
  const found = checkFrames(core, file, noblePrimitives.sha256);
  switch (found.kind) {
    case "broken":
      return `these are not the frames of ${core.event_id}: ${found.detail}`;
    case "redacted":
      return `the file shows ${found.disclosed} of ${core.frames.count} entries; the scoring needs all of them`;
    case "whole":
      return found.records;
  }
}
