import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { knownScorers } from "../../../core/scorers/known-scorers.ts";
import { keptFile } from "../../conformance/evidence/examples/kept-evidence.ts";
import { fromStart } from "../../conformance/evidence/examples/scored-evidence.ts";
import { frames } from "../../conformance/evidence/examples/toy-evidence.ts";
import { EvidenceFileError, rescoreEvidence } from "./rescore-evidence.ts";

const scored = Buffer.from(fromStart.issued.bytes);
const scoredFrames = Buffer.from(fromStart.frames.bytes);

test.each(knownScorers)("evidence of scoring $version comes out as recorded", async ({ version }) => {
  const kept = (name: string) => readFileSync(keptFile(name, version));
  const rescoring = await rescoreEvidence(kept("scored.bundle.json"), kept("scored.frames.ndjson"));
  expect(rescoring).toMatchObject({ result: "same", scoring_version: version });
  expect(rescoring).not.toHaveProperty("differences");
});

test("a figure that does not follow from the frames is named, with both values", async () => {
  const bundle = JSON.parse(scored.toString()) as {
    readonly measurements: { health_score: number };
  };
  const recorded = bundle.measurements.health_score;
  bundle.measurements.health_score = recorded + 1;
  const { result, differences } = await rescoreEvidence(JSON.stringify(bundle), scoredFrames.toString());
  expect(result).toBe("different");
  const details = (differences ?? []).map(({ detail }) => detail).join("\n");
  expect(details).toContain(String(recorded + 1));
  expect(details).toContain(String(recorded));
});

test("frames of another bundle, and none, are not computed, and why is said", async () => {
  for (const given of ["", frames.bytes]) {
    expect(await rescoreEvidence(scored, given)).toMatchObject({
      result: "unable",
      reason: expect.stringMatching(/frames of EVB-/u) as string,
    });
  }
});

test.each(["", "{}", "[]", "\0", '{"event_id":1}'])("what is no bundle (%j) is an error", async (bundle) => {
  await expect(rescoreEvidence(bundle, "")).rejects.toBeInstanceOf(EvidenceFileError);
});
