import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

const folder = import.meta.dirname;
const python = join(folder, ".venv", "bin", "python");

// A run that hangs must fail, not keep everybody waiting.
const longestMs = 15 * 60_000;

/** A line of pytest-reportlog: of a case (set-up, call and tear-down have one each) or of a file that was collected. */
interface ReportLine {
  readonly $report_type: string;
  readonly nodeid: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly longrepr?: unknown;
  /** What a case records; `printed` is shown. */
  readonly user_properties?: readonly (readonly [name: string, value: string])[];
}
interface CaseResult {
  readonly outcome: ReportLine["outcome"];
  readonly explanation: string;
}

/** Cases that install what is packed. */
export const installedPackage = "tests/test_installed_package.py";

/** Runs the cases with these marks and makes each a test of the same name and result; without .venv it says so. */
export async function countPytestCases(
  marks: "system" | "not system",
  ...words: readonly string[]
): Promise<void> {
  if (!existsSync(python)) {
    test.skip("clients/python/.venv is not here: make it with clients/python/install.sh");
    return;
  }
  const { lines, status, output } = await runPytest(marks, words);
  for (const text of printedIn(lines)) process.stdout.write(`  ${text}\n`);

  describe("pytest", () => {
    test("ran to its end", () => {
      // 1 says that cases failed; they fail below.
      expect([0, 1], output).toContain(status);
      expect(lines.length).toBeGreaterThan(0);
    });
    for (const [name, result] of resultsByCase(lines)) {
      test(name, (context) => {
        if (result.outcome === "skipped") context.skip(result.explanation);
        expect(result.outcome, result.explanation).toBe("passed");
      });
    }
  });
}

async function runPytest(marks: string, further: readonly string[]) {
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-pytest-"));
  const log = join(scratch, "report.ndjson");
  try {
    const words = [
      "-m",
      "pytest",
      "-q",
      "-m",
      marks,
      `--report-log=${log}`,
      "-p",
      "no:cacheprovider",
      ...further,
    ];
    // Cases start services of their own: with the Node that runs this one.
    const env = { ...process.env, NODE_FOR_TESTS: process.execPath };
    const child = spawn(python, words, {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longestMs,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const text = existsSync(log) ? readFileSync(log, "utf8") : "";
    const lines = text.split("\n").filter(Boolean);
    return {
      lines: lines.map((line) => JSON.parse(line) as ReportLine),
      status,
      output: output.slice(-8000),
    };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Set-up, call and tear-down each repeat it. */
function printedIn(lines: readonly ReportLine[]): Set<string> {
  const properties = lines.flatMap(({ user_properties = [] }) => user_properties);
  return new Set(properties.filter(([name]) => name === "printed").map(([, value]) => value));
}

function resultsByCase(lines: readonly ReportLine[]): Map<string, CaseResult> {
  const results = new Map<string, CaseResult>();
  for (const line of lines) {
    const isFileThatFailed = line.$report_type === "CollectReport" && line.outcome === "failed";
    if (line.$report_type !== "TestReport" && !isFileThatFailed) continue;
    // The worst of set-up, call and tear-down.
    if (
      results.get(line.nodeid)?.outcome === "failed" ||
      (results.has(line.nodeid) && line.outcome === "passed")
    )
      continue;
    results.set(line.nodeid, {
      outcome: line.outcome,
      explanation: JSON.stringify(line.longrepr ?? "").slice(0, 4000),
    });
  }
  return results;
}
