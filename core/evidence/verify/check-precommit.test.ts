import { hash } from "node:crypto";

import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { precommitTamperings } from "../../../clients/conformance/evidence/tamperings/precommit-tamperings.ts";
import { precommitted } from "../../../clients/conformance/evidence/examples/precommitted-evidence.ts";
import { check, lines } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { readStoredBundle } from "../../encoding/bundle.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { redactFrames } from "../frames/redacted-frames.ts";

test("evidence whose frames were committed to as they came is valid, with its frames and without some", () => {
  const input = precommitted();
  expect(check(input)).toMatchObject({ verdict: "valid", code: null });
  expect(check({ ...input, frames: null })).toMatchObject({ verdict: "incomplete", code: null });
  const some = redactFrames(input.frames, [{ first: 2, last: 5 }], primitives.sha256).bytes;
  expect(check({ ...input, frames: some })).toMatchObject({ verdict: "incomplete", code: null });
});

test("a chain may begin within the window", () => {
  expect(check(precommitted({ afterSeq: 2 }))).toMatchObject({ verdict: "valid" });
});

test("frames that were withheld must still be those committed to", () => {
  const other = lines.with(1, { ...lines[1]!, receivedAtUs: lines[1]!.receivedAtUs + 1_000 });
  const input = precommitted({ shown: other });
  const some = redactFrames(input.frames, [{ first: 2, last: 2 }], primitives.sha256).bytes;
  expect(check({ ...input, frames: some })).toMatchObject({ verdict: "invalid", code: "E_FRAMES" });
});

test("what is in the log of an interval is checked without frames too", () => {
  const unseen = new Set(
    precommitTamperings.filter(([name]) => name.startsWith("T-42")).map(([name]) => name),
  );
  for (const [name, commitment] of precommitTamperings) {
    if (unseen.has(name)) continue;
    expect(check({ ...precommitted(commitment), frames: null }).verdict, name).toBe("invalid");
  }
});

test("every single character of the proof counts", () => {
  const input = precommitted();
  const text = textOf(input.bundle)!;
  const start = text.indexOf('"precommit":[', text.indexOf('"proof":'));
  const end = text.indexOf('"version":1', start);
  for (let at = start; at < end; at += 23) {
    const other = text[at] === "A" ? "B" : "A";
    const bent = utf8(text.slice(0, at) + other + text.slice(at + 1));
    expect(check({ ...input, bundle: bent }).verdict, `character ${at}`).toBe("invalid");
  }
});

test("the head of a chain is what anybody computes with SHA-256 alone", () => {
  const { bundle, frames } = precommitted();
  const [breach] = readStoredBundle(bundle).frames.precommit!.intervals.slice(-1);
  const head = Buffer.from(frames)
    .toString()
    .trimEnd()
    .split("\n")
    .reduce((before, line) => hash("sha256", before + hash("sha256", `\0${line}`)), "0".repeat(64));
  expect(head).toBe(breach!.head);
});
