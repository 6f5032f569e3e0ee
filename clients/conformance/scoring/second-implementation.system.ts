import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { foldScenarios } from "./fold-scenarios.ts";
import { writeFolded, type FoldedLine } from "./write-folded.ts";

/** More by FOLD_FRAMES: 20,000 take a minute or two a scenario. Of three scenarios 1,000 come through the same branches. */
const framesOf = (name: string) => Number(process.env["FOLD_FRAMES"] ?? (short.has(name) ? 1000 : 2000));
const short = new Set([
  "wanders of the day, with a step and a ramp on top",
  "20 Hz, correlated",
  "a frame a second: changes before there is a baseline",
]);

const canRun = spawnSync("python3", ["--version"]).status === 0;
if (!canRun) console.warn("second-implementation.system.ts is skipped: it needs python3");

const scratch = mkdtempSync(join(tmpdir(), "plumbline-fold-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.skipIf(!canRun)("the scoring of the Python client", () => {
  test.each(Object.entries(foldScenarios))(
    "gives the same scores, events and states of %s",
    (name, scenario) => {
      const file = join(scratch, "journal.ndjson");
      const entries = writeFolded(scenario(framesOf(name)), file);

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
    expect(stdout).toContain("/confidence");
  });
});

function checkFold(file: string) {
  const options = { encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return spawnSync("python3", [join(import.meta.dirname, "check_fold.py"), file], options);
}

function withBentScore(line: FoldedLine): FoldedLine {
  const { confidence } = line.score as { readonly confidence: number };
  return { ...line, score: { ...(line.score as object), confidence: confidence * (1 + 2 ** -52) } };
}
