import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle, frames } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { checkFrames } from "../verify/check-frames.ts";
import { checkScoring } from "./check-scoring.ts";
import { rescorer } from "./rescore.ts";
import { toyScoring } from "./toy-scoring-for-tests.ts";

const { sha256 } = primitives;
const core = coreOf(bundle);
const whole = checkFrames(core, frames.bytes, sha256);
const given = { authentic: true, sha256, rescore: rescorer(toyScoring), required: false };

test("frames that give the recorded scoring again pass", () => {
  expect(checkScoring(core, whole, given)).toEqual({ kind: "pass" });
});

test("without frames, without a scoring or without a trusted signature nothing is recomputed", () => {
  expect(checkScoring(core, null, given)).toMatchObject({ reason: "the frames file was not given" });
  expect(checkScoring(core, whole, { ...given, rescore: undefined })).toMatchObject({ kind: "not_checked" });
  const unsigned = { ...given, authentic: false, rescore: () => expect.unreachable() };
  expect(checkScoring(core, whole, unsigned)).toMatchObject({ kind: "not_checked", wanted: true });
  expect(checkScoring(core, null, { ...given, required: true })).toMatchObject({ kind: "fail" });
});

test("a contradiction is reported without frames too, and says what was left unchecked", () => {
  const detail = expect.stringMatching(
    /^given here \/tier .*; not recomputed: the frames file was not given$/,
  );
  expect(checkScoring({ ...core, tier: "CAUTION" }, null, given)).toMatchObject({ kind: "fail", detail });
});

test("at most eight differences are listed, with the number of the others", () => {
  const differences = Array.from({ length: 11 }, (_, at) => ({
    kind: "recomputed" as const,
    place: `/${at}`,
    recorded: "1",
    recomputed: "2",
  }));
  const rescore = () => ({ kind: "different" as const, differences });
  const found = checkScoring(core, whole, { ...given, rescore });
  const detail = found.kind === "fail" ? found.detail : "";
  expect(detail).toContain("/7: recorded 1, recomputed 2; and 3 more");
  expect(detail).not.toContain("/8:");
});
