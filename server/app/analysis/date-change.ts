import type { BreachView } from "../../../core/scoring/verdict/describe-state.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";
import type { ChangeTimes } from "../ports/reading/vehicle-analysis.ts";

/** The capture times of the entries between which the change behind a breach began; null without a breach. */
export async function dateChange(
  vehicleKey: number,
  breach: Pick<BreachView, "changePointSeq" | "course" | "openedUs"> | null,
  journal: Pick<JournalReader, "listEntries">,
): Promise<ChangeTimes | null> {
  if (breach === null) return null;
  const { changePointSeq, openedUs } = breach;
  const { likely, widely } = breach.course;
  const timeOf = (seq: number) => captureTime({ vehicleKey, seq, openedUs }, journal);
  return {
    atUs: await timeOf(changePointSeq),
    likelyUs: [await timeOf(likely.fromSeq), await timeOf(likely.toSeq)],
    widelyUs: [await timeOf(widely.fromSeq), await timeOf(widely.toSeq)],
  };
}

/** Of the first frame at or after the entry; the breach opened with one, so there is one before long. */
async function captureTime(
  of: { readonly vehicleKey: number; readonly seq: number; readonly openedUs: number },
  journal: Pick<JournalReader, "listEntries">,
): Promise<number> {
  const range = { afterSeq: of.seq - 1, throughSeq: of.seq + commandsPassedOver, limit: commandsPassedOver };
  const entries = await journal.listEntries({ vehicleKey: of.vehicleKey, ...range });
  for (const { entry } of entries) if (entry.kind === "frame") return entry.reading.timestampUs;
  return of.openedUs;
}

/** Commands share the numbering of the frames, and stand alone or in pairs. */
const commandsPassedOver = 8;
