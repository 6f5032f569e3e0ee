import { fold } from "../../../core/scoring/fold.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import { streamForTests, type StreamForTests } from "../../fleet-for-tests.ts";
import { columnsOfScores } from "../journal/stored-scores.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";

/** A vehicle's journal in memory, folded under the default settings. */
export interface JournalForTests {
  readonly journal: JournalReader;
  /** The state after each entry; of entry 0 the initial one. */
  readonly states: readonly VehicleState[];
  readonly scores: readonly Score[];
  /** Entries that were read in one piece, in order. */
  readonly pieces: number[];
}

export const scoringForTests = "tests-1";
const vehicleKey = 1;

/** Frames a second apart, and what comes behind them. States are stored at the entries named. */
export function journalForTests(
  stream: Omit<StreamForTests, "vehicleId">,
  storedAt: readonly number[] = [],
  behind: readonly JournalEntry[] = [],
): JournalForTests {
  const readings = streamForTests({ vehicleId: "v-1", ...stream }).map(({ reading }) => reading);
  const entries = [...readings.map((reading): JournalEntry => ({ kind: "frame", reading })), ...behind];
  const states = [initialState()];
  const scores: Score[] = [];
  let state = initialState();
  for (const entry of entries) {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    states.push(state);
    if (folded.score !== null) scores.push(folded.score);
  }
  const stored = storedAt.map((seq) => ({ seq, state: states[seq] ?? initialState() }));
  const timed = scores.map((score, at) => ({ score, timestampUs: readings[at]?.timestampUs ?? 0 }));
  const pieces: number[] = [];
  const noted = <Row>(rows: readonly Row[]): readonly Row[] => {
    pieces.push(rows.length);
    return rows;
  };
  return {
    states,
    scores,
    pieces,
    journal: {
      async findState({ bySeq, scoring }) {
        const found = stored.findLast(({ seq }) => seq <= bySeq);
        if (found === undefined || scoring !== scoringForTests) return null;
        return { vehicleKey, seq: found.seq, state: packState(found.state) };
      },
      async listEntries({ afterSeq, throughSeq, limit }) {
        const range = entries.slice(afterSeq, Math.min(throughSeq, afterSeq + limit));
        return noted(range.map((entry, at) => ({ seq: afterSeq + at + 1, entry })));
      },
      async measureSpan({ fromUs, toUs, limit }) {
        const within = timed.filter(({ timestampUs }) => timestampUs >= fromUs && timestampUs <= toUs);
        const covered = within.slice(-limit);
        return {
          frames: covered.length,
          fromUs: covered.at(0)?.timestampUs ?? null,
          toUs: covered.at(-1)?.timestampUs ?? null,
        };
      },
      async listScores({ fromUs, toUs, after, limit }) {
        const rows = timed
          .filter(({ timestampUs }) => timestampUs >= fromUs && timestampUs <= toUs)
          .filter(({ score }) => score.seq > (after?.seq ?? 0))
          .map(({ score, timestampUs }) => ({ seq: score.seq, timestampUs, score: packScore(score) }));
        return columnsOfScores(noted(rows.slice(0, limit)));
      },
    },
  };
}
