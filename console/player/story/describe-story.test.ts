import { expect, test } from "vitest";
import { describeStory } from "./describe-story.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { playScenario } from "../../../core/scenario/course/play-scenario.ts";
import { feedForTests } from "../../../core/scenario/feed/feed-for-tests.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import { storyOf } from "./story-for-tests.ts";
import { tellStory, type Story } from "./story.ts";

/** A story whose tier is so from these times on. */
function storyJudged(type: ScenarioType, tierFrom: Readonly<Record<string, Tier>>): Story {
  const feed = feedForTests({ type, start: noVehicle });
  const course = playScenario(feed);
  const tier = course.tier.map((_, frame) => {
    const times = Object.keys(tierFrom).filter((from) => frame * course.period_s >= Number(from) - 1e-9);
    return times.length === 0 ? "NOMINAL" : tierFrom[times.at(-1)!]!;
  });
  return tellStory(feed, { ...course, tier });
}

test("a fault that is found is told with how long it took", () => {
  expect(describeStory(storyOf("post_collision"))).toMatch(
    /^Collision: it begins at 5\.0\ss\. The scorer says Critical at 5\.\d\ss, 0\.\d\ss after it began\.$/u,
  );
  const course = { "5.6": "CAUTION", "9.1": "CRITICAL" } as const;
  expect(describeStory(storyJudged("post_collision", course))).toMatch(
    /The scorer says Caution at 5\.6\ss, 0\.6\ss after it began, and Critical at 9\.1\ss\.$/u,
  );
});

test("nothing out of true and nothing flagged is said to be right", () => {
  expect(describeStory(storyOf("nominal_control"))).toBe(
    "Nothing happens. No sensor has drifted, and the scorer correctly stays at Nominal.",
  );
});

test("a false alarm is called one", () => {
  expect(describeStory(storyJudged("time_slip", { "9.0": "CAUTION" }))).toMatch(
    /No sensor has drifted\. .*Caution.* That is a false alarm/u,
  );
});

test("advice to inspect is no false alarm", () => {
  expect(describeStory(storyOf("occlusion_false_drift"))).toMatch(
    /recommends an inspection of the sensor \(low lidar confidence\), not for a calibration\.$/u,
  );
});

test("a vehicle that is critical already is not said to be too little out of true", () => {
  const feed = feedForTests();
  expect(describeStory(tellStory(feed, playScenario(feed)))).toMatch(
    /already Critical when the scenario begins, and its tier gets no worse\.$/u,
  );
});
