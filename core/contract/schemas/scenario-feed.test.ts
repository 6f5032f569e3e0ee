import { expect, test } from "vitest";

import { faultsWith } from "./changed-example-for-tests.ts";

test.each([
  [
    "null is a member left out",
    {
      scenario_type: null,
      vehicle_id: null,
      evidence_id: null,
      duration_s: null,
      map_center: null,
      seed: null,
    },
    [],
  ],
  ["a scenario of an hour is the longest", { duration_s: 3600 }, []],
  ["and not a second more", { duration_s: 3601 }, ["/duration_s out_of_range"]],
  ["a place is within the poles", { map_center: [90.1, 0] }, ["/map_center/0 out_of_range"]],
  ["a place has two numbers", { map_center: [37] }, ["/map_center wrong_length"]],
  ["a seed has 32 bits", { seed: 2 ** 32 }, ["/seed out_of_range"]],
  ["a scenario nobody simulates is refused", { scenario_type: "earthquake" }, ["/scenario_type not_allowed"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("ScenarioFeedRequest", changes)).toEqual(faults);
});

test.each([
  ["a feed says where it comes from", provenance("guessed"), ["/provenance/kind not_allowed"]],
  ["a made-up scenario names no vehicle", provenance("synthetic"), []],
  ["a scenario may be what a vehicle went through", provenance("replay"), []],
])("%s", (_, changes, faults) => {
  expect(faultsWith("ScenarioFeed", changes)).toEqual(faults);
});

function provenance(kind: string) {
  return { provenance: { kind, measured: [], n_vehicles: 0, privacy: "no position of a vehicle" } };
}
