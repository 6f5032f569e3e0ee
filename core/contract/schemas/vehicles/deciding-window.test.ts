import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

const channel = {
  channel: "radar",
  blocks_since: 3,
  blocks_before: 40,
  mean_since: 4.1,
  mean_before: 0.1,
  sigma: 1.1,
  mean_variance: 0.41,
  degrees_of_freedom: 30,
  zone: 0.5,
  side: "both",
  bayes_factors: [12, 30],
};
const window = {
  frame_seq: 396,
  starts: 4,
  likelihood_ratio: 600,
  term_nats: 7.8,
  participation: 0.2,
  shift_variances: [1, 4],
  shift_weights: [0.5, 0.5],
  sensors: [{ sensor: "radar", bayes_factors: [12, 30], channels: [channel] }],
};
const withChannel = (changes: object) => ({
  ...window,
  sensors: [{ sensor: "radar", bayes_factors: [12], channels: [{ ...channel, ...changes }] }],
});

test.each([
  ["a window says what it takes to compute its term", window, []],
  ["it begins at a frame", { ...window, frame_seq: 0 }, ["/deciding_window/frame_seq out_of_range"]],
  [
    "a spread is never negative",
    withChannel({ sigma: -1 }),
    ["/deciding_window/sensors/0/channels/0/sigma out_of_range"],
  ],
  [
    "nor is the variance of a difference of means",
    withChannel({ mean_variance: -0.1 }),
    ["/deciding_window/sensors/0/channels/0/mean_variance out_of_range"],
  ],
  [
    "a likelihood is never negative",
    withChannel({ bayes_factors: [-1] }),
    ["/deciding_window/sensors/0/channels/0/bayes_factors/0 out_of_range"],
  ],
  [
    "shifts count on one side or on both",
    withChannel({ side: "left" }),
    ["/deciding_window/sensors/0/channels/0/side not_allowed"],
  ],
])("%s", (_, deciding_window, faults) => {
  expect(faultsWith("ResidualScore", { deciding_window })).toEqual(faults);
});
