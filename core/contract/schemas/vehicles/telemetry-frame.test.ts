import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["one sensor is enough", { sensors: { radar_range_bias_m: 0.1 } }, []],
  ["none is not", { sensors: {} }, ["/sensors wrong_length"]],
  [
    "a sensor that did not report is not null",
    { sensors: { radar_range_bias_m: null } },
    ["/sensors/radar_range_bias_m wrong_type"],
  ],
  [
    "a confidence is at most 1",
    { sensors: { lidar_confidence: 1.01 } },
    ["/sensors/lidar_confidence out_of_range"],
  ],
  [
    "a rotation has nine numbers",
    { sensors: { camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0] } },
    ["/sensors/camera_rotation_matrix wrong_length"],
  ],
  ["metadata may hold more, and may be left out", { metadata: { driver_note: { any: [1, null] } } }, []],
  ["a frame may not", { speed: 3 }, ["/speed member_unknown"]],
  ["a vehicle id is ASCII", { vehicle_id: "v\u00e9h" }, ["/vehicle_id wrong_format"]],
  ["a time has a zone", { timestamp: "2025-03-01T08:00:00" }, ["/timestamp timestamp_invalid"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("TelemetryFrame", changes)).toEqual(faults);
});

test.each([["a batch holds a frame", { frames: [] }, ["/frames wrong_length"]]])(
  "%s",
  (_, changes, faults) => {
    expect(faultsWith("TelemetryBatch", changes)).toEqual(faults);
  },
);
