import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { trustWith } from "../tamperings/policy-cases.ts";
import { examplePage } from "../worked-example.ts";

/** The second verifier, in Python on libraries nobody here wrote, against every vector of this folder. */
const folder = join(import.meta.dirname, "..");
const python = join(folder, "python", ".venv", "bin", "python");
const canRun = existsSync(python);
if (!canRun)
  console.warn("python.system.ts is skipped: run clients/conformance/evidence/python/install.sh for it");

describe.skipIf(!canRun)("a verifier written in Python", () => {
  test("makes every value of the page's worked example anew", () => {
    const page = fileURLToPath(examplePage);
    const program = join(folder, "python", "verify_evidence.py");
    const { stdout, stderr, status } = spawnSync(python, [program, "page", page, folder], {
      encoding: "utf8",
    });
    expect({ stderr, status, stdout }).toMatchObject({ stderr: "", status: 0 });
    expect(stdout).toMatch(/^ok: \d+ values of the page\n$/);
  });

  test.each([
    [{ require: { precommit: false } }, "require.precommit must be true, or be left out"],
    [{ require: { timestamp: true } }, "a time stamp is required, and no authority is named"],
    [{ require: { nothing: true } }, "not a trust file this verifier knows"],
    [{ refresh_after: "2026-13-01T00:00:00.000Z" }, "2026-13-01T00:00:00.000Z"],
  ])("gives no verdict by a trust file with %j", (members, words) => {
    const trust = join(mkdtempSync(join(tmpdir(), "plumbline-python-")), "trust.json");
    writeFileSync(trust, trustWith(members));
    const files = ["scored.bundle.json", "scored.frames.ndjson"].map((name) => join(folder, name));
    const program = join(folder, "python", "verify_evidence.py");
    const call = [program, "bundle", ...files, trust, join(folder, "bundle.schema.json")];
    const { stdout, stderr, status } = spawnSync(python, call, { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 2 });
    expect(stdout).toMatch(/^no verdict: /u);
    expect(stdout).toContain(words);
  });

  test("finds the same fault as ours in every vector, and none in what was issued", () => {
    const program = join(folder, "python", "verify_evidence.py");
    const { stdout, stderr, status } = spawnSync(
      python,
      [program, "cases", folder, join(folder, "bundle.schema.json")],
      { encoding: "utf8" },
    );
    expect({ stderr, status, stdout }).toMatchObject({ stderr: "", status: 0 });
    expect(stdout).toMatch(/^ok: (\d+) of \1 cases\n$/);
  });
});
