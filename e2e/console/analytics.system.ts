import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { browserPath, openBrowser, openWatchedPage, whyNoPage } from "../open-browser.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/analytics.system.ts is skipped: ${skipReason}`);

const views = [
  ["light", 1320],
  ["dark", 1320],
  ["light", 320],
] as const;
const steps = 240;

/** What a loaded machine takes. */
const patient = { timeout: 30_000 };

describe.skipIf(skipReason !== null)("analytics, what vehicles share, and what-if", () => {
  let dataDir: string;
  let service: ServiceProcess;
  let browser: Browser;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "plumbline-analytics-"));
    [service, browser] = await Promise.all([
      startServiceProcess({ dataDir, port: 0 }),
      openBrowser(browserPath!),
    ]);
    const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
    const startUs = Math.floor(Date.now() / 60_000 - steps - 1) * 60_000_000;
    const fleet = generateFleet({
      seed: 1,
      vehicles: 40,
      startUs,
      periodS: 60,
      scenario: "mixed",
      onsetsWithinS: [4_800, 9_000],
      isDescribed: true,
    });
    const frames = [...fleetFrames(fleet, 0, steps)];
    for (let at = 0; at < frames.length; at += 2_000) {
      await client.telemetry.ingestBatch(frames.slice(at, at + 2_000));
    }
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test.each(views)(
    "the page says which part of the fleet breaks most, with what that rests on: %s, %i pixels",
    async (theme, width) => {
      const { page, context, complaints, outsideRequests } = await openWatchedPage(browser, {
        origin: service.url,
        theme,
        width,
      });
      await page.goto("/analytics?span=48h&group_by=attribute%3Acamera_bracket");
      await page.getByRole("heading", { name: "Is it getting worse?" }).waitFor();
      const rates = page.getByRole("table", { name: "Breach and repair rates" });
      const rows = await rates.getByRole("row").allInnerTexts();
      expect(rows[1]).toMatch(/^CB-2231-B\b/);
      await page.getByRole("heading", { name: /What do the \d+ critical or caution ones share\?/ }).waitFor();
      for (const summary of await page.locator("summary").all()) await summary.click();
      await page.getByRole("table", { name: "Vehicles in each tier, all" }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect([complaints, outsideRequests]).toEqual([[], []]);
      await context.close();
    },
  );

  test("a group leads to its vehicles, and the address keeps what is shown", async () => {
    const { page, context } = await openWatchedPage(browser, { origin: service.url });
    await page.goto("/analytics");
    await page.getByRole("combobox", { name: "By", exact: true }).selectOption("camera_bracket");
    await expect.poll(() => new URL(page.url()).search, patient).toBe("?group_by=attribute%3Acamera_bracket");
    const rates = page.getByRole("table", { name: "Breach and repair rates" });
    await rates.getByRole("link", { name: "CB-2231-B" }).click();
    await expect
      .poll(() => new URL(page.url()).pathname + new URL(page.url()).search, patient)
      .toBe("/fleet?attribute=camera_bracket%3ACB-2231-B");
    await page.goBack();
    await rates.getByRole("link", { name: "CB-2231-A" }).waitFor();
    await context.close();
  });

  test.each(views)(
    "other limits are tried on stored frames, with progress, and change nothing: %s, %i pixels",
    async (theme, width) => {
      const { page, context, complaints } = await openWatchedPage(browser, {
        origin: service.url,
        theme,
        width,
      });
      const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
      const before = await client.fleet.healthSummary();
      await page.goto("/analytics/what-if");
      const button = page.getByRole("button", { name: /^Score .* vehicles again$/ });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel("limits.radar_m.caution").fill("-1");
      await page.getByText("limits.radar_m.caution: it takes a number from 0.001 to 1000.").waitFor();
      expect(await button.isDisabled()).toBe(true);
      for (const limit of ["camera_deg", "radar_m", "lidar_m"]) {
        await page.getByLabel(`limits.${limit}.caution`).fill("40");
        await page.getByLabel(`limits.${limit}.critical`).fill("50");
      }
      await page.getByLabel("Find a setting").fill("breach is open");
      await page.getByText("1 setting found.").waitFor();
      await page.getByLabel("evidence.caution_nats").fill("9");
      await page.getByLabel("Find a setting").fill("");
      expect(new URL(page.url()).searchParams.getAll("set")).toContain("evidence.caution_nats:9");
      await page.reload();
      expect(await page.getByLabel("limits.camera_deg.caution").inputValue()).toBe("40");
      await page.getByLabel("Find a setting").fill("zzz");
      await page.getByText("No setting has this name.").waitFor();
      await page.getByLabel("Find a setting").fill("");
      await button.click();
      await page.getByText(/^All 40 vehicles were scored again: .* frames\.$/u).waitFor({ timeout: 120_000 });
      await page.getByText(/of 40 vehicles would get another verdict/).waitFor();
      const table = page.getByRole("table", { name: "Vehicles that would differ" });
      expect(await table.getByRole("row").count()).toBeGreaterThan(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const folder = process.env["PICTURES"];
      if (folder !== undefined) {
        await page.screenshot({ path: join(folder, `what-if-${theme}-${width}.png`), fullPage: true });
      }
      expect(complaints).toEqual([]);
      const after = await client.fleet.healthSummary();
      expect([after.critical_count, after.open_breaches]).toEqual([
        before.critical_count,
        before.open_breaches,
      ]);
      await context.close();
    },
    180_000,
  );
});
