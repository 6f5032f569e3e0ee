import { expect, test } from "vitest";
import { fold } from "../fold.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";
import { initialState } from "../model/initial-state.ts";

/** Frames after which there were more outliers than usual. */
function framesWithMany(vehicle: TestVehicle): readonly number[] {
  let state = initialState();
  return journalOf(vehicle).flatMap((entry, frame) => {
    state = fold(state, entry, defaultSettings).state;
    return state.outliers.many ? [frame] : [];
  });
}

test.each(["normal", "student", "outliers"] as const)(
  "noise %s has its own outliers, and no more",
  (tails) => {
    for (let seed = 0; seed < 10; seed += 1)
      expect(framesWithMany({ frames: 1000, seed, tails })).toEqual([]);
  },
);

test("one frame in five far out is more than usual, within a hundred frames, and forgotten once it is over", () => {
  const begins: number[] = [];
  for (let seed = 0; seed < 10; seed += 1) {
    const displacement = (frame: number) =>
      frame >= 400 && frame < 600 && frame % 5 === 0 ? { radarM: frame % 10 === 0 ? 0.6 : -0.6 } : {};
    const many = framesWithMany({ frames: 900, seed, displacement });
    expect(many[0]).toBeGreaterThanOrEqual(400);
    begins.push(many[0]!);
    expect(many.at(-1)).toBeLessThan(760);
  }
  // One of them had an outlier of its own by chance before, as one in four may in ten times 400 frames: it takes a little longer.
  expect(begins.toSorted((one, other) => one - other)[8]).toBeLessThan(500);
  expect(Math.max(...begins)).toBeLessThan(550);
});
