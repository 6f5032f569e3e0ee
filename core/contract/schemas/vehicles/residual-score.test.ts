import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["a statistic is absent while learning, never null", { cusum_statistic: undefined }, []],
  ["a tier is one of the four", { tier: "RED" }, ["/tier not_allowed"]],
  ["a confidence is at most 1", { confidence: 1.2 }, ["/confidence out_of_range"]],
  ["entries of the journal are counted from 1", { frame_seq: 0 }, ["/frame_seq out_of_range"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("ResidualScore", changes)).toEqual(faults);
});
