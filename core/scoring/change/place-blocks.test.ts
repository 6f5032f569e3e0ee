import { describe, expect, test } from "vitest";
import { addBlock, channelSums, noChangeSums } from "./change-sums.ts";
import { clearChannels, placeBlocks } from "./place-blocks.ts";
import { blockOf } from "../blocks/scored-block-for-tests.ts";
import type { ChangeSums } from "../model/state.ts";

const shape = { bucketsPerLevel: 2, levels: 3, referenceFrozen: false, scatterModel: null };
const radar = 3;

describe("channels that are cleared", () => {
  test("hold nothing any more, and the others all they held", () => {
    const cleared = clearChannels(cameraAndRadar(), radar, 1);
    for (const sums of [cleared.past, ...Array.from(cleared.buckets, (bucket) => bucket.sums)]) {
      expect(channelSums(sums, radar)).toEqual({ n: 0, sum: 0, squares: 0 });
    }
    const before = cameraAndRadar();
    expect(cleared.past.slice(0, 9)).toEqual(before.past.slice(0, 9));
    for (const [row, { seq, size, sums }] of [...cleared.buckets].entries()) {
      expect({ seq, size }).toEqual({ seq: before.buckets.seqAt(row), size: before.buckets.sizeAt(row) });
      expect(sums.slice(0, 9)).toEqual(before.buckets.at(row).sums.slice(0, 9));
    }
  });

  test("leave the sums they were cleared in as they were", () => {
    const before = cameraAndRadar();
    clearChannels(before, 0, 3);
    expect(before).toEqual(cameraAndRadar());
  });
});

describe("blocks of a new baseline", () => {
  test("older than every bucket join the reference, the others the bucket of their time", () => {
    const sums = clearChannels(cameraAndRadar(), radar, 1);
    const [oldest, second] = sums.buckets;
    const placed = placeBlocks(
      sums,
      radar,
      {
        reference: [blockOf(oldest!.seq - 1, 2), blockOf(oldest!.seq, 3), blockOf(second!.seq - 1, 4)],
        watched: [],
        inherited: [],
      },
      shape,
    );
    expect(channelSums(placed.past, radar)).toEqual({ n: 1, sum: 2, squares: 4 });
    expect(channelSums(placed.buckets.at(0).sums, radar)).toEqual({ n: 2, sum: 7, squares: 25 });
    expect(channelSums(placed.buckets.at(1).sums, radar)).toEqual({ n: 0, sum: 0, squares: 0 });
  });

  test("are all past while the reference is frozen, wherever the buckets of the other sensors begin", () => {
    const before = clearChannels(cameraAndRadar(), radar, 1);
    const reference = [blockOf(1, 2), blockOf(before.buckets.seqAt(0) + 1, 3), blockOf(20, 4)];
    const frozen = { ...shape, referenceFrozen: true };
    const watched = [blockOf(21, 7)];
    const placed = placeBlocks(before, radar, { reference, watched, inherited: [] }, frozen);
    expect(channelSums(placed.past, radar)).toEqual({ n: 3, sum: 9, squares: 29 });
    expect(weightOf(placed, radar)).toBe(4);
    expect(channelSums([...placed.buckets].at(-1)!.sums, radar)).toEqual({ n: 1, sum: 7, squares: 49 });
  });

  test("stand in place of what the sums held of the sensor, so that placing them twice is placing them once", () => {
    const blocks = { reference: [blockOf(2, 1), blockOf(19, -1)], watched: [], inherited: [] };
    const once = placeBlocks(cameraAndRadar(), radar, blocks, shape);
    expect(weightOf(once, radar)).toBe(2);
    expect(placeBlocks(once, radar, blocks, shape)).toEqual(once);
  });

  test("leave the other sensors alone", () => {
    const before = cameraAndRadar();
    const placed = placeBlocks(
      before,
      radar,
      { reference: [blockOf(2, 1), blockOf(19, 5)], watched: [], inherited: [] },
      shape,
    );
    for (const axis of [0, 1, 2]) expect(weightOf(placed, axis)).toBe(weightOf(before, axis));
  });

  test("count by their weight, with or without a predecessor", () => {
    const first = { ...blockOf(1, 9), whitened: null };
    const reference = [first, { ...blockOf(2, 3), weight: 0.5 }];
    const { past } = placeBlocks(noChangeSums(5), radar, { reference, watched: [], inherited: [] }, shape);
    expect(channelSums(past, radar)).toEqual({ n: 1.5, sum: 10.5, squares: 85.5 });
  });

  test("under watch that are newer than every bucket get their own, which age as any do", () => {
    const watched = [blockOf(22, 1), blockOf(23, 2)];
    const placed = placeBlocks(
      cameraAndRadar(),
      radar,
      { reference: [blockOf(2, 0)], watched, inherited: [] },
      shape,
    );
    expect([...placed.buckets].slice(-2)).toMatchObject([
      { seq: 22, size: 1 },
      { seq: 23, size: 1 },
    ]);
    expect(channelSums([...placed.buckets].at(-1)!.sums, radar)).toEqual({ n: 1, sum: 2, squares: 4 });
    expect([...placed.buckets].filter(({ size }) => size === 1)).toHaveLength(2);
  });

  test("under watch from before the newest bucket join theirs", () => {
    const watched = [blockOf(20, 3)];
    const placed = placeBlocks(
      cameraAndRadar(),
      radar,
      { reference: [blockOf(2, 0)], watched, inherited: [] },
      shape,
    );
    const sizesOf = ({ buckets }: ChangeSums) => Array.from(buckets, ({ seq, size }) => ({ seq, size }));
    expect(sizesOf(placed)).toEqual(sizesOf(cameraAndRadar()));
    expect(channelSums([...placed.buckets].at(-1)!.sums, radar)).toEqual({ n: 1, sum: 3, squares: 9 });
  });

  test("of a camera fill its three channels", () => {
    const turned = { ...blockOf(1, 0), placed: [0, 0, 0], score: [1, 2, 3] };
    const { past } = placeBlocks(
      noChangeSums(5),
      0,
      { reference: [turned], watched: [], inherited: [] },
      shape,
    );
    expect(past).toEqual([1, 1, 1, 1, 2, 4, 1, 3, 9, 0, 0, 0, 0, 0, 0]);
  });
});

/** Twenty blocks of camera and radar, of which the oldest have left the histogram. */
function cameraAndRadar(): ChangeSums {
  let sums = noChangeSums(5);
  for (let seq = 1; seq <= 20; seq += 1) {
    sums = addBlock(sums, { seq, weights: [1, 1, 1, 1, 0], values: [seq, -seq, 2, 1, 0] }, shape);
  }
  return sums;
}

function weightOf({ past, buckets }: ChangeSums, channel: number): number {
  return [...buckets].reduce(
    (sum, bucket) => sum + channelSums(bucket.sums, channel).n,
    channelSums(past, channel).n,
  );
}
