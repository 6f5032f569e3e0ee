import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestContext } from "vitest";

import type { ScenarioFeed } from "../../core/contract/types.ts";
import { type ScenarioType, scenarioTypes } from "../../core/contract/scenario-types.ts";
import { exportScenario } from "../../core/scenario/exports/export-scenario.ts";
import type { ExportFormat } from "../../core/scenario/exports/export-formats.ts";
import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { type Ended, runProgram } from "../run-program.ts";

/** What install.sh made; where it did not, the tests that need it skip and say so. */
const environment = join(import.meta.dirname, ".venv");

export function needValidators(context: TestContext): void {
  if (!existsSync(join(environment, "bin", "qc_opendrive"))) {
    context.skip("e2e/scenario-exports/install.sh has not made its environment");
  }
}

/** A file that one of the Python packages brings. */
export function packageFile(...path: readonly string[]): string {
  const libraries = join(environment, "lib");
  const python = readdirSync(libraries).find((name) => name.startsWith("python"))!;
  return join(libraries, python, "site-packages", ...path);
}

export function runInPython(program: string, words: readonly string[]): Promise<Ended> {
  return runProgram(join(environment, "bin", program), words);
}

/** One feed of each scenario type. */
export const everyFeed: readonly (readonly [ScenarioType, ScenarioFeed])[] = scenarioTypes.map((type) => [
  type,
  feedForTests({ type }),
]);

export async function exportedText(feed: ScenarioFeed, format: ExportFormat): Promise<string> {
  return new TextDecoder().decode((await exportScenario(feed, format)).bytes);
}

/** Gives the work a folder that is gone afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-exports-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface QualityReport {
  readonly completed: number;
  readonly issues: readonly string[];
}

/** ASAM's quality checkers: rules of references, types and geometry that a schema cannot say. */
export function checkQuality(standard: "opendrive" | "openscenario", xml: string): Promise<QualityReport> {
  const { bundle, ending } = {
    opendrive: { bundle: "xodrBundle", ending: "xodr" },
    openscenario: { bundle: "xoscBundle", ending: "xosc" },
  }[standard];
  return inFolder(async (folder) => {
    const [file, report] = [join(folder, `checked.${ending}`), join(folder, "report.xqar")];
    await writeFile(file, xml);
    await writeFile(
      join(folder, "config.xml"),
      `<Config><Param name="InputFile" value="${file}"/><CheckerBundle application="${bundle}"><Param name="resultFile" value="${report}"/></CheckerBundle></Config>`,
    );
    const ended = await runInPython(`qc_${standard}`, ["-c", join(folder, "config.xml")]);
    if (!existsSync(report)) throw new Error(`the quality checker wrote no report: ${ended.stderr}`);
    const text = await readFile(report, "utf8");
    return {
      completed: text.match(/status="completed"/g)?.length ?? 0,
      issues: [...text.matchAll(/<Issue [^>]*>/g)].map(([issue]) => issue),
    };
  });
}
