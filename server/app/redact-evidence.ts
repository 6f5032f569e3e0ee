import { hash } from "node:crypto";

import { Refusal } from "../../core/contract/refusal.ts";
import { coreOf, type Bundle } from "../../core/evidence/bundle.ts";
import { redactFrames } from "../../core/evidence/redacted-frames.ts";
import { parseSeqRanges, seqsIn } from "../../core/evidence/seq-ranges.ts";
import type { Caller } from "./application.ts";
import { openEvidence } from "./read-evidence.ts";
import type { ReadingNeeds } from "./reading-needs.ts";

/** The frames file with entries withheld; `withhold` are their journal numbers and ranges of them, `12,15-20`. */
export async function redactEvidence(
  caller: Caller,
  { eventId, withhold }: { readonly eventId: string; readonly withhold: string },
  needs: Pick<ReadingNeeds, "evidence">,
): Promise<Uint8Array> {
  const ranges = parseSeqRanges(withhold) ?? refuse("withhold takes journal numbers and ranges: 12,15-20.");
  const { bundle, frames } = await openEvidence(caller, { eventId, withFrames: true }, needs);
  const core = coreOf(JSON.parse(Buffer.from(bundle).toString("utf8")) as Bundle);
  const { first_seq: first, last_seq: last } = core.scoring.inputs;
  const chosen = seqsIn(ranges, { first, last });
  if (chosen.kind === "outside") {
    return refuse(`This evidence holds entries ${first} to ${last}; ${chosen.seq} is not among them.`);
  }
  return redactFrames(frames, chosen.seqs, (bytes) => hash("sha256", bytes, "buffer")).bytes;
}

function refuse(detail: string): never {
  throw new Refusal("query_parameter_invalid", detail, [
    { parameter: "withhold", code: "query_parameter_invalid", detail },
  ]);
}
