import * as fc from "fast-check";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  rangesOf,
  redacted,
  redactionTamperings,
} from "../../../clients/conformance/evidence/tamperings/redaction-tamperings.ts";
import { bundle, check, frames, lines } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { checkFrames } from "../verify/check-frames.ts";
import { redactFrames } from "./redacted-frames.ts";

test("with frames withheld the root comes out the same, and the report says what was shown and what was not checked", () => {
  const report = check({ frames: redacted(2, 3, 6) });
  expect(report).toMatchObject({ verdict: "incomplete", exitStatus: 3, code: null });
  expect(report.findings.frames).toEqual({
    kind: "pass",
    note: "3 of 6 disclosed; SHA-256 of the whole file not checked (withheld); no pre-commitment: that no frame was made up or left out afterwards is the issuer's word",
  });
  expect(report.findings.scoring).toEqual({
    kind: "not_checked",
    reason: "frames are withheld",
    wanted: true,
  });
});

test("any choice of frames may be withheld, at once or step by step", () => {
  const seqs = lines.map(({ seq }) => seq);
  fc.assert(
    fc.property(fc.subarray(seqs, { minLength: 1 }), fc.subarray(seqs), (first, second) => {
      const once = redacted(...first, ...second);
      const twice = redactFrames(redacted(...first), rangesOf(second), primitives.sha256);
      expect(textOf(twice.bytes)).toBe(textOf(once));
      expect(twice.withheld).toBe(new Set([...first, ...second]).size);
      expect(check({ frames: once })).toMatchObject({ verdict: "incomplete", code: null });
    }),
    { numRuns: 60 },
  );
});

test("where frames or a recomputation are required, a redacted set does not do", () => {
  const some = { frames: redacted(1) };
  expect(check(some, { requireFrames: true })).toMatchObject({ verdict: "invalid", code: "E_FRAMES" });
  expect(check(some, { requireRescore: true })).toMatchObject({ verdict: "invalid", code: "E_RESCORE" });
});

test.each(redactionTamperings)("%s is found", (_name, input, code) => {
  expect(check(input())).toMatchObject({ verdict: "invalid", exitStatus: 1, code });
});

test("every single bit of a redacted set counts", () => {
  const core = coreOf(bundle);
  const bytes = redacted(2, 4);
  for (let at = 0; at < bytes.length; at++) {
    const flipped = bytes.slice();
    flipped[at]! ^= 1 << (at % 8);
    expect(checkFrames(core, flipped, primitives.sha256).kind, `byte ${at}`).toBe("broken");
  }
});

test("a withheld line is shorter than the shortest record, so that no redacted set is as long as the whole", () => {
  const longest = `{"leaf":"${"f".repeat(64)}","seq":${Number.MAX_SAFE_INTEGER}}`;
  const shortest = Math.min(
    ...textOf(frames.bytes)!
      .trimEnd()
      .split("\n")
      .map((line) => utf8(line).length),
  );
  expect(longest.length).toBe(98);
  expect(longest.length).toBeLessThan(shortest);
});

test("an entry the file does not hold cannot be withheld", () => {
  expect(() => redacted(7)).toThrow("7 is not among them");
});
