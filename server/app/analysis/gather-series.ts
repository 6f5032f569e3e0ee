import { concatBytes, toHex, utf8 } from "../../../core/encoding/bytes.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { ScoreSkimmer } from "../../../core/scoring/model/codec/skim-score.ts";
import type {
  JournalReader,
  MeasuredSpan,
  ScorePlace,
  SpanRequest,
  StoredScores,
} from "../ports/reading/journal-reader.ts";
import type { FollowRequest, GatheredSeries } from "../ports/reading/vehicle-analysis.ts";
import { sha256 } from "../sha256.ts";
import { columnsOfScores, lastPlaceOf, scoresInColumns } from "../journal/stored-scores.ts";
import { SeriesColumns } from "./series-columns.ts";

/** The most frames one series covers; of a longer range the newest. `npm run bench -- series` says how long they take. */
const framesCovered = 100_000;
/** Frames read without letting other questions in: a few milliseconds. */
const framesAtOnce = 1_000;

export async function gatherSeries(
  { points, ...span }: SpanRequest & { readonly points: number },
  journal: JournalReader,
  giveWay: () => Promise<void>,
): Promise<GatheredSeries> {
  const covered = await journal.measureSpan({ ...span, limit: framesCovered });
  const scores = new ReadScores();
  const columns = new SeriesColumns({ frames: covered.frames, points }, (at: number) => scores.whole(at));
  const last = await addScores({ columns, scores }, { ...covered, vehicleKey: span.vehicleKey }, journal);
  const texts: Uint8Array[] = [];
  for (const text of columns.texts()) {
    texts.push(utf8(text));
    await giveWay();
  }
  return { covered, last, isDownsampled: columns.isDownsampled, ...writtenColumns(texts) };
}

/** The frames after a place, a point each. */
export async function followSeries(
  { vehicleKey, after, throughSeq, frames }: FollowRequest,
  journal: JournalReader,
): Promise<GatheredSeries | null> {
  const span = { vehicleKey, fromUs: after.timestampUs, toUs: Number.MAX_SAFE_INTEGER };
  // One more than awaited: of those, one came since the vehicle was looked up.
  const found = scoresInColumns(await journal.listScores({ ...span, after, limit: frames + 1 }));
  const piece = columnsOfScores(found.filter(({ seq }) => seq <= throughSeq));
  const last = lastPlaceOf(piece);
  if (piece.seqs.length !== frames || last === null) return null;
  const scores = new ReadScores();
  const columns = new SeriesColumns({ frames, points: frames }, (at: number) => scores.whole(at));
  scores.addTo(columns, piece);
  const covered = { frames, fromUs: piece.timesUs[0] ?? null, toUs: last.timestampUs };
  return { covered, last, isDownsampled: false, ...writtenColumns([...columns.texts()].map(utf8)) };
}

/** Pieces of a text in one, and its digest. */
export function writtenColumns(
  texts: readonly Uint8Array[],
): Pick<GatheredSeries, "columnsJson" | "columnsSha256"> {
  const columnsJson = concatBytes(...texts);
  return { columnsJson, columnsSha256: toHex(sha256(columnsJson)) };
}

async function addScores(
  { columns, scores }: { readonly columns: SeriesColumns<number>; readonly scores: ReadScores },
  { vehicleKey, frames, fromUs, toUs }: MeasuredSpan & { readonly vehicleKey: number },
  journal: JournalReader,
): Promise<ScorePlace | null> {
  if (fromUs === null || toUs === null) return null;
  let after: ScorePlace | null = null;
  for (let read = 0; read < frames;) {
    const limit = Math.min(framesAtOnce, frames - read);
    const piece = await journal.listScores({ vehicleKey, fromUs, toUs, after, limit });
    scores.addTo(columns, piece);
    const last = lastPlaceOf(piece);
    if (last === null) return after;
    after = last;
    read += piece.seqs.length;
  }
  return after;
}

/** The scores of a series where they were read: each is known by how many came before it. */
class ReadScores {
  readonly #skimmer = new ScoreSkimmer();
  readonly #pieces: { readonly before: number; readonly piece: StoredScores }[] = [];
  #count = 0;

  addTo(columns: SeriesColumns<number>, piece: StoredScores): void {
    const before = this.#count;
    this.#pieces.push({ before, piece });
    const { timesUs, ends, bytes } = piece;
    let from = 0;
    for (let at = 0; at < ends.length; at += 1) {
      const end = ends[at]!;
      columns.add(timesUs[at]!, this.#skimmer.read(bytes, from, end), before + at);
      from = end;
    }
    this.#count = before + ends.length;
  }

  whole(place: number): Score {
    const found = this.#pieces.findLast(({ before }) => before <= place);
    if (found === undefined) throw new RangeError(`no score was read at ${place}`);
    const { ends, bytes } = found.piece;
    const at = place - found.before;
    return unpackScore(bytes.subarray(ends[at - 1] ?? 0, ends[at]));
  }
}
