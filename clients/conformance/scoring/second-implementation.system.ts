import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { foldScenarios } from "./fold-scenarios.ts";
import { writeFolded, type FoldedLine } from "./write-folded.ts";

/** As many as every scenario needs to breach, but for one of noise alone; more by FOLD_FRAMES. */
const framesOf = Number(process.env["FOLD_FRAMES"] ?? 4000);

const python = join(import.meta.dirname, "..", "..", "python", ".venv", "bin", "python");
const canRun = existsSync(python);
if (!canRun)
  console.warn("second-implementation.system.ts is skipped: clients/python/install.sh makes what it needs");

const scratch = mkdtempSync(join(tmpdir(), "plumbline-fold-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.skipIf(!canRun)("the engine in the Python client", () => {
  test.each(Object.entries(foldScenarios))(
    "gives the same scores, breaches and states of %s",
    (_, scenario) => {
      const file = join(scratch, "journal.ndjson");
      const entries = writeFolded(scenario(framesOf), file);

      const { stdout, stderr, status } = checkFold(file);

      expect({ stderr, status, stdout }).toMatchObject({ stderr: "", status: 0 });
      expect(stdout).toMatch(new RegExp(`^ok: ${entries} entries`, "u"));
    },
  );

  test("a score that is one bit off is found", () => {
    const file = join(scratch, "bent.ndjson");
    let at = 0;
    const bend = (line: FoldedLine) => ((at += 1) === 100 ? withBentScore(line) : line);
    writeFolded(foldScenarios["20 Hz, correlated"]!(100), file, { bend });

    const { stdout, status } = checkFold(file);

    expect(status).toBe(1);
    expect(stdout).toContain("/score/healthScore");
  });
});

function checkFold(file: string) {
  const options = { encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return spawnSync(python, [join(import.meta.dirname, "check_fold.py"), file], options);
}

function withBentScore(line: FoldedLine): FoldedLine {
  const { healthScore } = line.score as { readonly healthScore: number };
  return { ...line, score: { ...(line.score as object), healthScore: healthScore * (1 + 2 ** -52) } };
}
