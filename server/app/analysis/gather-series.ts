import { skimScore } from "../../../core/scoring/model/codec/skim-score.ts";
import type { JournalReader, MeasuredSpan, ScorePlace, SpanRequest } from "../ports/journal-reader.ts";
import type { GatheredSeries } from "../ports/vehicle-analysis.ts";
import { SeriesColumns } from "./series-columns.ts";

/** The most frames one series covers; of a longer range the newest. `npm run bench:series` says how long they take. */
const framesCovered = 100_000;
/** Frames unpacked without letting other questions in: a few milliseconds. */
const framesAtOnce = 2_000;

export async function gatherSeries(
  { points, ...span }: SpanRequest & { readonly points: number },
  journal: JournalReader,
): Promise<GatheredSeries> {
  const covered = await journal.measureSpan({ ...span, limit: framesCovered });
  const columns = new SeriesColumns({ frames: covered.frames, points });
  await addScores(columns, { ...covered, vehicleKey: span.vehicleKey }, journal);
  return { covered, isDownsampled: columns.isDownsampled, columnsJson: JSON.stringify(columns.columns()) };
}

async function addScores(
  columns: SeriesColumns,
  { vehicleKey, frames, fromUs, toUs }: MeasuredSpan & { readonly vehicleKey: number },
  journal: JournalReader,
): Promise<void> {
  if (fromUs === null || toUs === null) return;
  let after: ScorePlace | null = null;
  for (let read = 0; read < frames;) {
    const limit = Math.min(framesAtOnce, frames - read);
    const scores = await journal.listScores({ vehicleKey, fromUs, toUs, after, limit });
    for (const { timestampUs, score } of scores) columns.add(timestampUs, skimScore(score));
    const last = scores.at(-1);
    if (last === undefined) return;
    after = last;
    read += scores.length;
  }
}
