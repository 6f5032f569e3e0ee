import { expect, test } from "vitest";

import { feedForTests } from "../../feed/feed-for-tests.ts";
import { writeOpenScenario } from "./write-openscenario.ts";

const valuesOf = (xml: string, variable: string) =>
  [...xml.matchAll(new RegExp(`variableRef="${variable}"><SetAction value="([^"]*)"`, "g"))].map(
    ([, value]) => value!,
  );

test("the drift is set from sample to sample, and nowhere but at a sample", () => {
  const feed = feedForTests();
  const { drift_deg: drift } = feed.parameters.trajectory;
  const written = valuesOf(writeOpenScenario(feed), "drift_deg").map(Number);
  expect(written[0]).toBe(drift[0]);
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((value) => !drift.includes(value))).toEqual([]);
});

test.each([1, 20, 600, 3600])("a scenario of %d s sets the drift at most 200 times", (durationS) => {
  const written = valuesOf(writeOpenScenario(feedForTests({ durationS })), "drift_deg");
  expect(written.length).toBeLessThanOrEqual(200);
  expect(written.length).toBeGreaterThan(5);
});

test("silence, events and the tiers that are warranted are set when they come", () => {
  const dropout = feedForTests({ type: "data_dropout" });
  const received = valuesOf(writeOpenScenario(dropout), "received");
  expect(received.filter((value) => value === "false")).toHaveLength(
    dropout.parameters.trajectory.gaps.length,
  );
  const collision = writeOpenScenario(feedForTests());
  expect(valuesOf(collision, "event")).toEqual(["impact"]);
  expect(valuesOf(collision, "tier").at(-1)).toBe("CRITICAL");
});

test("each sensor's poses are properties of the vehicle under a prefix of their own", () => {
  const xml = writeOpenScenario(feedForTests());
  const properties = [...xml.matchAll(/<Property name="([^"]*)"/g)].map(([, name]) => name!);
  expect(properties.every((name) => name.startsWith("plumbline:"))).toBe(true);
  for (const id of ["cam_front", "radar_front", "lidar_top"]) {
    expect(properties).toContain(`plumbline:${id}.baseline.xyz_m`);
    expect(properties).toContain(`plumbline:${id}.now.quat_xyzw`);
  }
  expect(xml).toContain('name="plumbline:radar_front.now.xyz_m" value="3.24 0 0.5"');
});

test("the roads are those of the OpenDRIVE file of the same scenario", () => {
  expect(writeOpenScenario(feedForTests())).toContain('<LogicFile filepath="scn_8d0c5c1f2a7b4e90.xodr"/>');
});

test("what befalls a sensor besides movement is a variable of its own, only where it does", () => {
  const shifted = writeOpenScenario(feedForTests({ type: "intrinsics_shift" }));
  expect(valuesOf(shifted, "cam_front_focal_scale").map(Number).at(-1)).toBeCloseTo(1.008, 9);
  expect(shifted).not.toContain("radar_front_focal_scale");
  expect(writeOpenScenario(feedForTests())).not.toContain("focal_scale");
});

test("the car brakes for a bend, and stands where the scenario lets it stand", () => {
  const speeds = (xml: string) =>
    [...xml.matchAll(/<SpeedProfileEntry speed="([^"]*)"/g)].map(([, speed]) => Number(speed));
  const driving = speeds(writeOpenScenario(feedForTests({ durationS: 120 })));
  expect(Math.min(...driving)).toBeGreaterThan(3);
  expect(Math.max(...driving)).toBeLessThanOrEqual(10);
  expect(new Set(driving.map(Math.round)).size).toBeGreaterThan(2);
  expect(new Set(speeds(writeOpenScenario(feedForTests({ type: "car_wash" }))))).toEqual(new Set([0]));
});
