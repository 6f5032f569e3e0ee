import { expect, test } from "vitest";
import { addBlock, noChangeSums } from "./change-sums.ts";
import { clearChannels, placeBlocks } from "./place-blocks.ts";

const shape = { bucketsPerLevel: 4, levels: 5, referenceFrozen: false };
const block = (seq: number, value: number) => ({
  seq,
  weight: 1,
  placed: [value],
  standardised: [value],
  whitened: [value],
});

test("blocks go where they would have been: to the reference, to their bucket, to a bucket of their own", () => {
  const heard = addBlock(noChangeSums(2), { seq: 10, weights: [1, 0], values: [5, 0] }, shape);
  const placed = placeBlocks(
    heard,
    1,
    { reference: [block(4, 1), block(10, 2)], watched: [block(12, 3)] },
    shape,
  );
  expect(placed.past).toEqual([0, 0, 0, 1, 1, 1]);
  expect(placed.buckets).toEqual([
    { size: 1, seq: 10, sums: [1, 5, 25, 1, 2, 4] },
    { size: 1, seq: 12, sums: [0, 0, 0, 1, 3, 9] },
  ]);
});

test("channels that are cleared hold nothing, the others what they held", () => {
  const heard = addBlock(noChangeSums(2), { seq: 1, weights: [1, 1], values: [5, 6] }, shape);
  expect(clearChannels(heard, 0, 1).buckets).toEqual([{ size: 1, seq: 1, sums: [0, 0, 0, 1, 6, 36] }]);
});
