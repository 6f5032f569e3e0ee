import { expect, test } from "vitest";
import { joinBlocks } from "./join-blocks.ts";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { Block, SensorTrack } from "../model/state.ts";
import { between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";

const blocksOf = (values: readonly (readonly number[])[]): Block[] =>
  values.map((value, at) => ({ seq: at + 1, atUs: at, weight: 1, values: value }));

test("a radar's blocks are joined two by two, and the next ones take twice the frames", () => {
  const learnt = blocksOf([[1], [3], [2], [2]]);
  const track: SensorTrack = { ...initialTrack("radar", null), level: 2, learnt, within: [7] };
  const joined = joinBlocks({ name: "radar", track, settings }, learnt);
  expect(joined.level).toBe(3);
  expect(joined.learnt.map(({ seq, values }) => [seq, values])).toEqual([
    [2, [2]],
    [4, [2]],
  ]);
  // Each of the two squares of 1 counts for the four frames of its block.
  expect(joined.within).toEqual([7 + 4 * 2]);
  expect(joined.anchor).toBeNull();
});

test("a camera whose first rotation was far out counts from the middle of its blocks from now on", () => {
  const mount = expDeg([10, 20, 30]);
  const anchor = multiply(mount, expDeg([40, 0, 0]));
  const offsets = [0.1, -0.1, 0.2, -0.2].map((z) => multiply(mount, expDeg([0, 0, z])));
  const learnt = blocksOf(offsets.map((rotation) => logDeg(between(anchor, rotation))));
  const track: SensorTrack = { ...initialTrack("camera", null), anchor, learnt };

  const joined = joinBlocks({ name: "camera", track, settings }, learnt);

  expect(Math.hypot(...logDeg(between(mount, joined.anchor!)))).toBeLessThan(1e-5);
  // Joined about the old anchor the mean of turns this large would not lie on the mount.
  for (const { values } of joined.learnt) expect(Math.hypot(...values)).toBeLessThan(1e-5);
  expect(joined.within[2]).toBeCloseTo(2 * (0.1 * 0.1 + 0.2 * 0.2), 5);
  expect(joined.within[0]).toBeCloseTo(0, 8);
});
