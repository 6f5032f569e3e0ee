import { Refusal } from "../../../core/contract/refusal.ts";
import { parseSeqRanges } from "../../../core/evidence/frames/seq-ranges.ts";
import type { Caller } from "../application.ts";
import type { ReportWorker } from "../ports/report-worker.ts";
import { openSealed, type FindingNeeds } from "./read-evidence.ts";

/** The frames file with entries withheld; `withhold` are their journal numbers and ranges of them, `12,15-20`. */
export async function redactEvidence(
  caller: Caller,
  { eventId, withhold }: { readonly eventId: string; readonly withhold: string },
  needs: FindingNeeds & { readonly reports: Pick<ReportWorker, "redact"> },
): Promise<Uint8Array> {
  const ranges = parseSeqRanges(withhold) ?? refuse("withhold takes journal numbers and ranges: 12,15-20.");
  const { frames } = await openSealed(caller, { eventId, withFrames: true }, needs);
  const redacted = await needs.reports.redact(caller.organisation, { frames, ranges });
  if (redacted.kind === "redacted") return redacted.bytes;
  return refuse(`withhold reaches too far: ${redacted.detail}.`);
}

function refuse(detail: string): never {
  throw new Refusal("query_parameter_invalid", detail, [
    { parameter: "withhold", code: "query_parameter_invalid", detail },
  ]);
}
