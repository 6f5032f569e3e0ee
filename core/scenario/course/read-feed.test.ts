import { expect, test } from "vitest";
import { validate } from "../../contract/requests/validate.ts";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { readFeed } from "./read-feed.ts";

/** No more than the specification shows. */
const shortest = {
  scenario_type: "post_collision",
  parameters: {
    initial_drift_state: { tier: "CRITICAL", camera_drift_deg: 1.41 },
    visualizer: {
      format: "service_web_demo_v1",
      duration_s: 20,
      map_center: [37.7749, -122.4194],
      highlight_vehicle_id: "veh-0042",
    },
  },
};
const changed = (parameters: object, others: object = {}) => ({
  ...shortest,
  ...others,
  parameters: { ...shortest.parameters, ...parameters },
});
const visualizer = (changes: object) =>
  changed({ visualizer: { ...shortest.parameters.visualizer, ...changes } });

test("a whole feed is taken as it is", () => {
  const feed = feedForTests();
  expect(readFeed(feed)).toEqual({ kind: "feed", feed, filled: [] });
});

test.each(scenarioTypes)(
  "the shortest feed of %s becomes a whole one, and what was filled in is told",
  (type) => {
    const read = readFeed({ ...shortest, scenario_type: type });
    if (read.kind !== "feed") throw new Error(read.reason);
    const { feed, filled } = read;
    expect(feed.parameters.visualizer).toEqual(shortest.parameters.visualizer);
    expect(feed.parameters.initial_drift_state).toMatchObject(shortest.parameters.initial_drift_state);
    expect(feed.parameters.trajectory.drift_deg).toHaveLength(201);
    expect(filled).toContain("trajectory");
    expect(filled).toContain("initial_drift_state.sensors");
    const { scenario_id: _, ...answered } = feed;
    expect(validate("ScenarioFeed", { ...answered, scenario_id: "scn_0000000000000000" })).toEqual([]);
  },
);

test("a trajectory that is given is not made up anew", () => {
  const read = readFeed(changed({ trajectory: { dt_s: 1, drift_deg: [0, 0.5, 1] } }));
  if (read.kind !== "feed") throw new Error(read.reason);
  expect(read.feed.parameters.trajectory).toMatchObject({ dt_s: 1, drift_deg: [0, 0.5, 1], gaps: [] });
  expect(read.filled).toContain("trajectory.gaps");
});

test.each<[string, unknown, string]>([
  ["no object", null, "visualizer.format is missing"],
  ["a list", [], "visualizer.format is missing"],
  ["another format", visualizer({ format: "v2" }), 'visualizer.format is "v2"'],
  ["an unknown type", { ...shortest, scenario_type: "meteor" }, 'scenario_type is "meteor"'],
  ["a type that is a member of every object", { ...shortest, scenario_type: "toString" }, "scenario_type"],
  ["no time", visualizer({ duration_s: 0 }), "duration_s is 0"],
  ["endless time", visualizer({ duration_s: 1e9 }), "duration_s"],
  ["no number of seconds", visualizer({ duration_s: "20" }), 'duration_s is "20"'],
  ["a place that is none", visualizer({ map_center: [91, 0] }), "map_center is [91,0]"],
  ["half a place", visualizer({ map_center: [1] }), "map_center is [1]"],
  ["no drift", changed({ initial_drift_state: {} }), "camera_drift_deg"],
  ["an empty trajectory", changed({ trajectory: { dt_s: 1, drift_deg: [] } }), "trajectory"],
  ["a trajectory with a hole", changed({ trajectory: { dt_s: 1, drift_deg: [0, null] } }), "trajectory"],
  ["steps of no length", changed({ trajectory: { dt_s: 0, drift_deg: [0] } }), "trajectory"],
])("%s is refused with the reason", (_, value, reason) => {
  expect(readFeed(value)).toEqual({ kind: "refused", reason: expect.stringContaining(reason) });
});

test("of what was given no more than a line is repeated", () => {
  const read = readFeed({ ...shortest, scenario_type: "x".repeat(10_000) });
  expect(read.kind === "refused" && read.reason.length).toBeLessThan(140);
});
