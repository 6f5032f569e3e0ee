import { expect, test } from "vitest";

import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  fromFirstBlocks,
  fromStart,
  fromState,
  presentScorer,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { statedExample } from "../../clients/conformance/evidence/examples/example-statement.ts";
import { ReportFault } from "./evidence-files.ts";
import { htmlReport } from "./html-report.ts";
import { utc } from "./quantity-labels.ts";
import { reportContent, statementsHead, statementsNote, type ReportGiven } from "./report-content.ts";

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

test("a provisional verdict says so", () => {
  const { issued, frames } = fromFirstBlocks;
  const figures = [issued.bytes, evidence.bundle].map(
    (bundle, at) =>
      reportContent({ bundle, frames: at === 0 ? frames.bytes : evidence.frames }, given).figures,
  );
  const said = expect.objectContaining({ label: "Verdict", value: "provisional" });
  expect(figures[0]).toContainEqual(said);
  expect(figures[1]).not.toContainEqual(said);
});

test("statements about a moment of the window or later are named, with what they say", () => {
  const { course } = reportContent(evidence, given);
  if (course.kind !== "course") throw new Error(course.reason);
  const at = (offsetMs: number) => new Date(Date.parse(course.first.capturedAt) + offsetMs).toISOString();
  const about = (moment: string, id: string) => ({ ...statedExample, at: moment, statement_id: id });
  const later = about(at(0), "STM-20261120-000000000001");
  const statements = [later, about(at(-1), "STM-20261120-000000000002")];
  const named = reportContent(evidence, { ...given, statements });
  expect(named.statements).toEqual([
    {
      label: later.statement_id,
      value: `at ${utc(later.at)}: NOMINAL since 2026-11-20T08:00:40.000Z, judged by 412 frames, the newest of 2026-11-20T08:14:59.000Z; drift: camera 0.00°, radar 0.001\u00a0m, lidar 0.001\u00a0m`,
      note: "issued 2026-11-20 09:15:00.000 UTC, requested because: collision\u00a0reported",
    },
  ]);
  const html = (more: object) => htmlReport(evidence, { ...given, ...more });
  expect(html({ statements })).toContain(later.statement_id);
  expect(html({ statements })).toContain(statementsNote);
  expect(html({})).not.toContain(statementsHead);
  expect(named.checks.at(-1)).toContain("produces it again, but for the statements");
  expect(reportContent(evidence, given).checks.at(-1)).not.toContain("statements");
  const many = Array.from({ length: 23 }, () => later);
  expect(reportContent(evidence, { ...given, statements: many }).statements.at(-1)).toEqual({
    label: "and more",
    value: "3 earlier ones",
  });
});

test("what is no bundle has no content", () => {
  expect(() => reportContent({ ...evidence, bundle: new Uint8Array() }, given)).toThrow(ReportFault);
});
