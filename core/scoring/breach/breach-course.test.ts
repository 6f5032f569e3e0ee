import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";

const courseOf = (frames: number) =>
  replayEntries(
    journalOf({ frames, seed: 5, displacement: (frame) => (frame >= 150 ? { radarM: 0.3 } : {}) }),
    defaultSettings,
  ).state.breach?.course;

test("the course opens with what was heard before: near the reference first, then where the radar went", () => {
  const rows = courseOf(170)?.rows.radar ?? [];
  const times = rows.map(({ timeUs }) => timeUs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(Math.abs(rows[0]?.shifts[0] ?? 1)).toBeLessThan(0.15);
  expect(rows.at(-1)?.shifts[0]).toBeGreaterThan(0.15);
});

test("it grows by a row a block until there are 32, and no block is lost when two become one", () => {
  const [early, late] = [courseOf(170), courseOf(400)];
  expect(late?.rows.radar).toHaveLength(32);
  const blocksOf = (course: typeof early) =>
    course?.rows.radar.reduce((sum, { blocks }) => sum + blocks, 0) ?? 0;
  expect(blocksOf(late)).toBe(blocksOf(early) + 230);
  expect(late?.likely).toEqual(early?.likely);
});
