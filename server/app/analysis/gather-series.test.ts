import { expect, test } from "vitest";

import { firstFrameUs } from "../../fleet-for-tests.ts";
import type { SeriesValues } from "../ports/reading/vehicle-analysis.ts";
import { ownJson } from "../own-json.ts";
import { followSeries, gatherSeries } from "./gather-series.ts";
import { journalForTests } from "./journal-for-tests.ts";

const secondUs = 1_000_000;
const whole = { vehicleKey: 1, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };
const giveWay = () => Promise.resolve();

test("as many points as frames hold each frame's own values", async () => {
  const { journal, scores } = journalForTests({ frames: 60 });
  const { covered, isDownsampled, columns } = await gathered({ ...whole, points: 60 }, journal, giveWay);
  expect(covered).toEqual({ frames: 60, fromUs: firstFrameUs, toUs: firstFrameUs + 59 * secondUs });
  expect(isDownsampled).toBe(false);
  expect(columns.frame_seqs).toEqual(scores.map(({ seq }) => seq));
  expect(columns.cusum_statistic).toEqual(scores.map(({ cusumStatistic }) => cusumStatistic));
});

test("a span is what lies within it, both ends included", async () => {
  const { journal } = journalForTests({ frames: 60 });
  const span = { vehicleKey: 1, fromUs: firstFrameUs + 9 * secondUs, toUs: firstFrameUs + 29 * secondUs };
  const { covered, columns } = await gathered({ ...span, points: 100 }, journal, giveWay);
  expect(covered).toEqual({ frames: 21, fromUs: span.fromUs, toUs: span.toUs });
  expect([columns.frame_seqs.at(0), columns.frame_seqs.at(-1)]).toEqual([10, 30]);
});

test("a long span is read piece by piece and comes to the same points", async () => {
  const { journal, pieces } = journalForTests({ frames: 4_200 });
  const { isDownsampled, columns } = await gathered({ ...whole, points: 4 }, journal, giveWay);
  expect(pieces).toEqual([1_000, 1_000, 1_000, 1_000, 200]);
  expect(isDownsampled).toBe(true);
  expect(columns.frame_seqs).toEqual([1_050, 2_100, 3_150, 4_200]);
});

test("a span without frames has no points", async () => {
  const { journal } = journalForTests({ frames: 3 });
  const { covered, columns } = await gathered({ ...whole, toUs: 1, points: 10 }, journal, giveWay);
  expect(covered).toEqual({ frames: 0, fromUs: null, toUs: null });
  expect([columns.timestamps, columns.channels]).toEqual([[], []]);
});

test("what follows a place is the awaited frames after it, and none of those that came since", async () => {
  const { journal, scores } = journalForTests({ frames: 60 });
  const { last } = await gatherSeries(
    { ...whole, toUs: firstFrameUs + 39 * secondUs, points: 9 },
    journal,
    giveWay,
  );
  const seqs = scores.map(({ seq }) => seq);
  expect(last).toEqual({ timestampUs: firstFrameUs + 39 * secondUs, seq: seqs[39] });
  const ask = { vehicleKey: 1, after: last!, throughSeq: seqs[54]!, frames: 15 };
  const more = await followSeries(ask, journal);
  const columns: SeriesValues = ownJson(more!.columnsJson);
  expect(columns.frame_seqs).toEqual(seqs.slice(40, 55));
  expect(more).toMatchObject({ isDownsampled: false, last: { seq: seqs[54] } });
});

test("nothing follows where an awaited frame is not behind the place", async () => {
  const { journal, scores } = journalForTests({ frames: 60 });
  const after = { timestampUs: firstFrameUs + 39 * secondUs, seq: scores[39]?.seq ?? 0 };
  const throughSeq = scores[54]?.seq ?? 0;
  expect(await followSeries({ vehicleKey: 1, after, throughSeq, frames: 16 }, journal)).toBeNull();
});

async function gathered(...asked: Parameters<typeof gatherSeries>) {
  const { columnsJson, ...more } = await gatherSeries(...asked);
  return { ...more, columns: ownJson<SeriesValues>(columnsJson) };
}
