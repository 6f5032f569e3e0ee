import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readTrust } from "../../../core/evidence/trust.ts";
import { verifyBundle } from "../../../core/evidence/verify-bundle.ts";
import { applyEdits } from "./edit-script.ts";
import { primitives } from "./example-evidence.ts";
import { realRescore } from "./scored-evidence.ts";
import { vectorFiles, type VectorCase } from "./write-vectors.ts";

function file(name: string): Uint8Array {
  return readFileSync(new URL(name, import.meta.url));
}

const trust = readTrust(file("trust.json"), primitives.sha256);
const { cases } = JSON.parse(Buffer.from(file("cases.json")).toString()) as {
  readonly cases: readonly VectorCase[];
};

test.each(cases)("vector $base: $name", ({ base, bundle, frames, verdict, code }) => {
  const exhibit = {
    bundle: applyEdits(file(`${base}.bundle.json`), bundle),
    frames: applyEdits(file(`${base}.frames.ndjson`), frames),
    trust,
  };
  expect(verifyBundle(exhibit, primitives, { rescore: realRescore })).toMatchObject({ verdict, code });
});

test("vector scored-from-state: as issued", () => {
  const bundle = file("scored-from-state.bundle.json");
  const frames = file("scored-from-state.frames.ndjson");
  const report = verifyBundle({ bundle, frames, trust }, primitives, { rescore: realRescore });
  expect(report).toMatchObject({ verdict: "valid" });
});

test("the files are those that write-vectors.ts writes", () => {
  const differing = Object.entries(vectorFiles()).filter(
    ([name, bytes]) => Buffer.compare(bytes, file(name)) !== 0,
  );
  // A changed score makes evidence in the field unverifiable unless `scoringVersion` changes with it.
  const cure = "if meant: npx node clients/conformance/evidence/write-vectors.ts (and a new scoringVersion)";
  expect(
    differing.map(([name]) => name),
    cure,
  ).toEqual([]);
});
