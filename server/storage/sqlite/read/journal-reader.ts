import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type {
  JournalReader,
  MeasuredSpan,
  NumberedEntry,
  SpanRequest,
  StoredScore,
} from "../../../app/ports/reading/journal-reader.ts";
import { FramesInTime } from "../frames-in-time.ts";
import {
  framesWithTexts,
  newestState,
  readingOfRow,
  receivedText,
  type ReadingRow,
  type StateRow,
} from "../journal-rows.ts";
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
    >(`SELECT frame.seq, frame.timestamp_us, ${receivedText} AS raw FROM ${framesWithTexts}
     WHERE frame.vehicle_key = :vehicleKey AND frame.seq > :afterSeq AND frame.seq <= :throughSeq`)
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

/** Without a frame that is out of order the index of entries says it all. */
function measureInOrder(database: ReadingDatabase, range: InOrderRange): MeasuredSpan {
  const seqs = "SELECT seq FROM frame WHERE vehicle_key = :vehicleKey AND seq >= :firstSeq AND seq < :endSeq";
  const covered = database
    .query<{ frames: number; first: number | null; last: number | null }>(
      `SELECT count(*) AS frames, min(seq) AS first, max(seq) AS last FROM (${seqs} ORDER BY seq DESC LIMIT :limit)`,
    )
    .get({ ...range });
  const timeOf = (seq: number | null | undefined) =>
    database
      .query<{ atUs: number }>("SELECT timestamp_us AS atUs FROM frame WHERE vehicle_key = ? AND seq = ?")
      .get(range.vehicleKey, seq ?? null)?.atUs ?? null;
  return { frames: covered?.frames ?? 0, fromUs: timeOf(covered?.first), toUs: timeOf(covered?.last) };
}

function measureMixed(
  database: ReadingDatabase,
  range: InOrderRange,
  { fromUs, toUs }: SpanRequest,
): MeasuredSpan {
  const { vehicleKey, limit, scoredEnd: end } = range;
  const inOrderTimes = database
    .query<{ atUs: number }>(
      `SELECT timestamp_us AS atUs FROM frame WHERE ${inOrder} ORDER BY seq DESC LIMIT :limit`,
    )
    .all({ ...range });
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

function listScores(database: ReadingDatabase, ask: Asks["listScores"]): readonly StoredScore[] {
  const { vehicleKey, toUs, limit, after } = ask;
  const fromUs = after?.timestampUs ?? ask.fromUs;
  const range = { ...inOrderRange(database, { vehicleKey, fromUs, toUs }), fromUs, toUs };
  const ofFrames = { vehicleKey, ...range, afterSeq: after?.seq ?? 0, limit };
  const scores = scoresIn(database.query<ScorePiece>(pieceOf(inOrder, "seq")).get(ofFrames));
  const others = scoresIn(database.query<ScorePiece>(pieceOf(outOfOrder, "timestamp_us, seq")).get(ofFrames));
  if (others.length === 0) return scores;
  return [...scores, ...others]
    .sort((one, other) => one.timestampUs - other.timestampUs || one.seq - other.seq)
    .slice(0, limit);
}

function pieceOf(frames: string, order: string): string {
  return `SELECT group_concat(seq) AS seqs, group_concat(timestamp_us) AS timesUs,
      group_concat(length(score)) AS lengths, CAST(group_concat(score, '') AS BLOB) AS scores
    FROM (SELECT seq, timestamp_us, score FROM frame
      WHERE ${frames} AND (timestamp_us > :fromUs OR seq > :afterSeq) ORDER BY ${order} LIMIT :limit)`;
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

function scoresIn(piece: ScorePiece | undefined): readonly StoredScore[] {
  if (piece === undefined || piece.scores === null) return [];
  const { seqs, timesUs, lengths, scores } = piece;
  const [eachSeq, eachTime] = [numbersOf(seqs), numbersOf(timesUs)];
  let end = 0;
  return numbersOf(lengths).map((length, at) => {
    end += length;
    return { seq: eachSeq[at]!, timestampUs: eachTime[at]!, score: scores.subarray(end - length, end) };
  });
}

/** Read as JSON: splitting the text and reading its pieces takes five times as long. */
function numbersOf(list: string | null): readonly number[] {
  return list === null ? [] : parseStored<readonly number[]>(`[${list}]`);
}

/** Frames that came in the order of their capture times: that of their entries is the same. */
const inOrder = "vehicle_key = :vehicleKey AND seq >= :firstSeq AND seq < :endSeq AND behind_us IS NULL";
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
    firstSeq: Math.min(times.firstReaching(vehicleKey, fromUs) ?? end, end),
    endSeq: Math.min(times.firstReaching(vehicleKey, toUs + 1) ?? end, end),
  };
}
