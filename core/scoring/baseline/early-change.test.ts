import { describe, expect, test } from "vitest";
import { earlyChange } from "./early-change.ts";
import type { EarlyChange } from "./early-change.ts";
import { initialTrack } from "../model/initial-state.ts";
import { sensorsOf } from "../change/deciding-window.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { Block } from "../model/state.ts";
import { expDeg } from "../numeric/quaternion.ts";
import { shrinkCorrelation } from "./shrink-correlation.ts";
import { testNoise } from "../vehicle-journal.ts";

/** As far apart as blocks may be. */
const tenSecondsUs = 10_000_000;

describe("the statistic is what a naive implementation gives", () => {
  test.each([
    ["radar", 12, 7, 0.5],
    ["radar", 19, 17, 0.8],
    ["radar", 15, 10, -0.6],
    ["lidar", 14, 9, 1.6],
    ["lidar", 18, 5, 2.2],
  ] as const)("%s, %i blocks, moved from the %ith on by %f", (sensor, count, at, size) => {
    for (const periodUs of [tenSecondsUs, 1_000_000]) {
      for (let seed = 1; seed <= 8; seed += 1) {
        const values = stepped({ count, at, seed, size, sigma: sensor === "radar" ? 0.05 : 0.2 });
        const rows = values.map((value) => [Math.fround(value - (sensor === "lidar" ? 3 : 0))]);
        const found = judge(sensor, rows, periodUs);
        expectSame(found, naive(sensor, rows, periodUs));
      }
    }
  });

  test("a camera, whose axes shake together", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const rows = cameraRows({ count: 16, at: 11, seed, turn: [0.3, -0.4, 0.2] });
      const found = judge("camera", rows, tenSecondsUs);
      expectSame(found, naive("camera", rows, tenSecondsUs));
    }
  });
});

describe("what is told", () => {
  test("the change, its size and what it rests on", () => {
    const rows = stepped({ count: 15, at: 11, seed: 3, size: 0.6, sigma: 0.03 }).map((value) => [value]);
    const found = judge("radar", rows)!;
    expect(found).toMatchObject({ at: 11, blocksBefore: 11, blocksAfter: 4, axis: 0, side: "upper" });
    expect(found.drift.amount).toBeCloseTo(0.6, 1);
    expect(found.nats).toBeGreaterThan(settings.early.limitNats);
  });

  test("its window gives its likelihood ratio", () => {
    const rows = cameraRows({ count: 17, at: 12, seed: 5, turn: [0, 0.5, 0] });
    const { window } = judge("camera", rows)!;
    const [camera, ...others] = sensorsOf(window, settings);
    expect(others).toEqual([]);
    const ratio = camera!.bayesFactors.reduce(
      (sum, factor, g) => sum + settings.evidence.shiftWeights[g]! * factor,
      0,
    );
    expect(ratio / window.likelihoodRatio).toBeCloseTo(1, 5);
    expect(window.termNats).toBeCloseTo(Math.log(window.likelihoodRatio - 1), 9);
    expect(window.fromSeq).toBe(seqOf(12));
  });

  test("the side a value has left on", () => {
    const rows = stepped({ count: 14, at: 9, seed: 3, size: -0.6, sigma: 0.03 }).map((value) => [value]);
    expect(judge("radar", rows)).toMatchObject({ side: "lower" });
    const turned = cameraRows({ count: 14, at: 9, seed: 4, turn: [0, 0, -0.8] });
    expect(judge("camera", turned)).toMatchObject({ axis: 2, side: "lower" });
  });
});

describe("nothing is told", () => {
  const clear = (count: number, at: number) =>
    stepped({ count, at, seed: 6, size: 0.8, sigma: 0.02 }).map((value) => [value]);

  test("of fewer than ten blocks, five before or two after", () => {
    expect(judge("radar", clear(9, 6))).toBeNull();
    expect(judge("radar", clear(10, 9))).toBeNull();
    expect(judge("radar", clear(10, 6))).not.toBeNull();
    // Four blocks before the change: the best split has the first moved block among five before.
    expect(judge("radar", clear(12, 4))).toBeNull();
    expect(judge("radar", [])).toBeNull();
  });

  test("of a shift that is not surely beyond the CAUTION limit, however certain", () => {
    const rows = stepped({ count: 18, at: 9, seed: 7, size: 0.19, sigma: 0.01 }).map((value) => [value]);
    expect(judge("radar", rows)).toBeNull();
  });

  test("of a lidar whose error has fallen", () => {
    const rows = stepped({ count: 16, at: 10, seed: 8, size: -2, sigma: 0.1 }).map((value) => [value - 1]);
    expect(judge("lidar", rows)).toBeNull();
    expect(judge("lidar", rows.toReversed())).not.toBeNull();
  });

  test.each(["radar", "lidar", "camera"] as const)(
    "of one wild block of a %s, wherever it comes",
    (sensor) => {
      for (const count of [10, 13, 19]) {
        for (let wild = 0; wild < count; wild += 1) {
          for (const size of [0.3, 3, 300]) {
            const noise = cameraRows({ count, at: count, seed: wild + 1, turn: [0, 0, 0] });
            const width = sensor === "camera" ? 3 : 1;
            const rows = noise.map((row, at) =>
              row.slice(0, width).map((value) => value - 2 + (at === wild ? Math.min(size, 60) : 0)),
            );
            expect(judge(sensor, rows)).toBeNull();
          }
        }
      }
    },
  );

  test("of blocks so close in time that they resemble each other", () => {
    const rows = stepped({ count: 12, at: 9, seed: 2, size: 0.4, sigma: 0.03 }).map((value) => [value]);
    expect(judge("radar", rows, tenSecondsUs)).not.toBeNull();
    expect(judge("radar", rows, 50_000)).toBeNull();
    expect(judge("radar", rows, 0)).toBeNull();
  });

  test("of blocks so far apart in time that their noise may have wandered between them", () => {
    const rows = clear(12, 7);
    const { longestGapUs } = settings.early;
    expect(judge("radar", rows, longestGapUs)).not.toBeNull();
    expect(judge("radar", rows, longestGapUs + 1)).toBeNull();
    expect(judge("radar", rows, 60_000_000)).toBeNull();
  });

  test("of noise that wanders, as large as is usual", () => {
    let told = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const values = wander({ count: 19, seed, correlation: 0.2 * (seed % 5), sigma: 0.06 });
      for (let count = 10; count <= 19; count += 1) {
        told += judge("radar", values.slice(0, count)) === null ? 0 : 1;
      }
    }
    expect(told).toBe(0);
  });
});

test("a sensor that never varies is judged by the smallest noise that is trusted", () => {
  const rows = Array.from({ length: 12 }, (_, at) => [at < 9 ? 0 : 0.5]);
  expect(judge("radar", rows)).toMatchObject({ at: 9 });
  expect(
    judge(
      "radar",
      rows.map(() => [0]),
    ),
  ).toBeNull();
});

/** Blocks of three frames. */
const seqOf = (at: number) => 3 * (at + 1);

function judge(name: LimitedSensor, rows: readonly (readonly number[])[], periodUs = tenSecondsUs) {
  const blocks: Block[] = rows.map((values, at) => ({
    seq: seqOf(at),
    atUs: 1_767_225_600_000_000 + at * periodUs,
    weight: 1,
    values: values.map(Math.fround),
  }));
  const track = { ...initialTrack(name, null), anchor: name === "camera" ? expDeg([0, 0, 0]) : null };
  return earlyChange({ name, track, settings }, blocks);
}

function expectSame(found: EarlyChange | null, expected: ReturnType<typeof naive>) {
  expect(found === null).toBe(!expected.told);
  if (found === null) return;
  expect(found.at).toBe(expected.at);
  // Rotations add up to second order only.
  expect(found.nats / expected.nats).toBeCloseTo(1, 3);
  expect(found.correlation).toBeCloseTo(expected.correlation, 4);
  expect(found.drift.amount).toBeCloseTo(expected.amount, 4);
  expect(found.drift.sd).toBeCloseTo(expected.sd, 4);
  expect(found.likely).toEqual(expected.within(0.25));
  expect(found.widely).toEqual(expected.within(0.05));
}

/**
 * The same from its definition, split by split, in another form: each Bayes factor as the ratio of two Student densities of
 * t = d/√(V·(1/n + 1/m)), its prior shift widening the second; the inverse root by Denman and Beavers' iteration; and the
 * camera's rows as they come, since rotations this small add up.
 */
function naive(sensor: LimitedSensor, rows: readonly (readonly number[])[], periodUs: number) {
  const all: ReturnType<typeof naiveSplit>[] = [];
  for (let at = 5; at <= rows.length - 2; at += 1) all.push(naiveSplit(sensor, rows, at, periodUs));
  const total = all.reduce((sum, { ratio }) => sum + Math.max(0, ratio - 1), 0);
  const best = all.toSorted((one, other) => other.ratio - one.ratio)[0]!;
  const nats = Math.log(total);
  const limit = { camera: 0.2, radar: 0.2, lidar: 0.1 }[sensor];
  const isSure = Math.abs(best.amount) - limit >= 1.2815515655446004 * best.sd;
  const isBorne = best.without.every((amount) => amount > limit);
  /** Without so much of the splits' weight on either side: from after the block before the first to the end of the last's. */
  const within = (tail: number) => {
    const isOutside = (others: readonly { readonly ratio: number }[]) =>
      others.reduce((sum, { ratio }) => sum + Math.max(0, ratio - 1), 0) <= tail * total;
    const left = all.filter(
      (_, index) => !isOutside(all.slice(0, index + 1)) && !isOutside(all.slice(index)),
    );
    return { fromSeq: seqOf(left[0]!.at - 1) + 1, toSeq: seqOf(left.at(-1)!.at) };
  };
  return { ...best, nats, within, told: total > 0 && nats >= 6 && isSure && isBorne };
}

function naiveSplit(
  sensor: LimitedSensor,
  rows: readonly (readonly number[])[],
  at: number,
  periodUs: number,
) {
  const axes = rows[0]!.map((_, axis) => axis);
  const [m, n] = [at, rows.length - at];
  const [first, second] = [rows.slice(0, at), rows.slice(at)];
  const mean = (side: readonly (readonly number[])[], axis: number) =>
    side.map((row) => row[axis]!).reduce((a, b) => a + b, 0) / side.length;
  const variance = (side: readonly (readonly number[])[], axis: number) =>
    side.map((row) => (row[axis]! - mean(side, axis)) ** 2).reduce((a, b) => a + b, 0);
  const shift = axes.map((axis) => mean(second, axis) - mean(first, axis));
  const floor = { camera: 0.002, radar: 0.002, lidar: 0.02 }[sensor];
  const pooled = axes.map((axis) =>
    Math.max(floor ** 2, (variance(first, axis) + variance(second, axis)) / (m + n - 2)),
  );
  const beside = rows.map((row, t) => axes.map((axis) => row[axis]! - mean(t < at ? first : second, axis)));
  const along = beside.map((row) => axes.reduce((sum, axis) => sum + row[axis]! * shift[axis]!, 0));
  const squares = along.reduce((sum, value) => sum + value ** 2, 0);
  const lag =
    squares === 0 ? 0 : along.slice(1).reduce((sum, value, t) => sum + value * along[t]!, 0) / squares;
  const measured = lag + (2 * (1 + 3 * lag)) / (m + n) + 0.5 / Math.sqrt(m + n);
  const correlation = Math.min(0.99, Math.max(measured, Math.exp(-periodUs / 1_500_000)));
  const inflation = (1 + correlation) / (1 - correlation);
  const ofDifference = axes.map((axis) => {
    const own = (side: readonly (readonly number[])[]) =>
      Math.max(pooled[axis]!, variance(side, axis) / (side.length - 1));
    return inflation * (own(first) / m + own(second) / n);
  });
  const degrees = Math.max(1, (m + n - 2) / inflation);
  const z = whitened(
    axes.map((axis) => shift[axis]! / Math.sqrt(pooled[axis]!)),
    beside.map((row) => row.map((value, axis) => value / Math.sqrt(pooled[axis]!))),
  );
  const ratio = [0.06, 0.6, 6].reduce((sum, g, which) => {
    const factors = axes.map((axis) => {
      const t =
        (sensor === "lidar" ? Math.max(0, z[axis]!) : z[axis]!) /
        Math.sqrt(ofDifference[axis]! / pooled[axis]!);
      const wider = Math.sqrt(1 + (g * m * n) / (m + n));
      return student(t / wider, degrees) / wider / student(t, degrees);
    });
    const several =
      factors.reduce((a, b) => a + b, 0) / factors.length / 2 + factors.reduce((a, b) => a * b, 1) / 2;
    return sum + [0.25, 0.35, 0.4][which]! * several;
  }, 0);
  const amountOf = (parts: readonly number[], noise: number) => {
    if (sensor === "camera")
      return Math.sqrt(Math.max(0, parts.reduce((sum, part) => sum + part ** 2, 0) - noise));
    if (sensor === "radar") return Math.abs(parts[0]!);
    return Math.exp(mean(first, 0) + parts[0]!) - Math.exp(mean(first, 0));
  };
  const length = Math.hypot(...shift);
  const sdAlong = Math.sqrt(
    axes.reduce((sum, axis) => sum + (shift[axis]! / length) ** 2 * ofDifference[axis]!, 0),
  );
  const amount = amountOf(
    shift,
    ofDifference.reduce((a, b) => a + b, 0),
  );
  return {
    at,
    ratio,
    correlation,
    amount: sensor === "radar" ? shift[0]! : amount,
    sd: sensor === "lidar" ? sdAlong * Math.exp(mean(second, 0)) : sdAlong,
    without: second.map((_, left) => {
      const rest = second.filter((__, index) => index !== left);
      return amountOf(
        axes.map((axis) => mean(rest, axis) - mean(first, axis)),
        0,
      );
    }),
  };
}

/** Student's density without its constant, which cancels in every ratio. */
function student(t: number, degrees: number): number {
  return (1 + (t * t) / degrees) ** (-(degrees + 1) / 2);
}

function whitened(z: readonly number[], scores: readonly (readonly number[])[]): readonly number[] {
  if (z.length === 1) return z;
  const shrunk = shrinkCorrelation(scores, 3, 4);
  let y = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => shrunk[3 * row + column]! / Math.sqrt(shrunk[4 * row]! * shrunk[4 * column]!)),
  );
  let root: number[][] = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? 1 : 0)));
  for (let step = 0; step < 40; step += 1) {
    const [a, b] = [inverse(root), inverse(y)];
    y = y.map((row, i) => row.map((value, j) => (value + a[i]![j]!) / 2));
    root = root.map((row, i) => row.map((value, j) => (value + b[i]![j]!) / 2));
  }
  return root.map((row) => row.reduce((sum, value, column) => sum + value * z[column]!, 0));
}

/** By cofactors. */
function inverse(a: readonly (readonly number[])[]): number[][] {
  const at = (row: number, column: number) => a[row % 3]![column % 3]!;
  const cofactor = (i: number, j: number) =>
    at(i + 1, j + 1) * at(i + 2, j + 2) - at(i + 1, j + 2) * at(i + 2, j + 1);
  const determinant = [0, 1, 2].reduce((sum, column) => sum + at(0, column) * cofactor(0, column), 0);
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => cofactor(j, i) / determinant));
}

function stepped(of: { count: number; at: number; seed: number; size: number; sigma: number }): number[] {
  return Array.from(
    { length: of.count },
    (_, t) => of.sigma * testNoise(of.seed, 0, t) + (t >= of.at ? of.size : 0),
  );
}

/** Degrees, the second axis half the first's noise. */
function cameraRows(of: { count: number; at: number; seed: number; turn: readonly number[] }): number[][] {
  return Array.from({ length: of.count }, (_, t) => {
    const [x, y, z] = [0, 1, 2].map((stream) => 0.04 * testNoise(of.seed, stream, t)) as [
      number,
      number,
      number,
    ];
    return [x, 0.5 * x + 0.8 * y, z].map((value, axis) => value + (t >= of.at ? of.turn[axis]! : 0));
  });
}

function wander(of: { count: number; seed: number; correlation: number; sigma: number }): number[][] {
  let latest = testNoise(of.seed, 0, 0);
  return Array.from({ length: of.count }, (_, t) => {
    latest = of.correlation * latest + Math.sqrt(1 - of.correlation ** 2) * testNoise(of.seed, 0, t + 1);
    return [of.sigma * latest];
  });
}
