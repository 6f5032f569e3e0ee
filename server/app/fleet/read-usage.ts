import type { Caller } from "../application.ts";
import { dayBegins, hourBegins, type Quotas, type Usage } from "../ports/quotas.ts";
import { fullOn } from "./storage-forecast.ts";
import type { ReadingNeeds } from "../reading-needs.ts";

/** What the caller's organisation may have here, and what it has: all of it, whichever fleets the key is limited to. */
export async function readUsage(
  { organisation, keyId }: Pick<Caller, "organisation"> & Partial<Pick<Caller, "keyId">>,
  needs: Pick<ReadingNeeds, "usage" | "quotas" | "answerRetentionUs" | "nowUs">,
): Promise<{
  readonly quotas: Quotas;
  readonly usage: Usage;
  readonly fullOn: string | null;
  readonly evidenceRequests: number;
}> {
  const nowUs = needs.nowUs();
  const { quotas } = needs;
  const [usage, days, evidenceRequests] = await Promise.all([
    needs.usage.readUsage({
      organisation,
      newSinceMinute: hourBegins(nowUs),
      keptSinceUs: nowUs - needs.answerRetentionUs,
    }),
    needs.usage.readStoredDays({ organisation }),
    keyId === undefined ? 0 : needs.usage.countEvidenceRequests({ keyId, sinceUs: dayBegins(nowUs) }),
  ]);
  const { storedBytes } = usage;
  return {
    quotas,
    usage,
    fullOn: fullOn({ storedBytes, days }, { limitBytes: quotas.storedBytes, nowUs }),
    evidenceRequests,
  };
}
