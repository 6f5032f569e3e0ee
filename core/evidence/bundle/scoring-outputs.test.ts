import { Compile } from "typebox/compile";
import { expect, test } from "vitest";

import { bundle, facts } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { bundleSchema } from "../../encoding/bundle.ts";
import { measurementsOf } from "../../sensors/sensor-lists.ts";
import { scoringOutputs } from "./scoring-outputs.ts";

test("the outputs are what the score of the breach frame says", () => {
  expect(scoringOutputs(facts.score)).toEqual(bundle.scoring.outputs);
  expect(bundle.scoring.outputs).toMatchObject({
    tier: facts.score.tier,
    cusum_statistic: facts.score.cusumStatistic,
    breach_opened: true,
    ...measurementsOf(facts.score),
  });
});

test("a value that is not there is null, and the schema takes it", () => {
  const outputs = scoringOutputs({ ...facts.score, mahalDistance: null, changePointSeq: null });
  expect(outputs.mahal_distance).toBeNull();
  const shape = Compile(bundleSchema);
  expect(shape.Check({ ...bundle, scoring: { ...bundle.scoring, outputs } })).toBe(true);
});
