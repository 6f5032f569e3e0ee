import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle, frames } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { concatBytes, textOf, toHex, utf8 } from "../../encoding/bytes.ts";
import { redactFrames } from "../frames/redacted-frames.ts";
import { merkleRoot } from "../log/merkle.ts";
import { checkFrames, framesFinding, leavesOf } from "./check-frames.ts";
import { notApplicable, passed } from "./verification-report.ts";

const { sha256 } = primitives;
const core = coreOf(bundle);
const some = redactFrames(frames.bytes, [{ first: 2, last: 3 }], sha256).bytes;

test("the file that was signed is whole, and its leaves give the signed root", () => {
  const checked = checkFrames(core, frames.bytes, sha256);
  expect(checked).toMatchObject({ kind: "whole" });
  expect(toHex(merkleRoot(leavesOf(checked)!, sha256))).toBe(core.frames.merkle.root);
});

test("a redacted file has the same leaves and says how much it shows", () => {
  const checked = checkFrames(core, some, sha256);
  expect(checked).toMatchObject({ kind: "redacted", disclosed: core.frames.count - 2 });
  expect(leavesOf(checked)?.map(toHex)).toEqual(
    leavesOf(checkFrames(core, frames.bytes, sha256))?.map(toHex),
  );
});

test("other bytes are refused before anything is read", () => {
  const detailOf = (bytes: Uint8Array) => {
    const checked = checkFrames(core, bytes, sha256);
    return checked.kind === "broken" ? checked.detail : null;
  };
  expect(detailOf(concatBytes(frames.bytes, utf8("\n")))).toContain("bytes, not");
  expect(detailOf(utf8(textOf(frames.bytes)!.replace("0.31", "0.32")))).toContain("SHA-256");
  expect(detailOf(utf8(textOf(some)!.replace(/"leaf":"./, '"leaf":"0')))).toContain("Merkle root");
  expect(leavesOf(checkFrames(core, new Uint8Array(), sha256))).toBeNull();
});

test("the finding tells what was withheld, what was not given and what was not committed to", () => {
  const checked = checkFrames(core, some, sha256);
  const optional = { required: false, precommitted: passed };
  expect(framesFinding(null, optional)).toMatchObject({ kind: "not_checked", wanted: true });
  expect(framesFinding(null, { ...optional, required: true })).toMatchObject({ kind: "fail" });
  expect(framesFinding(checked, optional)).toMatchObject({ note: expect.stringContaining("disclosed") });
  expect(framesFinding(checked, { ...optional, required: true })).toMatchObject({ kind: "fail" });
  const uncommitted = { ...optional, precommitted: notApplicable("not committed") };
  expect(framesFinding(null, uncommitted)).toMatchObject({
    reason: "the frames file was not given; not committed",
  });
});
