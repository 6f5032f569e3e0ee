import { expect, test } from "vitest";

import { tamperings } from "../../../clients/conformance/evidence/tamperings/tamperings.ts";
import { check } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";

// What is found without a recomputation is a vector, which every language runs (clients/conformance/evidence).
const ofScoring = tamperings.filter(({ code }) => code === "E_RESCORE");

test("what only a recomputation of the scoring finds is found by the toy scoring", () => {
  expect(ofScoring.length).toBeGreaterThan(0);
  for (const { name, input, code } of ofScoring) {
    expect(check(input()), name).toMatchObject({ verdict: "invalid", exitStatus: 1, code });
  }
});
