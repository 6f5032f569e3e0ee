import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { ReportPlaces } from "./report-places.ts";

test("an organisation has so many places, and gives them back", () => {
  const queue = new ReportPlaces({ placesPerOrganisation: 2, places: 3 });
  const refusal = (organisation: string) => {
    try {
      queue.enter(organisation);
      return null;
    } catch (fault) {
      return fault instanceof Refusal ? fault.code : fault;
    }
  };
  const leave = queue.enter("one");
  expect([refusal("one"), refusal("one"), refusal("two"), refusal("three")]).toEqual([
    null,
    "paper_queue_full",
    null,
    "overloaded",
  ]);
  leave();
  leave();
  expect([refusal("three"), refusal("four")]).toEqual([null, "overloaded"]);
});
