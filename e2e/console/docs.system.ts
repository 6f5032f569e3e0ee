import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../open-browser.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";
import { type OpenedConsole, openSeededConsole } from "./open-console.ts";

if (browserPath === null) {
  console.warn(
    "e2e/console/docs.system.ts is skipped: no Chromium on this machine (apt-get install chromium)",
  );
}

describe.skipIf(browserPath === null)("the interactive documentation in a real browser", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openSeededConsole();
  });
  afterAll(() => opened?.close());

  const open = async (theme: "light" | "dark") => {
    const watched = await opened.open("/docs", { theme });
    await watched.page.locator("#operations-Vehicles-listVehicles").waitFor();
    return watched;
  };

  // Swagger UI brings colours of its own, which no test of ours computes: so both themes.
  test.each(["light", "dark"] as const)("everybody can read and use it: %s", async (theme) => {
    const { page, close } = await open(theme);
    await page.locator("#operations-Vehicles-listVehicles .opblock-summary-control").click();
    await page.locator("#operations-Evidence-verifyEvidence .opblock-summary-control").click();
    await page.locator(".execute").nth(1).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });

  test("the check finds Swagger UI's own colours too faint without ours", async () => {
    const { page, context } = await open("light");
    await page.evaluate(() => document.querySelector('link[href="/docs/page.css"]')!.remove());
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => fault.includes("color-contrast")).length).toBeGreaterThan(10);
    await context.close();
  });

  test("in development one click asks, and the answer is shown", async () => {
    const { page, context } = await open("light");
    await page.locator("#operations-Keys-getOwnKey .opblock-summary-control").click();
    await page.locator("#operations-Keys-getOwnKey .execute").click();
    const answer = page.locator("#operations-Keys-getOwnKey .live-responses-table .microlight").first();
    await answer.waitFor();
    expect(await answer.innerText()).toContain('"id": "development"');
    await context.close();
  });
});
