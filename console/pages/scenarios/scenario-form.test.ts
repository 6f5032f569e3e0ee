import { describe, expect, test } from "vitest";
import { scenarioTypes } from "../../../core/contract/scenario-types.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { faultsOfAnswer, paramFields, readScenarioForm } from "./scenario-form.ts";

test("nothing typed is a request of nothing", () => {
  expect(readScenarioForm(null, {})).toEqual({ kind: "request", request: {} });
});

test("all that is typed is asked for, a place as latitude, longitude", () => {
  const typed = {
    origin: "synthetic",
    level: "logical",
    duration_s: "40",
    map_center: "37.77, -122.42",
    seed: "7",
    sensors: "radar",
    "param.A": "0.4",
  };
  const read = readScenarioForm("curb_strike", typed);
  const request = {
    scenario_type: "curb_strike",
    origin: "synthetic",
    level: "logical",
    duration_s: 40,
    map_center: [37.77, -122.42],
    seed: 7,
    params: { A: 0.4 },
    sensors: [{ id: "radar_front", kind: "radar" }],
  };
  expect(read).toEqual({ kind: "request", request });
  expect(validate("ScenarioFeedRequest", request)).toEqual([]);
});

test("the usual three sensors are asked for by saying nothing", () => {
  expect(readScenarioForm(null, { sensors: "three" })).toEqual({ kind: "request", request: {} });
});

test.each([
  ["map_center", "-122.42, 37.77"],
  ["map_center", "37.77"],
  ["map_center", "north, east"],
  ["map_center", ","],
  ["duration_s", "a minute"],
  ["seed", "1e999"],
  ["param.A", "much"],
])("%s of %s is refused at its field", (field, value) => {
  const read = readScenarioForm(null, { [field]: value });
  expect(read).toEqual({ kind: "faults", faults: { [field]: expect.stringMatching(/must be/) } });
});

test.each([
  ["89,180", [89, 180]],
  ["-90, -180", [-90, -180]],
  ["37.77, \u2212122.42", [37.77, -122.42]],
  [" 0 , 0 ", [0, 0]],
])("the place %s is one", (typed, place) => {
  expect(readScenarioForm(null, { map_center: typed })).toEqual({
    kind: "request",
    request: { map_center: place },
  });
});

describe("parameters", () => {
  test("each type shows all of its own, the usual value within the range", () => {
    expect(paramFields(null, "")).toEqual([]);
    for (const type of scenarioTypes) {
      for (const { usual, low, high } of paramFields(type, ""))
        expect(usual >= low && usual <= high).toBe(true);
    }
    expect(paramFields("bumper_repair_radar", "")).toEqual([
      { name: "t0", usual: 5, low: 2, high: 10 },
      { name: "A", usual: 0.8, low: 0.2, high: 2 },
    ]);
  });

  test("times grow with the length typed, and one that cannot be is as the usual", () => {
    expect(paramFields("bumper_repair_radar", "40")[0]).toEqual({ name: "t0", usual: 10, low: 4, high: 20 });
    expect(paramFields("bumper_repair_radar", "5000")[0]).toMatchObject({ usual: 5 });
  });
});

describe("what the service refuses", () => {
  test("stands at the field it points to", () => {
    const errors = [
      { pointer: "/params/A", detail: "A must be from 0.2 to 2." },
      { pointer: "/duration_s", detail: "too long" },
      { pointer: "/map_center/0", detail: "too far north" },
    ];
    expect(faultsOfAnswer("two faults", errors)).toEqual({
      "param.A": "A must be from 0.2 to 2.",
      duration_s: "too long",
      map_center: "too far north",
    });
  });

  test("stands beside the button where no field is to blame", () => {
    expect(faultsOfAnswer("There is no such vehicle.", [])).toEqual({ "": "There is no such vehicle." });
    expect(faultsOfAnswer("odd", [{ pointer: "/exports/0" }])).toEqual({ "": "odd" });
  });
});
