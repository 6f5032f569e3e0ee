import { expect, test } from "vitest";

import { tierCourse, type TierMoves } from "./tier-course.ts";

const tiers = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"];
const stepSeconds = 100;

/** A vehicle's life: its first frame, and each tier with the second it began. */
type Life = readonly (readonly [second: number, tier: string])[];

/** The same numbers in every run. */
function draws() {
  let drawn = 7;
  return (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below;
}

function movesOf(lives: readonly Life[], steps: number): readonly TierMoves[] {
  return lives.flatMap((life) =>
    life.flatMap(([second, to], at) => {
      if (second < 0) return [];
      const step = Math.min(steps, Math.floor(second / stepSeconds));
      return [{ step, from: life[at - 1]?.[1] ?? null, to, vehicles: 1, secondsAfterBegin: second }];
    }),
  );
}

const tierAt = (life: Life, second: number) => life.findLast(([began]) => began < second)?.[1];

test("counts and times are those of following every vehicle by itself", () => {
  const draw = draws();
  const lives: Life[] = Array.from({ length: 200 }, () => {
    let second = draw(3_000) - 1_000;
    return Array.from({ length: 1 + draw(6) }, (_, at): Life[number] => {
      second += 1 + draw(300);
      return [second, at === 0 ? "UNKNOWN" : tiers[draw(4)]!];
    });
  });
  const steps = 12;
  const endSeconds = 1_150;
  // The last step is cut short; what comes after it comes after all.
  const moves = movesOf(lives, steps).map((move) =>
    move.secondsAfterBegin >= endSeconds ? { ...move, step: steps } : move,
  );
  const now = Object.fromEntries(
    tiers.map((tier) => [tier, lives.filter((life) => life.at(-1)![1] === tier).length]),
  );
  const course = tierCourse({ tiers, now, moves, steps, endSeconds });
  for (const tier of tiers) {
    const followed = Array.from({ length: steps }, (_, step) => {
      const end = Math.min(endSeconds, (step + 1) * stepSeconds);
      return lives.filter((life) => tierAt(life, end) === tier).length;
    });
    expect(course.atEnd[tier]).toEqual(followed);
    const seconds = lives.reduce((sum, life) => {
      const spans = life.map(([began, of], at) => {
        const until = life[at + 1]?.[0] ?? Infinity;
        const inside = Math.min(endSeconds, until) - Math.max(0, began);
        return of === tier ? Math.max(0, inside) : 0;
      });
      return sum + spans.reduce((total, span) => total + span, 0);
    }, 0);
    expect(course.secondsIn[tier]).toBeCloseTo(seconds, 6);
  }
});

test("a fleet without moves stays as it is", () => {
  const course = tierCourse({ tiers, now: { NOMINAL: 3 }, moves: [], steps: 2, endSeconds: 150 });
  expect(course.atEnd).toEqual({ UNKNOWN: [0, 0], NOMINAL: [3, 3], CAUTION: [0, 0], CRITICAL: [0, 0] });
  expect(course.secondsIn["NOMINAL"]).toBe(450);
});
