import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";
import { openRecorded, type RecordedConsole } from "./pictures/open-recorded.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/accessibility-check.system.ts is skipped: ${skipReason}`);

/** The rule that must find it, and what is done to a sound page. */
const faults: readonly (readonly [rule: string, harm: () => void])[] = [
  [
    "color-contrast",
    () => document.querySelector<HTMLElement>(".pose-sentences")!.style.setProperty("color", "#bbb"),
  ],
  [
    "target-size",
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
  ],
  ["svg-img-alt", () => document.querySelector("main svg[role=img]")!.removeAttribute("aria-label")],
  [
    "role-img-alt",
    () => {
      const canvas = document.querySelector("main canvas")!;
      canvas.setAttribute("role", "img");
      canvas.removeAttribute("aria-label");
    },
  ],
  ["label", () => document.querySelector("main")!.append(document.createElement("input"))],
];

describe.skipIf(skipReason !== null)("the accessibility check itself", () => {
  let recorded: RecordedConsole;
  beforeAll(async () => {
    recorded = await openRecorded();
  });
  afterAll(() => recorded?.close());

  test("finds a faint word, small buttons, pictures without words and a field without a name", async () => {
    const { page, context } = await recorded.open(`/vehicles/${recorded.addresses["critical"]}/pose`);
    await page.locator(".pose-stage[data-ready]").waitFor();
    await page.locator(".pose-sentences").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const [, harm] of faults) await page.evaluate(harm);
    const found = (await accessibilityFaults(page)).map((fault) => fault.split(":")[0]);
    expect(found).toEqual(expect.arrayContaining(faults.map(([rule]) => `violation ${rule}`)));
    await context.close();
  });
});
