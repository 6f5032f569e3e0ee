import { expect, test } from "vitest";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { averageIntoBlocks, framesPerBlock } from "./block-average.ts";
import { measure } from "./measurement.ts";

const frame = (seq: number, radarRangeBiasM?: number) =>
  measure(
    radarRangeBiasM === undefined ? { timestampUs: 10 * seq } : { timestampUs: 10 * seq, radarRangeBiasM },
    seq,
    defaultSettings,
  );

test("two frames a block: the second one completes it with their mean", () => {
  const track = { ...initialTrack("radar", null), level: 1 };
  expect(framesPerBlock(track)).toBe(2);
  const first = averageIntoBlocks("radar", track, frame(1, 0.25));
  expect(first.block).toBeNull();
  const second = averageIntoBlocks("radar", first.track, frame(2, 0.75));
  expect(second.block).toEqual({ seq: 2, atUs: 20, weight: 1, values: [0.5] });
  expect(second.track).toMatchObject({ frames: 2, withinFrames: 2, open: { frames: 0 } });
  // Two values 0.25 from their mean.
  expect(second.track.within).toEqual([0.125]);
});

test("a frame without the sensor only lowers its presence", () => {
  const { track } = averageIntoBlocks("radar", initialTrack("radar", null), frame(1, 0.25));
  const without = averageIntoBlocks("radar", track, frame(2));
  expect(without.block).toBeNull();
  expect(without.track).toEqual({ ...track, presence: 0.98 });
});
