import { describe, expect, test } from "vitest";

import { hasSharedData } from "../shared-data.ts";
import { scoreFile } from "./nab-metric.ts";
import { publishedTcpd } from "./published-tcpd-scores.ts";
import { readNab, readPublishedNab } from "./read-nab.ts";
import { readSkab, skabTrainingRows } from "./read-streams.ts";
import { readTcpd } from "./read-streams.ts";
import { covering, f1Score } from "./segmentation-metrics.ts";
import { scoreChangePoints } from "./skab-metric.ts";
import { tSquaredCalls } from "./tsquared-detector.ts";
import { windowedGaussianRows } from "./windowed-gaussian.ts";

describe.skipIf(!hasSharedData("skab"))("the SKAB metric", () => {
  test("gives the leaderboard's scores of T²: 19.54, 10.2 and 24.31", () => {
    const runs = readSkab().map(({ rows, timesS, changeRows }) => {
      const calls = tSquaredCalls(rows, skabTrainingRows);
      const flips = calls.map((call, row) => (row > skabTrainingRows ? call !== calls[row - 1] : call));
      const scored = (row: number) => row >= skabTrainingRows;
      return {
        changesS: changeRows.filter(scored).map((row) => timesS[row]!),
        alarmsS: timesS.filter((_, row) => scored(row) && flips[row]!),
      };
    });
    const score = scoreChangePoints(runs, 60);
    expect(score.standard).toBeCloseTo(19.54, 2);
    expect(score.lowFalsePositives).toBeCloseTo(10.2, 2);
    expect(score.lowFalseNegatives).toBeCloseTo(24.31, 2);
    // The 30 s windows of the leaderboard before it, with the same alarms.
    expect(scoreChangePoints(runs, 30).standard).toBeCloseTo(11.98, 2);
  });

  test("calls nothing a silent detector does worth anything, and a prompt one perfect", () => {
    const silent = [{ changesS: [100, 200], alarmsS: [] }];
    const prompt = [{ changesS: [100, 200], alarmsS: [100, 200] }];
    expect(scoreChangePoints(silent, 60).standard).toBe(0);
    expect(scoreChangePoints(prompt, 60).standard).toBeCloseTo(100, 10);
  });
});

test.skipIf(!hasSharedData("nab"))(
  "the NAB scorer gives the published score of NAB's own baseline on all 37 files",
  () => {
    const published = readPublishedNab().get("windowedGaussian")!;
    const files = readNab();
    expect(files).toHaveLength(37);
    for (const { name, values, windows } of files) {
      const { score } = scoreFile(windowedGaussianRows(values), windows, values.length);
      expect(score, name).toBeCloseTo(published.get(name)!, 6);
    }
  },
);

describe("the metrics of the Turing change point benchmark", () => {
  test("agree with the examples in its own code", () => {
    expect(covering([[10, 20], [10], [0, 5]], [10, 20], 45)).toBeCloseTo(0.7962962962962963, 12);
    expect(covering([[], [10], [40]], [10], 45)).toBeCloseTo(0.7954144620811286, 12);
    expect(covering([[], [10], [40]], [], 45)).toBeCloseTo(0.8189300411522634, 12);
    expect(f1Score([[10, 20], [11, 20], [10], [0, 5]], [10, 20])).toBe(1);
    expect(f1Score([[], [10], [50]], [10])).toBeCloseTo(0.9090909090909091, 12);
    expect(f1Score([[], [10], [50]], [])).toBeCloseTo(0.8, 12);
  });

  test.skipIf(!hasSharedData("tcpd"))(
    "give the published scores of calling no change, on every series",
    () => {
      for (const { name, rows, annotations } of readTcpd()) {
        expect(covering(annotations, [], rows.length), name).toBeCloseTo(
          publishedTcpd[name]!.covering.zero!,
          4,
        );
        expect(f1Score(annotations, []), name).toBeCloseTo(publishedTcpd[name]!.f1.zero!, 4);
      }
    },
  );
});
