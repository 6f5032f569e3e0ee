import { setImmediate as nextTurn } from "node:timers/promises";

import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type {
  JournalReader,
  MeasuredSpan,
  NumberedEntry,
  StoredScore,
} from "../../../app/ports/journal-reader.ts";
import { newestState, readingOfRow, type ReadingRow, type StateRow } from "../journal-rows.ts";
import { parseStored } from "../prepare-query.ts";
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
    >(`SELECT seq, timestamp_us, camera_rotation, radar_range_bias_m, lidar_registration_error_m, lidar_confidence
     FROM frame WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`)
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
  const span = database
    .query<MeasuredSpan>(`SELECT count(*) AS frames, min(timestamp_us) AS fromUs, max(timestamp_us) AS toUs FROM (
       SELECT timestamp_us FROM frame
       WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
       ORDER BY timestamp_us DESC LIMIT :limit)`)
    .get({ ...ask });
  return span ?? { frames: 0, fromUs: null, toUs: null };
}

function listScores(database: ReadingDatabase, ask: Asks["listScores"]): readonly StoredScore[] {
  const { vehicleKey, toUs, limit, after } = ask;
  const piece = database
    .query<ScorePiece>(`SELECT group_concat(seq) AS seqs, group_concat(timestamp_us) AS timesUs,
       group_concat(length(score)) AS lengths, CAST(group_concat(score, '') AS BLOB) AS scores
     FROM (SELECT seq, timestamp_us, score FROM frame
       WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
         AND (timestamp_us > :fromUs OR seq > :afterSeq)
       ORDER BY timestamp_us, seq LIMIT :limit)`)
    .get({ vehicleKey, toUs, limit, fromUs: after?.timestampUs ?? ask.fromUs, afterSeq: after?.seq ?? 0 });
  return piece === undefined ? [] : scoresIn(piece);
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

function scoresIn({ seqs, timesUs, lengths, scores }: ScorePiece): readonly StoredScore[] {
  if (scores === null) return [];
  const [eachSeq, eachTime] = [numbersOf(seqs), numbersOf(timesUs)];
  let end = 0;
  return numbersOf(lengths).map((length, at) => {
    end += length;
    return { seq: eachSeq[at]!, timestampUs: eachTime[at]!, score: scores.subarray(end - length, end) };
  });
}

function numbersOf(list: string | null): readonly number[] {
  return list === null ? [] : list.split(",").map(Number);
}
