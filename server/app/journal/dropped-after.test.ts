import { expect, test } from "vitest";

import { droppedAfter } from "./dropped-after.ts";

test("each reading that was lost is counted, with its newest capture time, in the order of the names", () => {
  const first = droppedAfter([], { dropped: ["radar_range_bias_m"], timestampUs: 5 });
  expect(first).toEqual([{ member: "radar_range_bias_m", count: 1, lastTimestampUs: 5 }]);
  expect(droppedAfter(first, { dropped: [], timestampUs: 6 })).toBe(first);
  const late = droppedAfter(first, { dropped: ["lidar_confidence", "radar_range_bias_m"], timestampUs: 4 });
  expect(late).toEqual([
    { member: "lidar_confidence", count: 1, lastTimestampUs: 4 },
    { member: "radar_range_bias_m", count: 2, lastTimestampUs: 5 },
  ]);
});
