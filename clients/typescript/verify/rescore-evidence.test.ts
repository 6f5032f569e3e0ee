import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { EvidenceFileError, rescoreEvidence } from "./rescore-evidence.ts";

const folder = new URL("../../conformance/evidence/", import.meta.url);
const file = (name: string): Buffer => readFileSync(new URL(name, folder));

test.each(["1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0"])(
  "evidence of scoring %s comes out as recorded",
  async (version) => {
    const bundle = file(`scoring-${version}/scored.bundle.json`);
    const rescoring = await rescoreEvidence(bundle, file(`scoring-${version}/scored.frames.ndjson`));
    expect(rescoring).toMatchObject({ result: "same", scoring_version: version });
    expect(rescoring).not.toHaveProperty("differences");
  },
);

test("a figure that does not follow from the frames is named, with both values", async () => {
  const bundle = JSON.parse(file("scored.bundle.json").toString()) as {
    readonly measurements: { health_score: number };
  };
  const recorded = bundle.measurements.health_score;
  bundle.measurements.health_score = recorded + 1;
  const { result, differences } = await rescoreEvidence(
    JSON.stringify(bundle),
    file("scored.frames.ndjson").toString(),
  );
  expect(result).toBe("different");
  const details = (differences ?? []).map(({ detail }) => detail).join("\n");
  expect(details).toContain(String(recorded + 1));
  expect(details).toContain(String(recorded));
});

test("frames of another bundle, and none, are not computed, and why is said", async () => {
  const bundle = file("scored.bundle.json");
  for (const frames of ["", file("toy.frames.ndjson")]) {
    expect(await rescoreEvidence(bundle, frames)).toMatchObject({
      result: "unable",
      reason: expect.stringMatching(/frames of EVB-/u) as string,
    });
  }
});

test.each(["", "{}", "[]", "\0", '{"event_id":1}'])("what is no bundle (%j) is an error", async (bundle) => {
  await expect(rescoreEvidence(bundle, "")).rejects.toBeInstanceOf(EvidenceFileError);
});
