import { expect, test } from "vitest";

import {
  parseBaselineCommand,
  parseReference,
  parseReplayRequest,
  parseScenarioRequest,
} from "./parse-requests.ts";
import { Refusal } from "../refusal.ts";

function faultsOf(parse: () => unknown): readonly string[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.faults.map((fault) => `${"pointer" in fault ? fault.pointer : "?"} ${fault.code}`);
  }
}

test.each<[value: unknown, faults: readonly string[]]>([
  [{ action: "learn", reason: "repair" }, []],
  [{ action: "learn" }, ["/reason member_missing"]],
  [{ action: "reset", reason: "repair" }, ["/action not_allowed"]],
  [{ action: "learn", reason: "" }, ["/reason wrong_length"]],
  [{ action: "learn", reason: "a\u0007b" }, ["/reason wrong_format"]],
  [{ action: "learn", reason: "repair", by: "me" }, ["/by member_unknown"]],
  [[], [" wrong_type"]],
  [null, [" wrong_type"]],
])("baseline command %j", (value, faults) => {
  expect(faultsOf(() => parseBaselineCommand(value))).toEqual(faults);
});

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

test.each<[value: Record<string, unknown>, faults: readonly string[]]>([
  [{ camera_rotation_matrix: identity, source: "factory" }, []],
  [{ camera_rotation_matrix: null, source: "withdrawn", valid_from: "2025-01-12T00:00:00Z" }, []],
  [{ source: "factory" }, ["/camera_rotation_matrix member_missing"]],
  [{ camera_rotation_matrix: identity.slice(1), source: "x" }, ["/camera_rotation_matrix wrong_length"]],
  [
    { camera_rotation_matrix: identity.map((entry) => -entry), source: "x" },
    ["/camera_rotation_matrix rotation_matrix_invalid"],
  ],
  [
    { camera_rotation_matrix: null, source: "x", valid_from: "2026-02-30T00:00:00Z" },
    ["/valid_from timestamp_invalid"],
  ],
  [{ camera_rotation_matrix: null, source: "x", valid_from: "today" }, ["/valid_from timestamp_invalid"]],
  [
    { camera_rotation_matrix: null, source: "x", valid_from: "2200-01-01T00:00:00Z" },
    ["/valid_from timestamp_in_future"],
  ],
])("reference %j", (value, faults) => {
  expect(faultsOf(() => parseReference(value))).toEqual(faults);
});

test("registered extrinsics in three rows of three are the nine numbers", () => {
  const rows = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  expect(parseReference({ camera_rotation_matrix: rows, source: "factory" })).toEqual({
    camera_rotation_matrix: rows.flat(),
    source: "factory",
  });
  expect(
    faultsOf(() => parseReference({ camera_rotation_matrix: rows.slice(1), source: "factory" })),
  ).not.toEqual([]);
});

test("null and absent are the same in a scenario request", () => {
  expect(parseScenarioRequest(undefined)).toEqual({});
  expect(parseScenarioRequest({ seed: null, duration_s: 20, vehicle_id: null })).toEqual({ duration_s: 20 });
});

test.each<[value: unknown, faults: readonly string[]]>([
  [{ seed: 4_294_967_295, duration_s: 1, map_center: [-90, 180] }, []],
  [{ seed: 4_294_967_296 }, ["/seed out_of_range"]],
  [{ seed: 1.5 }, ["/seed wrong_type"]],
  [{ duration_s: 0.5 }, ["/duration_s out_of_range"]],
  [{ duration_s: 3601 }, ["/duration_s out_of_range"]],
  [{ map_center: [91, 0] }, ["/map_center/0 out_of_range"]],
  [{ map_center: [0, -180.5] }, ["/map_center/1 out_of_range"]],
  [{ map_center: [0] }, ["/map_center wrong_length"]],
  [{ map_center: [0, 0, 0] }, ["/map_center wrong_length"]],
  [{ map_center: { lat: 0, lon: 0 } }, ["/map_center wrong_type"]],
  [{ scenario_type: "post_colision" }, ["/scenario_type not_allowed"]],
  [{ vehicle_id: "../x" }, ["/vehicle_id wrong_format"]],
  [{ evidence_id: "EVB-1" }, ["/evidence_id wrong_format"]],
  [{ callback_url: "http://169.254.169.254/" }, ["/callback_url member_unknown"]],
  ["post_collision", [" wrong_type"]],
])("scenario request %j", (value, faults) => {
  expect(faultsOf(() => parseScenarioRequest(value))).toEqual(faults);
});

test("a misspelt value is answered with the right one", () => {
  expect(() => parseScenarioRequest({ scenario_type: "post_colision" })).toThrow(
    /did you mean post_collision\?/,
  );
});

test("a replay from after to is refused", () => {
  const [early, late] = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"];
  expect(faultsOf(() => parseReplayRequest({ from: late, to: early }))).toEqual(["/from out_of_range"]);
  for (const request of [
    { from: early, to: late },
    { from: late },
    { to: early },
    {},
    { from: early, to: early },
  ]) {
    expect(parseReplayRequest(request)).toEqual(request);
  }
});
