import { expect, test } from "vitest";

import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle, frames } from "../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../encoding/bundle.ts";
import { redactFrames } from "../evidence/frames/redacted-frames.ts";
import { toyScoring } from "../evidence/rescore/toy-scoring-for-tests.ts";
import { statisticCourse } from "./statistic-course.ts";

const { sha256 } = primitives;
const core = coreOf(bundle);
const given = { scorerOf: () => ({ kind: "open", parts: toyScoring }) as const, sha256 };

test("the course ends with the statistic of the breach", () => {
  const course = statisticCourse(core, frames.bytes, given);
  expect(course).toMatchObject({
    kind: "course",
    first: { seq: 1 },
    last: { seq: core.breach.frame_seq, statistic: core.breach.statistic },
  });
});

test("entries without a value are left out", () => {
  const course = statisticCourse(core, frames.bytes, given);
  const seqs = course.kind === "course" ? course.points.map(({ seq }) => seq) : [];
  expect(seqs).toEqual([1, 4, 5, 6]);
});

test("without the scorer, the frames or all of them there is no course, and the reason is given", () => {
  const unable = () => ({ kind: "unable", reason: "no scorer here" }) as const;
  expect(statisticCourse(core, frames.bytes, { ...given, scorerOf: unable })).toEqual({
    kind: "none",
    reason: "no scorer here",
  });
  const some = redactFrames(frames.bytes, [{ first: 2, last: 2 }], sha256).bytes;
  expect(statisticCourse(core, some, given)).toEqual({
    kind: "none",
    reason: "some of the frames are withheld",
  });
  expect(statisticCourse(core, new Uint8Array(), given)).toMatchObject({ kind: "none" });
  const parameters = {};
  const broken = { ...core, scoring: { ...core.scoring, parameters } };
  expect(statisticCourse(broken, frames.bytes, given)).toMatchObject({
    reason: "the frames cannot be folded: no toy settings",
  });
});
