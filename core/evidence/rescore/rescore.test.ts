import { expect, test } from "vitest";

import { bundle, frames } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf, type BundleCore } from "../../encoding/bundle.ts";
import { readFramesFile } from "../frames/read-frames-file.ts";
import { rescorer, type ScoringParts } from "./rescore.ts";
import { toyScoring, type ToySettings, type ToyState } from "./toy-scoring-for-tests.ts";

const core = coreOf(bundle);
const { records } = readFramesFile(frames.bytes);
const rescore = (given: BundleCore, parts: ScoringParts<ToyState, ToySettings> = toyScoring) =>
  rescorer(parts)(given, records);

test("the recorded scoring comes out of the recorded frames", () => {
  expect(rescore(core)).toEqual({ kind: "same" });
});

test("a scoring of another version recomputes nothing", () => {
  expect(rescore(core, { ...toyScoring, version: "toy-2" })).toMatchObject({
    kind: "unable",
    reason: expect.stringContaining("toy-2"),
  });
});

test("a value that the fold does not give is named with both values", () => {
  const breach = { ...core.breach, statistic: core.breach.statistic + 1 };
  expect(rescore({ ...core, breach })).toEqual({
    kind: "different",
    differences: [
      {
        kind: "recomputed",
        place: "/breach/statistic",
        recorded: String(breach.statistic),
        recomputed: String(core.breach.statistic),
      },
    ],
  });
});

test("a fold without a breach says so in place of the breach's values", () => {
  const parameters = { slack: 0.05, limit: 1_000 };
  const found = rescore({ ...core, scoring: { ...core.scoring, parameters } });
  const differences = found.kind === "different" ? found.differences : [];
  expect(differences).toContainEqual(
    expect.objectContaining({ place: "/breach/frame_seq", recomputed: "no breach is open there" }),
  );
});

test("parameters that break the fold are a verdict, not a crash", () => {
  const found = rescore({ ...core, scoring: { ...core.scoring, parameters: {} } });
  expect(found).toEqual({
    kind: "different",
    differences: [{ kind: "unfoldable", reason: "no toy settings" }],
  });
});

test("the text of the method at hand is compared where it is given", () => {
  const parts = { ...toyScoring, specificationSha256: "0".repeat(64) };
  expect(rescore(core, parts)).toMatchObject({ kind: "different", differences: [{ kind: "stated" }] });
});
