import { expect, test } from "vitest";

import { driftOf } from "../poses/pose-at.ts";
import { validate } from "../../contract/requests/validate.ts";
import { askForTests, feedForTests } from "./feed-for-tests.ts";
import { makeFitted } from "./make-fitted.ts";

test("a fitted scenario follows the fitted formula, in the time of its history", () => {
  const feed = feedForTests();
  const history = {
    sensor: "radar",
    trajectory: { dt_s: 0.1, drift_deg: [0, 9], gaps: [{ from_s: 0, to_s: 1 }], time_scale: 90 },
    onsetS: 7,
    tier: "NOMINAL",
  } as const;
  const params = { t0: 6, A: 0.5 };
  const intervals = { t0: [5.8, 6.2], A: null } as const;
  const ask = { ...askForTests, type: "bumper_repair_radar" } as const;
  feed.parameters = makeFitted(
    ask,
    { params, intervals, rmse: 0.02 },
    {
      ...history,
      trajectory: { ...history.trajectory, drift_deg: [0, 9], gaps: [] },
      sizes: [0.2, 0.9],
    },
  );
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  const { drift_model: model, trajectory, truth } = feed.parameters;
  expect(model.params).toEqual(params);
  // What the fit tells nothing of keeps the model's range.
  expect(model.ranges).toEqual({ t0: [5.8, 6.2], A: [0.2, 2] });
  expect(trajectory).toMatchObject({ time_scale: 90, gaps: [] });
  expect([5.9, 6].map(driftOf(feed))).toEqual([0, 0.5]);
  expect(trajectory.drift_deg[60]).toBe(0.5);
  expect(truth.onset_s).toBe(6);
});
