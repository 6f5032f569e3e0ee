import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import {
  issueInLog,
  primitives,
  trust,
} from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  keptFile,
  newestScorer as frozen,
} from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { fromStart } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { nodeScorers } from "../../server/platform/node-scorers.ts";
import type { BundleFacts } from "../evidence/bundle/build-bundle.ts";
import { coreOf, type Bundle } from "../encoding/bundle.ts";
import { checkFrames } from "../evidence/verify/check-frames.ts";
import type { ScoringParts } from "../evidence/rescore/rescore.ts";
import { readTrust } from "../evidence/keys/trust.ts";
import type { VerifyOptions } from "../evidence/verify/verification-input.ts";
import { verifyBundle } from "../evidence/verify/verify-bundle.ts";
import { presentScoring } from "./present-scoring.ts";
import { knownScorers, type KnownScorer } from "./known-scorers.ts";
import { ScorerShelf, type ScorerShelfGiven } from "./scorer-shelf.ts";
import { scorerBytes } from "./scorer-for-tests.ts";

const { sha256 } = primitives;

/** An engine that says that it was asked: evidence of a frozen version must never come to it. */
const noEngine: ScoringParts<unknown, unknown> = {
  ...(presentScoring as ScoringParts<unknown, unknown>),
  fold: () => {
    throw new Error("the engine of this program was asked");
  },
};

function shelfWith(given: Partial<ScorerShelfGiven> = {}) {
  const loaded: Uint8Array[] = [];
  const shelf = new ScorerShelf({
    known: knownScorers,
    sha256,
    inDevelopment: noEngine,
    source: {
      read: async (scorer) => scorerBytes(scorer),
      load: async (bytes) => {
        loaded.push(bytes);
        return import(`data:text/javascript;base64,${Buffer.from(bytes).toString("base64")}`);
      },
    },
    ...given,
  });
  return { shelf, loaded };
}

const kept = (name: string) => readFileSync(keptFile(name));

/** Evidence that was kept of the newest frozen scoring. */
const keptEvidence = ["scored", "scored-from-fleet", "scored-from-state"].map((stem) => ({
  stem,
  bundle: kept(`${stem}.bundle.json`),
  frames: kept(`${stem}.frames.ndjson`),
  trust: readTrust(kept("trust.json"), sha256),
}));

async function findingOf(
  input: { readonly bundle: Uint8Array; readonly frames: Uint8Array; readonly trust?: typeof trust },
  { shelf, options = {} }: { readonly shelf: ScorerShelf; readonly options?: VerifyOptions },
) {
  await shelf.openFor(input.bundle);
  const report = verifyBundle({ trust, ...input }, primitives, { ...options, rescore: shelf.rescore });
  return { verdict: report.verdict, code: report.code, scoring: report.findings.scoring };
}

describe("evidence of a frozen scoring", () => {
  test.each(keptEvidence)("$stem is valid without the engine of this program", async (input) => {
    const { shelf, loaded } = shelfWith();
    expect(await findingOf(input, { shelf, options: { requireRescore: true } })).toMatchObject({
      verdict: "valid",
      scoring: { kind: "pass" },
    });
    expect(loaded.map((bytes) => bytes.length)).toEqual([scorerBytes(frozen).length]);
  });

  test("a value that does not follow from the frames is found, by the frozen scorer alone", async () => {
    const { shelf } = shelfWith();
    const [input] = keptEvidence;
    const core = coreOf(JSON.parse(input!.bundle.toString()) as Bundle);
    const frames = checkFrames(core, input!.frames, sha256);
    if (frames.kind !== "whole") throw new Error(`the frames are ${frames.kind}`);
    await shelf.openFor(input!.bundle);
    const bent = { ...core, breach: { ...core.breach, statistic: core.breach.statistic + 1e-9 } };
    expect(shelf.rescore(core, frames.records)).toEqual({ kind: "same" });
    expect(shelf.rescore(bent, frames.records)).toMatchObject({
      kind: "different",
      differences: [{ kind: "recomputed", place: "/breach/statistic" }],
    });
  });
});

describe("a scorer that was changed", () => {
  const changed = (text: string, by: string) => ({
    read: async (scorer: KnownScorer) => {
      const bytes = Buffer.from(scorerBytes(scorer)).toString();
      expect(bytes).toContain(text);
      return Buffer.from(bytes.replace(text, by));
    },
  });
  test.each([
    ["a digit", ".5", ".6"],
    ["an end of line", "\n", "\r\n"],
    ["a blank at the end", "};", "}; "],
  ])("%s in it: it never runs, and the finding says so", async (_, text, by) => {
    let isLoaded = false;
    const load = async () => {
      isLoaded = true;
      return presentScoring;
    };
    const { shelf } = shelfWith({ source: { ...changed(text, by), load } });
    const [input] = keptEvidence;
    expect(await findingOf(input!, { shelf })).toMatchObject({
      verdict: "incomplete",
      scoring: {
        kind: "not_checked",
        reason: expect.stringContaining(`${frozen.file} was changed: it has sha256:`),
      },
    });
    expect(await findingOf(input!, { shelf, options: { requireRescore: true } })).toMatchObject({
      verdict: "invalid",
      code: "E_RESCORE",
    });
    expect(isLoaded).toBe(false);
  });

  test("one that is not there, and one that this machine cannot run, leave the verdict open", async () => {
    const [input] = keptEvidence;
    const gone = shelfWith({
      source: { read: () => Promise.reject(new Error("ENOENT")), load: async () => ({}) },
    });
    const dead = shelfWith({
      source: {
        read: async (scorer) => scorerBytes(scorer),
        load: () => Promise.reject(new Error("no blob:")),
      },
    });
    const forbidden = shelfWith({
      source: {
        read: async (scorer) => scorerBytes(scorer),
        load: async () => ({ ...noEngine, initialState: () => new WebAssembly.Module(new Uint8Array()) }),
      },
    });
    for (const [{ shelf }, why] of [
      [forbidden, "WebAssembly"],
      [gone, "ENOENT"],
      [dead, "no blob:"],
    ] as const) {
      expect(await findingOf(input!, { shelf })).toMatchObject({
        verdict: "incomplete",
        scoring: {
          reason: expect.stringContaining(`the scorer of ${frozen.version} does not run here: ${why}`),
        },
      });
    }
  });
});

describe("what a bundle says of its scorer", () => {
  const unknown = "ab".repeat(32);
  const listed: readonly KnownScorer[] = [
    { ...frozen, version: "1.1.0" },
    { ...frozen, version: "9.0.0", sha256: "cd".repeat(32) },
  ];
  const saying = (method: Partial<BundleFacts["method"]>) => {
    const { scorerSha256: _, ...bare } = fromStart.facts.method;
    const { bytes } = issueInLog({ ...fromStart.facts, method: { ...bare, version: "1.1.0", ...method } });
    return { bundle: bytes, frames: fromStart.frames.bytes };
  };

  test.each([
    ["no digest, of a version of before there were scorers", { version: "1.0.0" }, "left no frozen scorer"],
    ["no digest, of a version that has a scorer to name", { version: "9.0.0" }, "before it was frozen"],
    [
      "a digest nobody here knows",
      { version: "9.9.0", scorerSha256: unknown },
      `scored by 9.9.0 with scorer sha256:${unknown}, which is not known here; this verifier has 1.1.0, 9.0.0: take a newer verifier`,
    ],
  ])("%s: not recomputed, and nothing runs", async (_, method, reason) => {
    const { shelf, loaded } = shelfWith({ known: listed });
    expect(await findingOf(saying(method), { shelf })).toMatchObject({
      verdict: "incomplete",
      scoring: { kind: "not_checked", reason: expect.stringContaining(reason) },
    });
    expect(loaded).toEqual([]);
  });

  test.each([
    [
      "another digest under a known version",
      { scorerSha256: unknown },
      `given here /scoring/scorer_sha256 "${unknown}", there this verifier's list of scorers, for 1.1.0 "${frozen.sha256}"`,
    ],
    [
      "the scorer of another version",
      { version: "9.1.0", scorerSha256: frozen.sha256 },
      `given here /scoring/version "9.1.0", there this verifier's list of scorers, for sha256:${frozen.sha256} "1.1.0"`,
    ],
  ])("%s: refused, and nothing runs", async (_, method, detail) => {
    const { shelf, loaded } = shelfWith({ known: listed });
    expect(await findingOf(saying(method), { shelf })).toMatchObject({
      verdict: "invalid",
      code: "E_RESCORE",
      scoring: { kind: "fail", detail: expect.stringContaining(detail) },
    });
    expect(loaded).toEqual([]);
  });

  test("what is no bundle opens nothing", async () => {
    const { shelf, loaded } = shelfWith();
    for (const text of [
      "",
      "{}",
      "null",
      "[]",
      '{"scoring":null}',
      '{"scoring":{"version":7}}',
      "\uFEFF{}",
    ]) {
      await shelf.openFor(Buffer.from(text));
    }
    expect(loaded).toEqual([]);
  });

  test("a version still in development is recomputed by this program, as long as nobody froze it", async () => {
    const known = knownScorers.filter(({ version }) => version !== presentScoring.version);
    const { shelf } = shelfWith({
      known,
      inDevelopment: presentScoring,
    });
    const evidence = saying({ version: presentScoring.version });
    expect(await findingOf(evidence, { shelf })).toMatchObject({ verdict: "valid" });
  });
});

test("many bundles of one version load its scorer once", async () => {
  const { shelf, loaded } = shelfWith();
  for (const input of [...keptEvidence, ...keptEvidence]) await findingOf(input, { shelf });
  expect(loaded.length).toBe(1);
});

test("the doors under Node hold the evidence of this program's scoring for valid, too", async () => {
  const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
  expect(await findingOf(evidence, { shelf: nodeScorers })).toMatchObject({ verdict: "valid" });
});
