import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong with the page as it stands, and what it could not decide: neither is accepted. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async (asked) => {
    interface Finding {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[]; incomplete: Finding[] }> };
    };
    const { violations, incomplete } = await axe.run({
      runOnly: { type: "tag", values: asked },
      // A selector for every element of every rule that is kept takes most of the time on a long page.
      resultTypes: ["violations", "incomplete"],
      selectors: false,
    });
    const told = (kind: string) => (finding: Finding) =>
      finding.nodes.map((node) => `${kind} ${finding.id}: ${node.html} ${node.failureSummary ?? ""}`);
    return [...violations.flatMap(told("violation")), ...incomplete.flatMap(told("undecided"))];
  }, tags);
}
