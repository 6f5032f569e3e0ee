import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";
import { openRecorded, type RecordedConsole } from "./pictures/open-recorded.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/accessibility-check.system.ts is skipped: ${skipReason}`);

/** What is done to a sound page, and the rule that must find it. */
const faults: readonly (readonly [what: string, harm: () => void, rule: string])[] = [
  [
    "a faint word",
    () => document.querySelector<HTMLElement>(".pose-sentences")!.style.setProperty("color", "#bbb"),
    "color-contrast",
  ],
  [
    "two small buttons side by side",
    () => {
      const buttons = ["one", "other"].map((name) => {
        const button = document.createElement("button");
        button.setAttribute("aria-label", name);
        for (const side of ["width", "height", "min-width", "min-height"]) {
          button.style.setProperty(side, "10px");
        }
        button.style.setProperty("padding", "0");
        return button;
      });
      document.querySelector("main section, main article, main")!.prepend(...buttons);
    },
    "target-size",
  ],
  [
    "a picture without words",
    () => document.querySelector("main svg[role=img]")!.removeAttribute("aria-label"),
    "svg-img-alt",
  ],
  [
    "a canvas without words",
    () => {
      const canvas = document.querySelector("main canvas")!;
      canvas.setAttribute("role", "img");
      canvas.removeAttribute("aria-label");
    },
    "role-img-alt",
  ],
];

describe.skipIf(skipReason !== null)("the accessibility check itself", () => {
  let recorded: RecordedConsole;
  beforeAll(async () => {
    recorded = await openRecorded();
  });
  afterAll(() => recorded?.close());

  test.each(faults)("finds %s", async (_what, harm, rule) => {
    const { page, context } = await recorded.open(`/vehicles/${recorded.addresses["critical"]}/pose`);
    await page.locator(".pose-stage[data-ready]").waitFor();
    await page.locator(".pose-sentences").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.evaluate(harm);
    const found = (await accessibilityFaults(page)).map((fault) => fault.split(":")[0]);
    expect(found).toContain(`violation ${rule}`);
    await context.close();
  });
});
