import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type {
  JournalReader,
  MeasuredSpan,
  NumberedEntry,
  SpanRequest,
  StoredScore,
  StoredScores,
} from "../../../app/ports/reading/journal-reader.ts";
import {
  columnsOfScores,
  joinScores,
  noScores,
  scoresInColumns,
} from "../../../app/journal/stored-scores.ts";
import { FramesInTime } from "../frames-in-time.ts";
import {
  newestState,
  ownFrames,
  ownFramesWithTexts,
  readingOfRow,
  receivedText,
  type ReadingRow,
  type StateRow,
} from "../journal-rows.ts";
import { onlyEntry, ownInRange, placeEveryEntries, withOwnFrames } from "../linked-frames.ts";
import type { FrameRange } from "../linked-frames.ts";
import { parseStored } from "../prepare-query.ts";
import { scoredEnd } from "./scored-end.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

type Asks = { readonly [Name in keyof JournalReader]: Parameters<JournalReader[Name]>[0] };

/** Journals as their analysis reads them, piece by piece: before each piece the thread turns to other questions. */
export function journalReader(database: ReadingDatabase): JournalReader {
  const { findState, listEntries, measureSpan, listScores } = journalQueries(database);
  return {
    findState: givingWay(findState),
    listEntries: givingWay(listEntries),
    measureSpan: givingWay(measureSpan),
    listScores: givingWay(listScores),
  };
}

function givingWay<Ask, Answer>(query: (ask: Ask) => Answer): (ask: Ask) => Promise<Answer> {
  return async (ask) => {
    await nextTurn();
    return query(ask);
  };
}

function journalQueries(database: ReadingDatabase): QueriesOf<JournalReader> {
  return {
    findState({ vehicleKey, bySeq, scoring }) {
      const row = database.query<StateRow>(newestState).get({ vehicleKey, bySeq, scoring });
      return row === undefined ? null : { vehicleKey, ...row };
    },
    listEntries: (ask) => listEntries(database, ask),
    measureSpan: (ask) => measureSpan(database, ask),
    listScores: (ask) => listScores(database, ask),
  };
}

/** Frames and commands share one numbering without gaps, so a range of numbers is a range of both. */
function listEntries(database: ReadingDatabase, ask: Asks["listEntries"]): readonly NumberedEntry[] {
  const { vehicleKey, afterSeq } = ask;
  const range = { vehicleKey, afterSeq, throughSeq: Math.min(ask.throughSeq, afterSeq + ask.limit) };
  const frames = database
    .query<
      ReadingRow & { readonly seq: number }
    >(`${withOwnFrames} SELECT frame.seq, frame.timestamp_us, ${receivedText} AS raw FROM ${ownFramesWithTexts}
     WHERE ${ownInRange}`)
    .all(range);
  const commands = database
    .query<{ seq: number; entry: string }>(
      `SELECT seq, entry FROM command WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`,
    )
    .all(range);
  return [
    ...frames.map((row) => ({
      seq: row.seq,
      entry: { kind: "frame", reading: readingOfRow(row) } satisfies JournalEntry,
    })),
    ...commands.map(({ seq, entry }) => ({ seq, entry: parseStored<JournalEntry>(entry) })),
  ].sort((one, other) => one.seq - other.seq);
}

function measureSpan(database: ReadingDatabase, ask: Asks["measureSpan"]): MeasuredSpan {
  const { vehicleKey, limit, fromUs, toUs } = ask;
  const range = { vehicleKey, limit, ...inOrderRange(database, ask) };
  const outside = database
    .query<{ isThere: number }>(
      `SELECT 1 AS isThere FROM frame WHERE vehicle_key = :vehicleKey AND behind_us IS NOT NULL
       AND (timestamp_us BETWEEN :fromUs AND :toUs OR seq >= :firstSeq AND seq < :endSeq) LIMIT 1`,
    )
    .get({ ...range, fromUs, toUs });
  return outside === undefined ? measureInOrder(database, range) : measureMixed(database, range, ask);
}

/**
 * Without a frame that is out of order no frame has to be looked at but the first and the last: entries are numbered
 * without gaps, and those that are no frames are few.
 */
function measureInOrder(database: ReadingDatabase, range: InOrderRange): MeasuredSpan {
  const { vehicleKey, firstSeq, limit } = range;
  const endSeq = Math.min(range.endSeq, endOf(database, vehicleKey));
  const others = new Set(
    database
      .query<{ seq: number }>(
        "SELECT seq FROM command WHERE vehicle_key = :vehicleKey AND seq >= :firstSeq AND seq < :endSeq",
      )
      .all({ vehicleKey, firstSeq, endSeq })
      .map(({ seq }) => seq),
  );
  const frames = Math.min(limit, Math.max(0, endSeq - firstSeq - others.size));
  if (frames === 0) return { frames, fromUs: null, toUs: null };
  let [first, last] = [endSeq, endSeq - 1];
  for (let left = frames; left > 0;) if (!others.has(--first)) left -= 1;
  while (others.has(last)) last -= 1;
  const time = database.query<{ atUs: number }>(
    `${withOwnFrames} SELECT timestamp_us AS atUs FROM ${ownFrames} WHERE ${ownInRange}`,
  );
  const timeOf = (seq: number) => time.get(onlyEntry(vehicleKey, seq))?.atUs ?? null;
  return { frames, fromUs: timeOf(first), toUs: timeOf(last) };
}

/** The entry behind a vehicle's newest frame. */
function endOf(database: ReadingDatabase, vehicleKey: number): number {
  const newest = database.query<{ seq: number }>(
    "SELECT seq FROM frame WHERE position = (SELECT newest_position FROM vehicle WHERE vehicle_key = ?)",
  );
  return (newest.get(vehicleKey)?.seq ?? 0) + 1;
}

function measureMixed(
  database: ReadingDatabase,
  range: InOrderRange,
  { fromUs, toUs }: SpanRequest,
): MeasuredSpan {
  const { vehicleKey, limit, scoredEnd: end } = range;
  const inOrderTimes = database
    .query<{ atUs: number }>(
      `${withOwnFrames} SELECT timestamp_us AS atUs FROM ${ownFrames} WHERE ${inOrder} ORDER BY own.seq DESC LIMIT :limit`,
    )
    .all({ vehicleKey, limit, afterSeq: range.firstSeq - 1, throughSeq: range.endSeq - 1 });
  const others = database
    .query<{ atUs: number }>(`SELECT timestamp_us AS atUs FROM frame WHERE ${outOfOrder}
     ORDER BY timestamp_us DESC LIMIT :limit`)
    .all({ vehicleKey, limit, fromUs, toUs, scoredEnd: end });
  const timesUs = [...inOrderTimes, ...others]
    .map(({ atUs }) => atUs)
    .sort((one, other) => other - one)
    .slice(0, limit);
  return { frames: timesUs.length, fromUs: timesUs.at(-1) ?? null, toUs: timesUs[0] ?? null };
}

function listScores(database: ReadingDatabase, ask: Asks["listScores"]): StoredScores {
  const { vehicleKey, toUs, limit, after } = ask;
  const fromUs = after?.timestampUs ?? ask.fromUs;
  const range = inOrderRange(database, { vehicleKey, fromUs, toUs });
  const asked = { vehicleKey, fromUs, shownSeq: after?.seq ?? 0, limit };
  const scores = scoresInOrder(database, range, asked);
  const others = scoresIn(
    database
      .query<ScorePiece>(
        pieceOf(
          `SELECT seq, timestamp_us, score FROM frame WHERE ${outOfOrder}`,
          "ORDER BY timestamp_us, seq",
        ),
      )
      .get({ ...asked, toUs, scoredEnd: range.scoredEnd }),
  );
  if (others.seqs.length === 0) return scores;
  const inTime = [...scoresInColumns(scores), ...scoresInColumns(others)].sort(byTime).slice(0, limit);
  return columnsOfScores(inTime);
}

interface AskedScores {
  readonly vehicleKey: number;
  readonly fromUs: number;
  /** Of the frames at the very beginning those through this entry were listed before. */
  readonly shownSeq: number;
  readonly limit: number;
}

/** Range by range, because the way through a vehicle's frames leads back from the end of a range; or straight on where they lie close. */
function scoresInOrder(
  database: ReadingDatabase,
  { firstSeq, endSeq }: Pick<InOrderRange, "firstSeq" | "endSeq">,
  asked: AskedScores,
): StoredScores {
  const end = Math.min(endSeq, endOf(database, asked.vehicleKey)) - 1;
  let scores = noScores;
  let afterSeq = firstSeq - 1;
  while (afterSeq < end && scores.seqs.length < asked.limit) {
    const limit = asked.limit - scores.seqs.length;
    // One more: the first was listed before.
    const throughSeq = Math.min(end, afterSeq + limit + 1);
    const piece = pieceOfRange(database, { ...asked, limit, afterSeq, throughSeq });
    scores = joinScores(scores, scoresIn(piece));
    afterSeq = throughSeq;
  }
  return scores;
}

function pieceOfRange(database: ReadingDatabase, range: AskedScores & FrameRange): ScorePiece | undefined {
  const stretch = closeStretch(database, range);
  if (stretch !== null) {
    return database
      .query<ScorePiece>(pieceOf(`SELECT seq, timestamp_us, score FROM frame WHERE ${ownInStretch}`))
      .get({ ...range, ...stretch });
  }
  return database
    .query<ScorePiece>(
      `${withOwnFrames} ${pieceOf(`SELECT own.seq, timestamp_us, score FROM ${sortedFrames} WHERE behind_us IS NULL`)}`,
    )
    .get({ ...range });
}

const ownInStretch = `position BETWEEN :firstPosition AND :lastPosition AND vehicle_key = :vehicleKey
  AND seq > :afterSeq AND seq <= :throughSeq AND behind_us IS NULL`;

/**
 * The part of the table that holds the frames of a range, where they lie so close that reading past the others takes less than going from
 * one to the next: of a vehicle that sends its frames in blocks, or is nearly the only one. Otherwise null.
 */
function closeStretch(database: ReadingDatabase, range: FrameRange) {
  const { vehicleKey, afterSeq, throughSeq } = range;
  const entries = throughSeq - afterSeq;
  if (entries < fewestInStretch) return null;
  const ends = database.query<{ first: number | null; last: number | null }>(
    `${withOwnFrames} SELECT min(position) AS first, max(position) AS last FROM own WHERE ${ownInRange}`,
  );
  const begin = ends.get({ vehicleKey, afterSeq, throughSeq: afterSeq + placeEveryEntries });
  const end = ends.get({ vehicleKey, afterSeq: throughSeq - placeEveryEntries, throughSeq });
  const [firstPosition, lastPosition] = [begin?.first ?? null, end?.last ?? null];
  if (firstPosition === null || lastPosition === null) return null;
  return lastPosition - firstPosition < mostRowsAnEntry * entries ? { firstPosition, lastPosition } : null;
}

/** Fewer are found by their links in the time it takes to find where they begin and end. */
const fewestInStretch = 4 * placeEveryEntries;
const mostRowsAnEntry = 4;

/**
 * The vehicle's frames of a range, the oldest first: their places are sorted before the frames are read (LIMIT keeps SQLite
 * from leaving that out), because sorting rows with their scores takes four times what reading them does.
 */
const sortedFrames = `(SELECT position, seq FROM own WHERE ${ownInRange} ORDER BY seq LIMIT -1) AS own
  CROSS JOIN frame USING (position)`;

/** Of frames that come in order, or are put in one. */
function pieceOf(frames: string, order = ""): string {
  return `SELECT group_concat(seq) AS seqs, group_concat(timestamp_us) AS timesUs,
      group_concat(length(score)) AS lengths, CAST(group_concat(score, '') AS BLOB) AS scores
    FROM (${frames} AND (timestamp_us > :fromUs OR frame.seq > :shownSeq) ${order} LIMIT :limit)`;
}

/**
 * Many rows in one: handing over a row costs four times what reading it does. A blob keeps its bytes as a text and back,
 * because both are bytes in a UTF-8 database. All are null where there is no row.
 */
interface ScorePiece {
  readonly seqs: string | null;
  readonly timesUs: string | null;
  readonly lengths: string | null;
  readonly scores: Uint8Array | null;
}

function scoresIn(piece: ScorePiece | undefined): StoredScores {
  if (piece === undefined || piece.scores === null) return noScores;
  const { seqs, timesUs, lengths, scores } = piece;
  let end = 0;
  const ends = numbersOf(lengths).map((length) => (end += length));
  return { seqs: numbersOf(seqs), timesUs: numbersOf(timesUs), ends, bytes: scores };
}

function byTime(one: StoredScore, other: StoredScore): number {
  return one.timestampUs - other.timestampUs || one.seq - other.seq;
}

/** Read as JSON: splitting the text and reading its pieces takes five times as long. */
function numbersOf(list: string | null): readonly number[] {
  return list === null ? [] : parseStored<readonly number[]>(`[${list}]`);
}

/** Frames that came in the order of their capture times: that of their entries is the same. */
const inOrder = `${ownInRange} AND behind_us IS NULL`;
const outOfOrder =
  "vehicle_key = :vehicleKey AND behind_us IS NOT NULL AND timestamp_us BETWEEN :fromUs AND :toUs AND seq < :scoredEnd";

interface InOrderRange {
  readonly vehicleKey: number;
  readonly firstSeq: number;
  readonly endSeq: number;
  readonly scoredEnd: number;
  readonly limit: number;
}

/** Where those of a span are in the journal, and through which entry scores are of the present scoring. */
function inOrderRange(database: ReadingDatabase, { vehicleKey, fromUs, toUs }: SpanRequest) {
  const times = new FramesInTime((sql) => database.query(sql));
  const end = scoredEnd(database, vehicleKey);
  return {
    scoredEnd: end,
    firstSeq: Math.min(times.firstReaching(vehicleKey, fromUs)?.seq ?? end, end),
    endSeq: Math.min(times.firstReaching(vehicleKey, toUs + 1)?.seq ?? end, end),
  };
}
