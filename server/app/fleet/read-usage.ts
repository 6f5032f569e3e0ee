import type { Caller } from "../application.ts";
import { hourBegins, type Quotas, type Usage } from "../ports/quotas.ts";
import { fullOn } from "./storage-forecast.ts";
import type { ReadingNeeds } from "../reading-needs.ts";

/** What the caller's organisation may have here, and what it has: all of it, whichever fleets the key is limited to. */
export async function readUsage(
  { organisation }: Pick<Caller, "organisation">,
  needs: Pick<ReadingNeeds, "usage" | "quotas" | "answerRetentionUs" | "nowUs">,
): Promise<{ readonly quotas: Quotas; readonly usage: Usage; readonly fullOn: string | null }> {
  const nowUs = needs.nowUs();
  const { quotas } = needs;
  const [usage, days] = await Promise.all([
    needs.usage.readUsage({
      organisation,
      newSinceMinute: hourBegins(nowUs),
      keptSinceUs: nowUs - needs.answerRetentionUs,
    }),
    needs.usage.readStoredDays({ organisation }),
  ]);
  const { storedBytes } = usage;
  return { quotas, usage, fullOn: fullOn({ storedBytes, days }, { limitBytes: quotas.storedBytes, nowUs }) };
}
