import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { examplePage } from "./worked-example.ts";

/** The second verifier, in Python on libraries nobody here wrote, against every vector of this folder. */
const folder = import.meta.dirname;
const python = join(folder, "python", ".venv", "bin", "python");
const canRun = existsSync(python);
if (!canRun)
  console.warn("python.test.ts is skipped: run clients/conformance/evidence/python/install.sh for it");

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
