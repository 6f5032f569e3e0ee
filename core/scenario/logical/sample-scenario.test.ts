import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { validate } from "../../contract/requests/validate.ts";
import { type ScenarioType, scenarioTypes } from "../../contract/scenario-types.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { askForTests, feedForTests } from "../feed/feed-for-tests.ts";
import { makeParameters } from "../feed/make-feed.ts";
import { type Distributions, distributionsOf } from "./distributions-of.ts";
import { drawParams, sampleScenario } from "./sample-scenario.ts";

function logicalOf(type: ScenarioType, fixed: Readonly<Record<string, number>> = {}): ScenarioFeed {
  const feed = feedForTests({ type, params: fixed });
  const distributions = distributionsOf(feed.parameters, feed.provenance, fixed);
  feed.parameters.drift_model.distributions = distributions;
  return { ...feed, level: "logical" };
}

const within = (value: number, [low = 0, high = 0]: readonly number[]) => value >= low && value <= high;

test.each(scenarioTypes)("%s: what is drawn is a feed, and within the ranges", (type) => {
  const logical = logicalOf(type);
  expect(validate("ScenarioFeed", logical)).toEqual([]);
  const { distributions: _, ...model } = logical.parameters.drift_model;
  for (const seed of [0, 7, 4_294_967_295]) {
    const { parameters } = sampleScenario(logical, seed);
    const drawn = { ...logical, level: "concrete" as const, seed, parameters };
    expect(validate("ScenarioFeed", drawn)).toEqual([]);
    const { params, distributions } = parameters.drift_model;
    expect(distributions).toBeUndefined();
    expect(Object.keys(params)).toEqual(Object.keys(model.params));
    for (const [name, value] of Object.entries(params)) {
      expect([name, within(value, model.ranges[name] ?? [])]).toEqual([name, true]);
    }
  }
});

test("what is drawn is the scenario that a request with these parameters makes", () => {
  const { parameters } = sampleScenario(logicalOf("curb_strike"), 9);
  const asked = makeParameters({
    ...askForTests,
    type: "curb_strike",
    seed: 9,
    params: parameters.drift_model.params,
  });
  expect(parameters).toEqual(asked);
});

test("another seed is another case, the same one the same", () => {
  const logical = logicalOf("post_collision");
  const paramsOf = (seed: number) => sampleScenario(logical, seed).parameters.drift_model.params;
  expect(paramsOf(1)).toEqual(paramsOf(1));
  expect(paramsOf(1)).not.toEqual(paramsOf(2));
});

test("what is fixed is not drawn, and what cannot vary has no distribution", () => {
  const { distributions } = logicalOf("vibration_random_walk", { sigma: 0.1 }).parameters.drift_model;
  expect(distributions).toEqual({ lambda: { kind: "uniform", low: 0.01, high: 0.2, from: "model" } });
  const whole = logicalOf("pothole_impact").parameters.drift_model.distributions!["n"];
  expect(whole).toEqual({ kind: "uniform", low: 1, high: 12, whole: true, from: "model" });
});

describe("of a fit", () => {
  const feed = feedForTests({ type: "bumper_repair_radar" });
  const fit = {
    rmse_deg: 0.01,
    frames: 50,
    parameters: {
      t0: { value: 5, low: 4.9, high: 5.1 },
      A: { value: 0.8, low: 0.7, high: 0.9 },
    },
  };
  feed.parameters.drift_model.ranges = { t0: [4.9, 5.1], A: [0.7, 0.9] };

  test("a parameter is as sure as its interval", () => {
    const { A } = distributionsOf(feed.parameters, { fit, n_vehicles: 1 }, {});
    expect(A).toEqual({
      kind: "normal",
      low: 0.7,
      high: 0.9,
      mean: 0.8,
      sd: expect.closeTo(0.051, 3),
      from: "fit",
    });
  });

  test("a size is as wide as the fleet, once that is some vehicles", () => {
    const { A, t0 } = distributionsOf(feed.parameters, { fit, n_vehicles: 3 }, {});
    expect(A).toEqual({ kind: "uniform", low: 0.7, high: 0.9, from: "fleet" });
    expect(t0).toMatchObject({ kind: "normal", from: "fit" });
  });

  test("what no frame tells of is drawn from the model's range", () => {
    const untold = { ...fit, parameters: { A: { value: 0.8, low: null, high: null } } };
    const { A } = distributionsOf(feed.parameters, { fit: untold, n_vehicles: 9 }, {});
    expect(A).toMatchObject({ kind: "uniform", from: "model" });
  });
});

interface Draw {
  readonly seed: number;
  readonly distributions: Distributions;
  readonly params: Readonly<Record<string, number>>;
}

const draws: readonly Draw[] = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/parameter-draws.json", import.meta.url), "utf8"),
);

test.each(draws.map((draw) => [draw.seed, draw] as const))(
  "seed %i draws what a second implementation draws, bit for bit",
  (seed, { distributions, params }) => {
    expect(drawParams(distributions, seed)).toEqual(params);
  },
);

const many = Array.from({ length: 4000 }, (_, seed) => seed);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("draws fill the range evenly, whole ones reach both ends", () => {
  const { distributions } = draws[0]!;
  const drawn = many.map((seed) => drawParams(distributions, seed));
  const sizes = drawn.map(({ A = 0 }) => A);
  // Mean 1.1, standard error 1.8/√12/√4000 = 0.008.
  expect(Math.abs(mean(sizes) - 1.1)).toBeLessThan(4 * 0.0082);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.2);
  expect(Math.max(...sizes)).toBeLessThan(2);
  const counts = drawn.map(({ n = 0 }) => n);
  expect(new Set(counts)).toEqual(new Set(Array.from({ length: 12 }, (_, at) => at + 1)));
});

test("a normal one stays within its limits and about its mean", () => {
  const times = many.map((seed) => drawParams(draws[0]!.distributions, seed)["t0"]!);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(4.5);
  expect(Math.max(...times)).toBeLessThanOrEqual(5.5);
  // Cut at −2.4 and +1.6 standard deviations: the mean moves by −0.25·(φ(1.6) − φ(−2.4))/(Φ(1.6) − Φ(−2.4)) = −0.0236.
  expect(Math.abs(mean(times) - (5.1 - 0.0236))).toBeLessThan(4 * (0.23 / Math.sqrt(4000)));
});
