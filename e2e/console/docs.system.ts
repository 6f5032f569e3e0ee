import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath } from "../open-browser.ts";
import { accessibilityFaults, contrastFaults } from "./accessibility-faults.ts";
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

  const open = async () => {
    const watched = await opened.open("/docs");
    await watched.page.locator("#operations-Vehicles-listVehicles").waitFor();
    return watched;
  };

  test("everybody can read and use it, in both themes", async () => {
    const { page, close } = await open();
    await page.locator("#operations-Vehicles-listVehicles .opblock-summary-control").click();
    await page.locator("#operations-Evidence-verifyEvidence .opblock-summary-control").click();
    await page.locator(".execute").nth(1).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Swagger UI brings colours of its own, which no test of ours computes.
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await contrastFaults(page)).toEqual([]);
    await page.evaluate(() => document.querySelector('link[href="/docs/page.css"]')!.remove());
    expect((await contrastFaults(page)).length, "too faint without ours").toBeGreaterThan(10);
    await close();
  });

  test("in development one click asks, and the answer is shown", async () => {
    const { page, close } = await open();
    await page.locator("#operations-Keys-getOwnKey .opblock-summary-control").click();
    await page.locator("#operations-Keys-getOwnKey .execute").click();
    const answer = page.locator("#operations-Keys-getOwnKey .live-responses-table .microlight").first();
    await answer.waitFor();
    expect(await answer.innerText()).toContain('"id": "development"');
    await close();
  });
});
