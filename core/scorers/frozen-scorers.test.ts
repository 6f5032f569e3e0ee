import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";

import { keptFile } from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { rescorer, type ScoringParts } from "../evidence/rescore/rescore.ts";
import { coreOf, type Bundle } from "../encoding/bundle.ts";
import { checkFrames } from "../evidence/verify/check-frames.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { knownScorers, type KnownScorer } from "./known-scorers.ts";
import { frozenScorer, scorerBytes } from "./scorer-for-tests.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (scorer: KnownScorer) => Buffer.from(scorerBytes(scorer)).toString("latin1");

test("every module in the folder is listed, and every version once", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".mjs"));
  expect(knownScorers.map(({ file }) => file).sort()).toEqual(files.sort());
  expect(new Set(knownScorers.map(({ version }) => version)).size).toBe(knownScorers.length);
});

describe.each(knownScorers)("the frozen scorer of $version", (scorer) => {
  test("has the bytes it was listed with, in ASCII and with plain ends of line", () => {
    expect(createHash("sha256").update(scorerBytes(scorer)).digest("hex")).toBe(scorer.sha256);
    expect(textOf(scorer)).toMatch(/^[\n\t\u0020-\u007E]+$/);
    // A path of the machine it was built on would make other bytes elsewhere.
    expect(textOf(scorer)).not.toMatch(/file:\/\/|node_modules|#region|sourceMappingURL/);
  });

  test("imports nothing and names no global beyond the language", () => {
    expect(textOf(scorer)).not.toMatch(/^\s*import\b|\bimport\s*\(|\bimport\.meta\b|\bawait\b/m);
    const folder = mkdtempSync(join(tmpdir(), "plumbline-scorer-"));
    try {
      const config = join(folder, "oxlintrc.json");
      writeFileSync(config, JSON.stringify(languageOnly));
      const lint = (path: string) =>
        spawnSync(join(root, "node_modules/.bin/oxlint"), ["-c", config, path], { encoding: "utf8" });
      const run = lint(join(root, "core/scorers", scorer.file));
      expect({ status: run.status, printed: run.stdout }).toMatchObject({ status: 0 });
      // The same rules do find what a module must not name.
      const bad = join(folder, "bad.mjs");
      for (const global of ["Date.now()", "process.pid", "document.title", "fetch", "Intl", "crypto"]) {
        writeFileSync(bad, `export const named = ${global};\n`);
        expect(lint(bad).status, global).toBe(1);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("runs where there is nothing but the language and its engine's machine", () => {
    const parts = inBareContext(textOf(scorer));
    expect(parts.version).toBe(scorer.version);
    const { core, records } = evidenceOf(scorer.version);
    expect(rescorer(parts)(core, records)).toEqual({ kind: "same" });
  });

  test("exports what evidence and tests ask of it", async () => {
    const module = await frozenScorer(scorer.version);
    expect(module.version).toBe(scorer.version);
    expect(module.numericProfile).toBe(scorer.numericProfile);
    const settings = module.settingsFromJson(module.settingsToJson(module.defaultSettings));
    expect(settings).toEqual(module.defaultSettings);
    const state = module.initialState();
    expect(module.unpackState(module.packState(state))).toEqual(state);
  });
});

test("each module is what its commit builds to, where the commit is at hand", { timeout: 60_000 }, () => {
  const printed = execFileSync(process.execPath, ["core/scorers/freeze.ts", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(printed.trimEnd().split("\n")).toEqual(
    knownScorers.map(({ version }) => expect.stringMatching(new RegExp(`^${version}: (rebuilt|sha256) `))),
  );
});

/** What a machine must not lend a scorer, clocks and locales included. */
const languageOnly = {
  plugins: [],
  categories: { correctness: "off" },
  env: { builtin: false, es2022: true },
  globals: { WebAssembly: "readonly" },
  rules: {
    "no-undef": "error",
    "no-restricted-globals": ["error", "Date", "Intl", "eval", "Function", "globalThis", "WeakRef"],
  },
};

/** The module as a script in a realm of its own, its exports handed out as one object. */
function inBareContext(text: string): ScoringParts<unknown, unknown> {
  const script = text.replace(/export \{([^}]*)\};\s*$/, (_, names: string) => {
    const members = names.split(",").map((name) => {
      const [local, exported = local] = name.trim().split(" as ");
      return `${exported}: ${local}`;
    });
    return `return { ${members.join(", ")} };`;
  });
  const bare = createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: true },
  });
  const foreign = "Date Intl console Atomics SharedArrayBuffer".split(" ");
  runInContext(foreign.map((name) => `delete globalThis.${name};`).join(""), bare);
  return runInContext(`"use strict"; (() => {${script}\n})()`, bare, { timeout: 10_000 });
}

/** The evidence that was kept of a version when it was frozen. */
function evidenceOf(version: string) {
  const core = coreOf(JSON.parse(readFileSync(keptFile("scored.bundle.json", version), "utf8")) as Bundle);
  expect(core.scoring.version).toBe(version);
  const lines = readFileSync(keptFile("scored.frames.ndjson", version));
  const frames = checkFrames(core, lines, nodePrimitives.sha256);
  if (frames.kind !== "whole") throw new Error(`the vectors of ${version} are ${frames.kind}`);
  return { core, records: frames.records };
}
