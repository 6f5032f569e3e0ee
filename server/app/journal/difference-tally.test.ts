import { expect, test } from "vitest";

import { DifferenceTally } from "./difference-tally.ts";

test("every difference is counted, the first hundred are listed", () => {
  const tally = new DifferenceTally();
  expect([tally.counts().differenceCount, tally.differences]).toEqual([0, []]);
  for (let seq = 1; seq <= 103; seq++) {
    tally.add({ organisation: "acme", vehicleId: "van-1", seq, what: "score", detail: "another" });
  }
  expect(tally.counts().differenceCount).toBe(103);
  expect(tally.differences.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
});
