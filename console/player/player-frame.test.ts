import { expect, test } from "vitest";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { playScenario } from "../../core/scenario/course/play-scenario.ts";
import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { noVehicle } from "../../core/scenario/feed/scenario-start.ts";
import { sensorsOfPreset } from "../../core/scenario/poses/rig-presets.ts";
import { sensorRig } from "../../core/scenario/poses/sensor-rig.ts";
import { describePose } from "../scene/describe-pose.ts";
import { describeFrame, frameAt } from "./player-frame.ts";
import { storyOf } from "./story/story-for-tests.ts";
import { tellStory } from "./story/story.ts";

const collision = storyOf("post_collision");

test("frames in random order are the frames in order", () => {
  const moments = Array.from({ length: 200 }, (_, at) => (at * 20) / 199);
  const inOrder = moments.map((tS) => frameAt(collision, tS));
  const mixed = moments
    .map((tS, at) => ({ tS, at, key: (at * 7919) % 200 }))
    .toSorted((a, b) => a.key - b.key);
  const outOfOrder: unknown[] = [];
  for (const { tS, at } of mixed) outOfOrder[at] = frameAt(collision, tS);
  expect(outOfOrder).toEqual(inOrder);
});

test("also where a formula walks step after step", () => {
  const walk = () => storyOf("vibration_random_walk");
  const late = frameAt(walk(), 19.3);
  const story = walk();
  for (const tS of [3, 19.9, 0, 7]) frameAt(story, tS);
  expect(frameAt(story, 19.3)).toEqual(late);
});

test("before the impact the camera is in true, after it turned by what the feed says", () => {
  const at = (tS: number) => describePose(frameAt(collision, tS).sensors[0]!);
  expect(at(4.9)).toBe("The front camera points where its baseline points.");
  expect(at(15)).toMatch(/points .* to the right .* is rolled/u);
  expect(frameAt(collision, 15).readings[0]!.truth).toBeCloseTo(1.41, 2);
});

test("the vehicle drives, or stands where the scenario plays in a yard", () => {
  const place = (story: typeof collision, tS: number) => frameAt(story, tS).ego;
  expect(
    place(collision, 10).xM === place(collision, 0).xM && place(collision, 10).yM === place(collision, 0).yM,
  ).toBe(false);
  const yard = storyOf("car_wash");
  expect(place(yard, 10)).toEqual({ ...place(yard, 0), speedMps: 0 });
});

test("a body that tilts turns the vehicle, and no sensor against it", () => {
  const load = storyOf("load_change");
  const { bodyTurnDeg, sensors } = frameAt(load, 15);
  expect(Math.hypot(...bodyTurnDeg)).toBeGreaterThan(0.5);
  expect(describePose(sensors[0]!)).toContain("where its baseline points");
});

test("a moment outside the scenario shows its nearest frame", () => {
  expect(frameAt(collision, 99).at).toBe(collision.course.tier.length - 1);
  expect(frameAt(collision, -1).at).toBe(0);
});

test.each(scenarioTypes)("%s has a frame in words at every moment", (type) => {
  const story = storyOf(type);
  for (const tS of [0, 5, 12.34, 20]) {
    expect(describeFrame(frameAt(story, tS))).toMatch(
      /^\d+\.\d\d\ss; front camera \d+\.\d\d°; front radar .*\sm; roof lidar .*\sm;/u,
    );
  }
});

test("in a gap the words say that nothing was received", () => {
  const story = storyOf("data_dropout");
  const gapS = story.course.received.indexOf(false) * story.course.period_s;
  expect(describeFrame(frameAt(story, gapS))).toContain("no data");
});

test("of twelve sensors those that are scored are read, and the others stand where they are mounted", () => {
  const rig = sensorsOfPreset("twelve")!.map((mount) => ({
    ...sensorRig.find(({ kind }) => kind === mount.kind)!,
    ...(mount.baseline && { baseline: mount.baseline }),
    id: mount.id,
  }));
  const feed = feedForTests({ start: noVehicle, rig });
  const frame = frameAt(tellStory(feed, playScenario(feed)), 15);
  expect(frame.sensors).toHaveLength(12);
  expect(frame.readings.map(({ id }) => id)).toEqual(["cam_front", "radar_front", "lidar_top"]);
  const others = frame.sensors.filter(({ id }) => !frame.readings.some((reading) => reading.id === id));
  for (const { baseline, now } of others) expect(now).toEqual(baseline);
});
