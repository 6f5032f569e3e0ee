import { expect, test } from "vitest";
import { addBlock, addValues, noChangeSums } from "../change/change-sums.ts";
import { defaultSettings } from "../settings/settings.ts";
import { furtherChange, hasEnded } from "./since-breach.ts";
import type { Breach, ChangeSums } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";
import { changeModelOf } from "../change/change-model-for-tests.ts";

const model = changeModelOf([1], { zones: [0.3], referenceFrozen: true });

test("a lasting shift has not ended, though blocks from before it are counted to its breach", () => {
  expect(hasEnded(breach(), { sums: after([50, 0], [250, 1]), model, nats: 12 }, defaultSettings)).toBe(
    false,
  );
  expect(hasEnded(breach(), { sums: after([250, 1]), model, nats: 12 }, defaultSettings)).toBe(false);
});

test("it has ended once its blocks show the way back, or speak of no shift any more", () => {
  expect(hasEnded(breach(), { sums: after([250, 1], [60, 0]), model, nats: 12 }, defaultSettings)).toBe(true);
  expect(hasEnded(breach(), { sums: after([250, 1]), model, nats: null }, defaultSettings)).toBe(true);
  expect(hasEnded(breach(), { sums: after([250, 1]), model, nats: -0.5 }, defaultSettings)).toBe(true);
});

test("only a shift that has rested moves on, and only away from the reference", () => {
  const moved = { sums: after([200, 1], [30, 3]), model, nats: 40 };
  const rested = breach({ restedBlocks: defaultSettings.tiers.cautionHoldBlocks });
  expect(furtherChange(breach(), moved, defaultSettings)).toBeNull();
  expect(furtherChange(rested, moved, defaultSettings)?.found.side).toBe("upper");
  const back = { sums: after([200, 1], [30, 0]), model, nats: 40 };
  expect(furtherChange(rested, back, defaultSettings)).toBeNull();
});

function breach(known: Partial<Breach> = {}): Breach {
  return { changeBlockSeq: 1, restedBlocks: 0, ...known } as Breach;
}

/** 100 blocks of reference, then stretches of so many blocks with a mean. */
function after(...stretches: readonly (readonly [blocks: number, mean: number])[]): ChangeSums {
  const shape = { bucketsPerLevel: 4, levels: 9, referenceFrozen: true, scatterModel: null };
  let { past } = noChangeSums(1);
  for (let at = 0; at < 100; at += 1) past = addValues(past, { weights: [1], values: [testNoise(4, 0, at)] });
  let sums: ChangeSums = { ...noChangeSums(1), past };
  let seq = 0;
  for (const [blocks, mean] of stretches) {
    for (let at = 0; at < blocks; at += 1) {
      seq += 1;
      sums = addBlock(sums, { seq, weights: [1], values: [mean + testNoise(5, 0, seq)] }, shape);
    }
  }
  return sums;
}
