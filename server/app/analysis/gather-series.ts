import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { ScoreSkimmer } from "../../../core/scoring/model/codec/skim-score.ts";
import type {
  JournalReader,
  MeasuredSpan,
  ScorePlace,
  SpanRequest,
  StoredScore,
} from "../ports/reading/journal-reader.ts";
import type { FollowRequest, GatheredSeries } from "../ports/reading/vehicle-analysis.ts";
import { SeriesColumns } from "./series-columns.ts";

/** The most frames one series covers; of a longer range the newest. `npm run bench:series` says how long they take. */
const framesCovered = 100_000;
/** Frames read without letting other questions in: a few milliseconds. */
const framesAtOnce = 4_000;

export async function gatherSeries(
  { points, ...span }: SpanRequest & { readonly points: number },
  journal: JournalReader,
): Promise<GatheredSeries> {
  const covered = await journal.measureSpan({ ...span, limit: framesCovered });
  const columns = new SeriesColumns({ frames: covered.frames, points }, unpackScore);
  const last = await addScores(columns, { ...covered, vehicleKey: span.vehicleKey }, journal);
  const columnsJson = JSON.stringify(columns.columns());
  return { covered, last, isDownsampled: columns.isDownsampled, columnsJson };
}

/** The frames after a place, a point each. */
export async function followSeries(
  { vehicleKey, after, throughSeq, frames }: FollowRequest,
  journal: JournalReader,
): Promise<GatheredSeries | null> {
  const span = { vehicleKey, fromUs: after.timestampUs, toUs: Number.MAX_SAFE_INTEGER };
  // One more than awaited: of those, one came since the vehicle was looked up.
  const found = await journal.listScores({ ...span, after, limit: frames + 1 });
  const scores = found.filter(({ seq }) => seq <= throughSeq);
  const last = scores.at(-1);
  if (scores.length !== frames || last === undefined) return null;
  const columns = new SeriesColumns({ frames, points: frames }, unpackScore);
  addTo(columns, scores);
  const covered = { frames, fromUs: scores[0]?.timestampUs ?? null, toUs: last.timestampUs };
  const { timestampUs, seq } = last;
  const columnsJson = JSON.stringify(columns.columns());
  return { covered, last: { timestampUs, seq }, isDownsampled: false, columnsJson };
}

async function addScores(
  columns: SeriesColumns<Uint8Array>,
  { vehicleKey, frames, fromUs, toUs }: MeasuredSpan & { readonly vehicleKey: number },
  journal: JournalReader,
): Promise<ScorePlace | null> {
  if (fromUs === null || toUs === null) return null;
  let after: ScorePlace | null = null;
  for (let read = 0; read < frames;) {
    const limit = Math.min(framesAtOnce, frames - read);
    const scores = await journal.listScores({ vehicleKey, fromUs, toUs, after, limit });
    addTo(columns, scores);
    const last = scores.at(-1);
    if (last === undefined) return after;
    after = { timestampUs: last.timestampUs, seq: last.seq };
    read += scores.length;
  }
  return after;
}

function addTo(columns: SeriesColumns<Uint8Array>, scores: readonly StoredScore[]): void {
  const skimmer = new ScoreSkimmer();
  for (const { timestampUs, score } of scores) columns.add(timestampUs, skimmer.read(score), score);
}
