import { expect, test } from "vitest";
import { scenarioTypes } from "../../../core/contract/scenario-types.ts";
import { storyOf } from "../story/story-for-tests.ts";
import { timelinePlan } from "./timeline-plan.ts";

const collision = storyOf("post_collision");
const plan = timelinePlan(collision, "camera", 900);

test("a place on the timeline and a moment lead to each other, and not beyond the ends", () => {
  expect(plan.tOf(plan.xOf(7.25))).toBeCloseTo(7.25, 9);
  expect(plan.tOf(-500)).toBe(0);
  expect(plan.tOf(5000)).toBe(20);
});

test("marks stand where the events are, and neighbours are said in one", () => {
  const { marks, xOf } = timelinePlan(collision, "camera", 400);
  expect(marks.map(({ kind }) => kind)).toEqual(["happening", "signal", "tier"]);
  expect(marks[0]!.x).toBeCloseTo(xOf(5), 9);
  expect(marks.map(({ words }) => words)).toEqual([
    null,
    null,
    expect.stringMatching(/^impact, .* · change found · Critical$/u),
  ]);
});

test("a statistic beyond its scale is printed", () => {
  expect(plan.rows[1]!.beyond!.text).toMatch(/^up to \d\d$/);
  expect(timelinePlan(storyOf("nominal_control"), "camera", 900).rows[1]!.beyond).toBeNull();
});

test("a radar is drawn in metres against its own limits", () => {
  const [drift] = timelinePlan(collision, "radar", 900).rows;
  expect(drift).toMatchObject({ name: "drift, m" });
  expect(drift!.limits.map(({ text }) => text.replace("\u00a0", " "))).toEqual(["0.200 m", "0.500 m"]);
});

test("words of limits never lie on each other", () => {
  const [caution, critical] = plan.rows[0]!.limits;
  expect(caution!.wordsY - critical!.wordsY).toBeGreaterThanOrEqual(12 - 1e-9);
});

test.each(scenarioTypes)("%s can be drawn in any width", (type) => {
  const story = storyOf(type);
  for (const width of [240, 320, 1320]) {
    const drawn = timelinePlan(story, story.lead, width);
    for (const path of drawn.rows.flatMap(({ lines }) => lines.map((line) => line.path))) {
      expect(path).not.toMatch(/NaN|Infinity/);
    }
    const total = drawn.tiers.reduce((sum, { width: bar }) => sum + bar, 0);
    expect(total).toBeCloseTo(drawn.xOf(20) - drawn.xOf(0), 6);
    for (const { x, words } of drawn.marks) expect(x + 8 + (words?.length ?? 0) * 5).toBeLessThan(width + 1);
  }
});
