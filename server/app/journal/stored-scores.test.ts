import { expect, test } from "vitest";

import { columnsOfScores, joinScores, lastPlaceOf, noScores, scoresInColumns } from "./stored-scores.ts";

const scores = [
  { seq: 3, timestampUs: 30, score: Uint8Array.of(1, 2) },
  { seq: 4, timestampUs: 40, score: new Uint8Array() },
  { seq: 2, timestampUs: 50, score: Uint8Array.of(3) },
];

test("scores written as columns come back each by itself", () => {
  const columns = columnsOfScores(scores);
  expect(columns).toEqual({
    seqs: [3, 4, 2],
    timesUs: [30, 40, 50],
    ends: [2, 2, 3],
    bytes: Uint8Array.of(1, 2, 3),
  });
  expect(scoresInColumns(columns)).toEqual(scores);
});

test("the last place is that of the last score, and of none there is none", () => {
  expect(lastPlaceOf(columnsOfScores(scores))).toEqual({ seq: 2, timestampUs: 50 });
  expect(columnsOfScores([])).toEqual(noScores);
  expect([scoresInColumns(noScores), lastPlaceOf(noScores)]).toEqual([[], null]);
});

test("columns joined are those of all scores", () => {
  const [first, then] = [columnsOfScores(scores.slice(0, 1)), columnsOfScores(scores.slice(1))];
  expect(joinScores(first, then)).toEqual(columnsOfScores(scores));
  expect([joinScores(noScores, then), joinScores(first, noScores)]).toEqual([then, first]);
});
