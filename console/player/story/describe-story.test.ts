import { expect, test } from "vitest";
import { describeStory } from "./describe-story.ts";
import { playScenario } from "../../../core/scenario/course/play-scenario.ts";
import { feedForTests } from "../../../core/scenario/feed/feed-for-tests.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { storyOf } from "./story-for-tests.ts";
import { tellStory } from "./story.ts";

test("a fault that is found is told with how long it took", () => {
  expect(describeStory(storyOf("post_collision"))).toMatch(
    /^Collision: it begins at 5\.0\ss\. The scorer says Critical at 5\.\d\ss, 0\.\d\ss after it began\.$/u,
  );
  expect(describeStory(storyOf("gradual_mount_loosening"))).toMatch(/Caution at .*, and Critical at/u);
});

test("nothing out of true and nothing flagged is said to be right", () => {
  expect(describeStory(storyOf("nominal_control"))).toBe(
    "Nothing happens. No sensor has drifted, and the scorer correctly stays at Nominal.",
  );
});

test("a false alarm is called one", () => {
  // A clock 20 ms late: 0.24° of yaw in the bends, which rotations alone do not tell from a mount.
  const feed = feedForTests({ type: "time_slip", start: noVehicle });
  feed.parameters.drift_model.params["slip"] = 0.02;
  expect(describeStory(tellStory(feed, playScenario(feed)))).toMatch(
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
