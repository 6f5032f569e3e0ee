import { hash } from "node:crypto";

import { Refusal } from "../../core/contract/refusal.ts";
import { redactFrames } from "../../core/evidence/redacted-frames.ts";
import { parseSeqRanges } from "../../core/evidence/seq-ranges.ts";
import type { Caller } from "./application.ts";
import { openSealed } from "./read-evidence.ts";
import type { ReadingNeeds } from "./reading-needs.ts";

/** The frames file with entries withheld; `withhold` are their journal numbers and ranges of them, `12,15-20`. */
export async function redactEvidence(
  caller: Caller,
  { eventId, withhold }: { readonly eventId: string; readonly withhold: string },
  needs: Pick<ReadingNeeds, "evidence">,
): Promise<Uint8Array> {
  const ranges = parseSeqRanges(withhold) ?? refuse("withhold takes journal numbers and ranges: 12,15-20.");
  const { frames } = await openSealed(caller, { eventId, withFrames: true }, needs);
  try {
    return redactFrames(frames, ranges, (bytes) => hash("sha256", bytes, "buffer")).bytes;
  } catch (fault) {
    if (fault instanceof RangeError) return refuse(`withhold reaches too far: ${fault.message}.`);
    throw fault;
  }
}

function refuse(detail: string): never {
  throw new Refusal("query_parameter_invalid", detail, [
    { parameter: "withhold", code: "query_parameter_invalid", detail },
  ]);
}
