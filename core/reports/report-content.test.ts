import { expect, test } from "vitest";

import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  fromFirstBlocks,
  fromStart,
  fromState,
  presentScorer,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { ReportFault } from "./evidence-files.ts";
import { reportContent, type ReportGiven } from "./report-content.ts";

const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const given: ReportGiven = {
  sha256: primitives.sha256,
  trustSha256: "ab".repeat(32),
  scorerOf: presentScorer,
};
test("a report draws no course for frames that are not those of the bundle, and says why", () => {
  const { course } = reportContent({ ...evidence, frames: fromState.frames.bytes }, given);
  expect(course).toMatchObject({
    kind: "none",
    reason: expect.stringContaining("not those of the bundle"),
  });
});

test("a report draws W as the fold gives it: up to the breach, and over the limit only there", () => {
  for (const { issued, frames, facts } of [fromStart, fromState]) {
    const { course } = reportContent({ bundle: issued.bytes, frames: frames.bytes }, given);
    if (course.kind !== "course") throw new Error(course.reason);
    expect(course.points.at(-1)).toMatchObject({ seq: facts.score.seq, statistic: facts.breach.statistic });
    const beyond = course.points.filter(({ statistic }) => statistic >= facts.breach.threshold);
    expect(beyond).toEqual(course.points.slice(-beyond.length));
  }
});

test("digests are shown whole, and the checks name them", () => {
  const content = reportContent(evidence, given);
  const values = content.fingerprints.map(({ value }) => value);
  expect(values).toContain(fromStart.issued.contentDigest);
  expect(values).toContain(given.trustSha256);
  expect(content.checks.length).toBeGreaterThan(0);
});

test("a provisional verdict says so, and what it rests on", () => {
  const { issued, frames, facts } = fromFirstBlocks;
  const { summary, figures } = reportContent({ bundle: issued.bytes, frames: frames.bytes }, given);
  const { blocksBefore, blocksAfter } = facts.score.provisional!;
  expect(summary).toMatch(/^A provisional verdict: .* the radar had no learnt baseline yet\./u);
  expect(summary).toContain(
    `${blocksBefore} blocks of one frame before the change and ${blocksAfter} after it`,
  );
  expect(figures).toContainEqual(expect.objectContaining({ label: "Verdict", value: "provisional" }));
  const ordinary = reportContent(evidence, given);
  expect(ordinary.summary).not.toContain("provisional");
  expect(ordinary.figures.map(({ label }) => label)).not.toContain("Verdict");
});

test("what is no bundle has no content", () => {
  expect(() => reportContent({ ...evidence, bundle: new Uint8Array() }, given)).toThrow(ReportFault);
});
