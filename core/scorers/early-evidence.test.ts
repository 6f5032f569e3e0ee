import { expect, test } from "vitest";

import { fromFirstBlocks, realRescore } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { checkFrames } from "../evidence/verify/check-frames.ts";
import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { coreOf, readStoredBundle } from "../encoding/bundle.ts";
import { defaultSettings } from "../scoring/settings/settings.ts";

const { facts, frames, issued } = fromFirstBlocks;
const core = coreOf(readStoredBundle(issued.bytes));
const checked = checkFrames(core, frames.bytes, primitives.sha256);
if (checked.kind !== "whole") throw new Error(`the frames are ${checked.kind}`);
const { records } = checked;

test("the evidence of an early verdict says that it is provisional and what it rests on", () => {
  const { outputs } = core.scoring;
  expect(outputs.provisional).toMatchObject({ sensor: "radar", blocks_before: 12, frames_per_block: 1 });
  expect(outputs.warnings).toContain("verdict_provisional");
  expect(outputs).toMatchObject({ tier: "CAUTION", recommended_action: "inspect_sensor" });
  expect(outputs.confidence).toBeLessThanOrEqual(0.5);
  expect(core.breach.threshold).toBe(defaultSettings.early.limitNats);
  expect(core.breach.statistic).toBe(facts.score.provisional!.statistic);
});

test("it is recomputed from its frames, and a changed figure is found", () => {
  expect(realRescore(core, records)).toEqual({ kind: "same" });
  const { scoring } = core;
  const provisional = { ...scoring.outputs.provisional!, drift: 0.9 };
  const forged = { ...core, scoring: { ...scoring, outputs: { ...scoring.outputs, provisional } } };
  expect(realRescore(forged, records)).toMatchObject({
    kind: "different",
    differences: [{ place: "/scoring/outputs/provisional" }],
  });
});
