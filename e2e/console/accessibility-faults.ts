import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose answer depends on how wide the window is. */
const layoutRules = ["target-size", "scrollable-region-focusable"];

/**
 * What axe finds wrong with the page as it stands, and what it could not decide: neither is accepted. Asked once a page
 * and state, in one theme at one width: the contrasts of both themes are computed in console/styles/palette.test.ts, and
 * `layoutFaults` asks what is another at another width.
 */
export function accessibilityFaults(page: Page): Promise<readonly string[]> {
  return axeFaults(page, { type: "tag", values: tags });
}

/** Words that are too faint, for pages whose colours are not those of console/styles/tokens.css. */
export async function contrastFaults(page: Page): Promise<readonly string[]> {
  // A colour on its way to another is neither.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  return axeFaults(page, { type: "rule", values: ["color-contrast"] });
}

/** What is wrong with a page at this width: it scrolls sideways, words end beyond the window, or fingers miss a button. */
export async function layoutFaults(page: Page, width: number): Promise<readonly string[]> {
  // Charts follow a window that has become narrower a moment later.
  const fits = (wanted: number) => document.documentElement.scrollWidth === wanted;
  await page.waitForFunction(fits, width, { timeout: 20_000 }).catch(() => null);
  const found = await page.evaluate(() => document.documentElement.scrollWidth);
  return [
    ...(found === width ? [] : [`it is ${found} pixels wide in a window of ${width}`]),
    ...(await cutOff(page)).map((text) => `cut off: ${text}`),
    ...(await axeFaults(page, { type: "rule", values: layoutRules })),
  ];
}

/** Words that end beyond the window, and beyond everything that can be scrolled sideways. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page.locator("main *:not(.unseen, .unseen *, thead *, .u-wrap *)").evaluateAll((found) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/u.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return found
      .filter(
        (element) =>
          element.childElementCount === 0 &&
          element.textContent.trim() !== "" &&
          element.getBoundingClientRect().right > window.innerWidth &&
          !scrolls(element.parentElement),
      )
      .map((element) => element.textContent);
  });
}

async function axeFaults(
  page: Page,
  runOnly: { readonly type: "tag" | "rule"; readonly values: readonly string[] },
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (asked) => {
    interface Finding {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[]; incomplete: Finding[] }> };
    };
    const { violations, incomplete } = await axe.run({
      runOnly: asked,
      // A selector for every element of every rule that is kept takes most of the time on a long page.
      resultTypes: ["violations", "incomplete"],
      selectors: false,
      // Style sheets are asked for once more, for rules that are not asked.
      preload: false,
    });
    const told = (kind: string) => (finding: Finding) =>
      finding.nodes.map((node) => `${kind} ${finding.id}: ${node.html} ${node.failureSummary ?? ""}`);
    return [...violations.flatMap(told("violation")), ...incomplete.flatMap(told("undecided"))];
  }, runOnly);
}
