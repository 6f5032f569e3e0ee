import { describe, expect, test } from "vitest";
import { completedBlock } from "../blocks/scored-block-for-tests.ts";
import { drawCharts } from "./draw-charts.ts";
import { noChart } from "./tabular-cusum.ts";
import type { CalibratedLearning } from "../baseline/accept-baseline.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import type { CompletedBlock } from "../blocks/score-block.ts";
import { initialState } from "../model/initial-state.ts";
import { chartOf, writeRunningNoise, writeSums } from "../model/rows/channel-charts.ts";
import type { ChannelChart, ChannelCharts } from "../model/rows/channel-charts.ts";
import { channels } from "../model/sensors.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";

const radar = 3;
const { k, clipSigma } = defaultSettings.chart;
/** 101 values before, of mean 0 and unit variance. */
const known: ChannelChart = { ...noChart, count: 101, mean: 0, squares: 100 };

test("a frame that completed no block leaves the charts as they are", () => {
  const state = charted(known);
  expect(drawn(state, completed([]))).toEqual(charted(known).charts);
});

test("the lidar's confidence has no chart", () => {
  const state = charted(known);
  expect(drawn(state, completed([["confidence", completedBlock([9])]]))).toEqual(charted(known).charts);
});

test("a block moves the charts of its sensor's channels and of no other", () => {
  const camera = drawn(charted(known), completed([["camera", completedBlock([1, 2, 3])]]));
  expect(everyChart(camera).map(({ count }) => count)).toEqual([1, 1, 1, 101, 0]);
  const lidar = drawn(charted(known), completed([["lidar", completedBlock([1])]]));
  expect(everyChart(lidar).map(({ count }) => count)).toEqual([0, 0, 0, 101, 1]);
});

describe("a chart's two sums", () => {
  test("take what a block is beyond k, upward and downward, and never fall below nothing", () => {
    // Of a mean and a variance from 101 values: t = y/√(1 + 1/101) with 100 degrees, turned normal (Wallace 1959).
    const scoreOf = (y: number) =>
      Math.sign(y) * Math.sqrt(100 * Math.log(1 + (y * y * 101) / 102 / 100)) * (801 / 803);
    for (const y of [2, 0.2, -0.2, -2.5]) {
      const [chart] = drawRadar({ ...known, upper: 1, lower: 0.25 }, y);
      expect(chart!.upper).toBeCloseTo(Math.max(0, 1 + scoreOf(y) - k), 12);
      expect(chart!.lower).toBeCloseTo(Math.max(0, 0.25 - scoreOf(y) - k), 12);
    }
  });

  test("change sides with the sign of the block", () => {
    const [up] = drawRadar(known, 2);
    const [down] = drawRadar(known, -2);
    expect([down!.upper, down!.lower]).toEqual([up!.lower, up!.upper]);
  });

  test("take no more from an outlier than the clip", () => {
    expect(drawRadar(known, 1000)[0]!.upper).toBe(clipSigma - k);
    expect(drawRadar(known, -1000)[0]!.lower).toBe(clipSigma - k);
  });

  test("wait for the third value, before which there is no noise to measure by", () => {
    expect(drawRadar(noChart, 5)).toEqual([{ upper: 0, lower: 0, count: 1, mean: 5, squares: 0 }]);
    expect(drawRadar({ ...noChart, count: 1, mean: 5 }, 9)[0]).toMatchObject({
      upper: 0,
      lower: 0,
      count: 2,
    });
  });
});

describe("a chart's noise", () => {
  test("is the mean and the squares of every value so far", () => {
    const values = [0.5, -1, 2, 0.25, -0.75];
    let chart = noChart;
    for (const value of values) [chart] = drawRadar(chart, value) as [ChannelChart];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(chart.mean).toBeCloseTo(mean, 12);
    expect(chart.squares).toBeCloseTo(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
      12,
    );
  });

  test("learns nothing while the reference is frozen, though the sums go on", () => {
    const state = { ...charted(known), frozen: true };
    const chart = chartOf(drawn(state, completed([["radar", completedBlock([2])]])), radar);
    expect(chart).toMatchObject({ count: 101, mean: 0, squares: 100 });
    expect(chart.upper).toBeGreaterThan(0);
  });

  test("of a new baseline is that of its own blocks, beside the sums drawn so far", () => {
    const reference = [
      completedBlock([1]),
      { ...completedBlock([9]), whitened: null },
      completedBlock([2]),
      completedBlock([6]),
    ];
    const learnt = learntFrom(reference);
    const before = { ...known, upper: 4, lower: 2 };
    const charts = drawn(charted(before), learnt);
    expect(chartOf(charts, radar)).toEqual({ upper: 4, lower: 2, count: 3, mean: 3, squares: 14 });
  });

  test("stays what it was when a new baseline has no whitened block", () => {
    const state = charted(known);
    const learnt = learntFrom([{ ...completedBlock([9]), whitened: null }]);
    expect(drawn(state, learnt)).toEqual(charted(known).charts);
  });
});

describe("the charts of a vehicle", () => {
  const chartsAfter = (frames: number) => {
    const journal = journalOf({
      frames,
      seed: 2,
      sensors: ["camera", "radar"],
      displacement: (frame) => (frame >= 100 ? { radarM: 0.2 } : {}),
    });
    return everyChart(replayEntries(journal, defaultSettings).state.charts);
  };

  test("are empty before there is a baseline, and of a sensor that is not there for good", () => {
    expect(chartsAfter(19)).toEqual([noChart, noChart, noChart, noChart, noChart]);
    expect(chartsAfter(120)[4]).toEqual(noChart);
  });

  test("climb on the upper side for a radar that reads too far, beside an axis that does not", () => {
    const [cameraX, , , radarChart] = chartsAfter(120);
    expect(radarChart?.upper).toBeGreaterThan(10);
    expect(radarChart?.lower).toBe(0);
    expect(cameraX?.upper).toBeLessThan(10);
  });
});

/** The charts once they were moved, in the one list they stand in. */
function drawn(state: VehicleState, advance: Advance): ChannelCharts {
  drawCharts(state, advance, defaultSettings);
  return state.charts;
}

function drawRadar(chart: ChannelChart, value: number): readonly ChannelChart[] {
  const charts = drawn(charted(chart), completed([["radar", completedBlock([value])]]));
  return [chartOf(charts, radar)];
}

function everyChart(charts: ChannelCharts): readonly ChannelChart[] {
  return channels.map((_, channel) => chartOf(charts, channel));
}

function charted(chart: ChannelChart): VehicleState {
  const state = initialState();
  const charts = state.charts.slice();
  writeSums(charts, radar, chart);
  writeRunningNoise(charts, radar, chart);
  return { ...state, charts };
}

function completed(
  blocks: readonly (readonly ["camera" | "radar" | "lidar" | "confidence", CompletedBlock])[],
): Advance {
  const { tracks } = initialState();
  return { tracks, stepped: true, scored: new Map(blocks), calibrated: new Map(), waves: new Map() };
}

function learntFrom(reference: readonly CompletedBlock[]): Advance {
  const { tracks } = initialState();
  const learnt: CalibratedLearning = {
    kind: "calibrated",
    track: tracks.radar,
    reference,
    watched: [],
    inherited: [],
    early: null,
  };
  return { ...completed([]), calibrated: new Map([["radar", learnt]]) };
}
